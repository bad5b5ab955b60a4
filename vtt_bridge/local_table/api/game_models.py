"""Requests and responses about the game on a scene."""

from typing import Annotated

from pydantic import BaseModel, Field, JsonValue

from vtt_bridge.local_table.api.models import PointOf
from vtt_bridge.web.models import RequestModel, ResponseModel


class AskedFor(ResponseModel):
    """What one side asks the other for; it is done once the other side agrees."""

    by: str = Field(description="The side that asks.")
    text: str


class Answer(RequestModel):
    """A side's answer to the other side's request."""

    agrees: bool


class PlayedBy(RequestModel):
    """Who plays a side."""

    player: Annotated[str, Field(max_length=40)] = Field(
        description="The computer's player: careful, search, search:50 (lines played on), random; empty for people."
    )


class GameStatus(BaseModel):
    """The side whose turn it is, and how far the game has come."""

    moment: str = Field(description="Turn, phase and what is to be decided, in words.")
    due: str = Field(
        description='What the side to act is to do now: "German player: choose a platoon to activate". Empty when the game is over.'
    )
    sides: list[str] = Field(description="The sides that play.")
    to_act: str | None = Field(description="The side that decides now; null when the game is over.")
    actions: int = Field(description="How many actions were carried out.")
    revision: str = Field(description="Sent with an action, it has the action refused if another came first.")
    players: dict[str, str] = Field(
        description="The sides that the computer plays, each with its player: careful, search, random."
    )
    can_undo: bool = Field(
        description="Whether the last action is this seat's to take back; what the computer declared goes with the last of a person."
    )
    can_redo: bool = Field(description="Whether an action was taken back that this seat may do again.")
    asked: AskedFor | None = Field(description="What one side asks the other for at this moment.")
    result: str | None = Field(description="How the game ended, in a sentence.")
    winner: str | None = Field(description="Who won; null for a draw and while play goes on.")


class OfferedAction(BaseModel):
    """Something that a side may do now."""

    number: int = Field(description="The number to choose it by, until something is declared.")
    text: str
    units: list[str] = Field(description="The side's own units that it names.")
    action: dict[str, JsonValue] = Field(description="The action as a document.")


class EndedGameListed(ResponseModel):
    """A game that was played on a scene before it was set up anew."""

    id: int
    ended_at: str = Field(description="When the scene was set up anew, UTC.")


class Choices(BaseModel):
    """The actions that a side may declare now."""

    revision: str = Field(
        description="Sent with a choice, it has the choice refused if its number may mean another by now."
    )
    choices: list[OfferedAction]


class EndedGames(BaseModel):
    """Games that were played on a scene before it was set up anew."""

    games: list[EndedGameListed]


class OfferedPlace(BaseModel):
    """One choice of a kind: where, or at whom."""

    number: int = Field(description="The number to choose it by, until something is declared.")
    text: str = Field(description="The choice in full.")
    where: str = Field(description="What tells it from the others of its kind: a place, a target, a manner.")
    way_px: list[PointOf] = Field(
        description="The points of the scene that it names; the last is where it leads."
    )
    targets: list[str] = Field(description="The units it names beside those that act.")
    action: dict[str, JsonValue] = Field(description="The action as a document.")


class OfferedIntention(BaseModel):
    """What units may do, in a player's word, and each place or target for it."""

    what: str
    passes: bool = Field(description="Whether it only passes up a chance.")
    choices: list[OfferedPlace]


class OffersOfUnits(BaseModel):
    """What a unit, or several together, may do; no units for what the side itself does."""

    units: list[str]
    names: list[str] = Field(description="What the units are called, in the same order.")
    intentions: list[OfferedIntention]


class WaitingUnit(BaseModel):
    """A unit off the map, or a weapon such as a mortar."""

    id: str
    name: str = Field(description="What players call it.")
    type: str = Field(description="Its line of the roster; empty for a weapon that has none.")
    side: str
    symbol: str = Field(description="The kind of unit its symbol shows: /api/symbols/mortar.svg.")
    waits: str = Field(description="What it waits for: to be set up, to come on, aboard another.")


class Offers(BaseModel):
    """The choices of a moment as intentions: which units, what they do, and where."""

    revision: str = Field(
        description="Sent with a choice, it has the choice refused if its number may mean another by now."
    )
    left: list[str] = Field(description="What the side has left: activations, orders, points, actions.")
    offers: list[OffersOfUnits]
    waiting: list[WaitingUnit] = Field(description="The side's units off the map, for a tray beside it.")
    unlisted: int = Field(description="How many more may be declared that achieve nothing, or nothing more.")


class ObjectiveHeld(BaseModel):
    """A place that the game is about, and who holds it now."""

    name: str
    where: list[str] = Field(description="Its places: F6, or 50,15 in inches.")
    at_px: list[PointOf] = Field(description="The same as points of the scene.")
    points: int = Field(description="What it is worth by the book's victory terms.")
    worth: str = Field(description="The same in the book's words: 2 points, 1 morale counter.")
    held_by: str | None = Field(
        description="The side that holds it, as far as your seat can know; else null."
    )


class Brief(BaseModel):
    """What the game is about, and what wins it."""

    description: str = Field(description="The scenario in a sentence or two; empty if it says nothing.")
    length: str = Field(description='How long the game lasts: "8 turns", "40 minutes".')
    victory: list[str] = Field(
        description="What each side must do to win, in a sentence each; empty where the objectives tell it."
    )
    objectives: list[ObjectiveHeld]
    special_rules: list[str] = Field(description="Rules of this scenario alone.")


class Notes(BaseModel):
    """The secret notes of a side."""

    notes: list[str]


Faces = Annotated[
    list[Annotated[int, Field(ge=1, le=1000, strict=True)]] | None,
    Field(
        max_length=500,
        description="What the players' own dice showed, in the order they were thrown; left out if the table throws."
        " Where more are wanted the answer is 422 with the throw under `wanted`, and nothing is done.",
    ),
]


class Declared(RequestModel):
    """An action that a side declares."""

    side: str = Field(max_length=100)
    action: (
        Annotated[int, Field(ge=1, strict=True)]
        | Annotated[str, Field(max_length=2000)]
        | dict[str, JsonValue]
    ) = Field(
        description="A choice by its number or its text, a document, or words: Maneuver unit=us.1 to=C2."
    )
    dice: Faces = None


Words = Annotated[str, Field(max_length=200)]


class WantedUnit(RequestModel):
    """How a unit is to be, whatever the rules say: what is left out stays as it is."""

    unit: str = Field(max_length=200)
    at: str = Field("", max_length=50, description="Where it stands: F6, or 50,15 in inches.")
    off: bool = Field(False, description="It is out of play.")
    facing_deg: float | None = Field(None, allow_inf_nan=False, description="Clockwise from north.")
    gains: list[Words] = Field([], max_length=20, description="Conditions it is in now.")
    loses: list[Words] = Field([], max_length=20, description="Conditions it is in no longer.")
    type: Words = Field("", description="Of a unit that was never there: its type in the roster.")
    side: Words = Field("", description="Of such a unit: its side.")
    name: Words = Field("", description="Of such a unit: what it is called.")
    reason: str = Field(min_length=1, max_length=500, description="Why; it stands in the record.")


class AgreedAction(Declared):
    """An action that the umpire refuses and the players agree to."""

    reason: str = Field(min_length=1, max_length=500, description="Why; it stands in the record.")


class Orders(RequestModel):
    """Units that a side sends to a place."""

    side: str = Field(max_length=100)
    units: list[Annotated[str, Field(max_length=200)]] = Field(
        min_length=1,
        max_length=200,
        description='Each an id, a name as on its counter, or a pattern of ids such as "us.able.2.*".',
    )
    to: str = Field("", max_length=50, description="The place: F6, or 50,15 in inches.")
    to_px: PointOf | None = Field(None, description="A point of the scene, in place of `to`.")
    dice: Faces = None


class Gone(BaseModel):
    """The outcome of sending units: each unit's way can be taken back whole."""

    declared: list[str] = Field(description="The actions that were declared, in order.")
    told: list[str] = Field(description="Where each party is, and why it goes no further.")
    stopped: str = Field(description="What happened on the way that ended it for all; empty if nothing did.")
    status: GameStatus


class WayOfUnit(BaseModel):
    """The way of a unit with one action."""

    unit: str
    way_px: list[PointOf] = Field(description="The points of the scene that it passes, where it stood first.")
    to: str = Field(description="Where it would be then: F6, or 50,15 in inches.")
    price: str = Field(description='What that costs: "2 MP"; empty where it is not told.')
    length_in: float | None = Field(description="How long it is on a table, in inches; null on hexes.")


class PlannedStep(BaseModel):
    """One action of a planned way."""

    text: str
    action: dict[str, JsonValue] = Field(description="The action as a document.")
    ways: list[WayOfUnit] = Field(
        description="Who goes where with it; empty if it only makes the next action possible."
    )
    left: list[str] = Field(description="What is left after it.")
    answers: list[str] = Field(description="What known enemies may do against it.")


class PlannedWay(BaseModel):
    """The outcome of sending units, as far as their side can know it without a die; nothing is declared."""

    revision: str
    steps: list[PlannedStep]
    told: list[str] = Field(description="Where each party would be, and why it goes no further.")
    stopped: str = Field(
        description="What would end it for all: a die, what comes to light, the enemy's turn."
    )


class ActionOdds(BaseModel):
    """The possible outcomes of an action."""

    sentence: str
    ruling: dict[str, JsonValue] = Field(description="A blindhex-ruling/1 with the odds.")
