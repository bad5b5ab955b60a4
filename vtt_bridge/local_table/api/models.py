"""Requests and responses of the local table's API, beside blindhex-table/1 and pictures."""

from typing import Annotated

from pydantic import BaseModel, Field, JsonValue

from rules.errors import either
from vtt_bridge.umpire.questions import Asks
from vtt_bridge.web.models import RequestModel, ResponseModel

Px = Annotated[float, Field(ge=-1_000_000, le=1_000_000, allow_inf_nan=False)]
PointOf = tuple[Px, Px]
PointTold = Annotated[list[float], Field(min_length=2, max_length=2)]


class About(BaseModel):
    """Which table this is."""

    vtt: str = Field(description="The kind of table: local.")
    version: str = Field(description="The version of this API.")
    format: str = Field(description="The format of its scenes.")


class Health(BaseModel):
    """Whether the table can be played at."""

    status: str = Field(description="ok, when it can.")


class ListedScene(BaseModel):
    """A scene in the list."""

    id: str
    name: str
    revision: str


class Scenes(BaseModel):
    """All scenes of the table."""

    scenes: list[ListedScene] = Field(description="The one in front of everybody first.")


class Book(BaseModel):
    """A book of rules that the umpire knows."""

    id: str = Field(description="The id that scenes and scenarios name.")
    title: str
    edition: str
    modes: list[str] = Field(description="The ways to move that can be asked for, the usual one first.")


class Books(BaseModel):
    """The books of rules that the umpire knows."""

    rulesets: list[Book]


class FoundThing(ResponseModel):
    """Something found in a board or scenario."""

    sentence: str
    is_well: bool = Field(description="False where it cannot be read or played.")
    is_advice: bool = Field(description="It can be played as it is but is probably a slip.")


class Findings(BaseModel):
    """What was found in a board or scenario, in order."""

    findings: list[FoundThing]


class RosterLine(ResponseModel):
    """A type of unit."""

    id: str = Field(description="What the unit data of a token say as type.")
    name: str
    is_vehicle: bool
    symbol: str = Field(description="The kind of unit its symbol shows: /api/symbols/tank.svg.")


class Roster(BaseModel):
    """The types of units that a book knows, and how they move."""

    units: list[RosterLine]
    modes: list[str] = Field(description="The ways to move that can be asked for, the usual one first.")


class Written(BaseModel):
    """A write that was kept."""

    revision: str = Field(description="The revision of the scene after the write.")


class MovedToken(Written):
    """A token that was changed, where it is now."""

    at_px: PointOf = Field(description="Its centre.")
    at: str | None = Field(description="The place of the board it stands in, if it stands in one.")


class TokenChange(RequestModel):
    """Changes to a token; fields that are left out stay."""

    to_px: PointOf | None = Field(None, description="Where its centre goes, in pixels of the scene.")
    to: str | None = Field(
        None, max_length=40, description="Or the place of the board it goes to: C2, or 10.5,8 in inches."
    )
    snap: bool = Field(
        False, description="Whether to_px means the nearest hex: the token is put on its centre dot."
    )
    facing_deg: float | None = Field(
        None, ge=-3600, le=3600, allow_inf_nan=False, description="Clockwise from the top of the map."
    )
    hidden: bool | None = Field(None, description="Whether only its own side knows of it.")
    marks: dict[str, JsonValue] = Field(default_factory=dict, description="Marks to set; null takes one off.")


class ChatLine(ResponseModel):
    """A line of the chat."""

    id: int
    author: str
    text: str = Field(description="Plain text, never HTML.")
    rules: list[str] = Field(description="The rules that a ruling rests on.")
    to: str = Field(description="The side it is for; empty is everybody.")
    said_at: str = Field(description="UTC.")
    declared_by: str = Field(description="The side whose action it tells of; empty if of none.")


class Chat(BaseModel):
    """Lines of the chat, oldest first."""

    lines: list[ChatLine]


class ToSay(RequestModel):
    """A line for the chat."""

    author: str = Field(min_length=1, max_length=100)
    text: str = Field(min_length=1, max_length=4000, description="Plain text, never HTML.")
    rules: list[Annotated[str, Field(max_length=100)]] = Field(default_factory=list, max_length=100)
    to: str = Field("", max_length=100, description="The side it is for; empty is everybody.")


class ToPoint(RequestModel):
    """A point of the scene to show."""

    at_px: PointOf


class ToJoin(RequestModel):
    """A link to a seat."""

    link: str = Field(max_length=1000, description="The signed text: what follows #join= in its address.")


class Seated(BaseModel):
    """The seat that was joined."""

    scene: str = Field(description="Its scene; empty for the umpire, who sits at all of them.")
    seat: str
    key: str = Field(description="For Authorization: Bearer. The link is used up; this key is not.")


class JoiningLink(BaseModel):
    """A link to a seat that was freed."""

    link: str = Field(description="The signed text: it follows #join= in the address of the page.")
    origin: str = Field(description="Where others reach the table; empty where they reach it as you do.")


class ListedSeat(BaseModel):
    """A seat of a scene."""

    seat: str = Field(description="A side, umpire or spectator.")
    name: str = Field(description="What players call it: Americans, Umpire.")
    yours: bool
    taken: bool = Field(description="Whether somebody joined it by a link.")
    computer: str = Field(description="The computer's player that has it; empty if it is for people.")


class Seats(BaseModel):
    """The seats of a scene."""

    by_links: bool = Field(description="Whether one joins by a link; else whoever is here sits on all seats.")
    seat: str = Field(description="The seat that this was read from; empty for all at once.")
    seats: list[ListedSeat]


class AskedWords(RequestModel):
    """A question as words: units by id or name, places as C2 or 10.5,8."""

    ask: str = Field(description=f"{either(Asks)}.")
    who: str = Field(
        "", description="The unit that is asked about, or (los, field) a place; here: may be left out."
    )
    who_px: PointOf | None = Field(
        None, description="los, field: a place instead of `who`, as a point of the scene."
    )
    target: str = Field(
        "",
        description="los: the unit or place to be seen; fire: the unit to be fired at; plan: the place to go to; here: the place; change: the enemy or place at the end of the line; where: what is to be seen or hit, or hidden from.",
    )
    target_px: PointOf | None = Field(None, description="los, plan, here: the same as a point of the scene.")
    mode: str = Field(
        "",
        description="reach, plan, here: a way to move; fire: a kind of fire that the book knows; threat: now or after-moves, and everywhere; where: see, hit, hide, observe or block.",
    )
    side: str = Field(
        "",
        description="Who asks, if that is not clear from the seat: what that side may not know is not looked at, and the answer is for it alone.",
    )
    id: str = Field("", description="The same id asked twice does no harm.")
    supposing: list[Annotated[str, Field(max_length=200)]] = Field(
        [],
        alias="if",
        max_length=20,
        description="What is supposed: 'smoke I5', 'ge.stug.1 at L6 facing 90', 'no us.mg.1', 'illumination I5'; on a table also 'smoke 20,15 wide 6'.",
    )


class SaidWords(RequestModel):
    """A line of a chat, passed on as it was said."""

    words: str = Field(
        max_length=1000, description="!los A-1 > C2, !help, !clear, !turn and whatever else !help lists."
    )
    side: str = Field("", description="The side on whose knowledge it is answered; empty: all that is known.")
    asker: str = Field("", description="Who said it: his next answer takes the place of this one.")
    to: str = Field("", description="Who hears the answer, if it is not the side; operations say so as `to`.")
    selected: list[str] = Field(
        default_factory=list, description="The units he has selected, meant where he names none."
    )
    id: str = Field(description="The same id sent twice has operations with the same op_id.")


class Answered(BaseModel):
    """The ruling, and the sentence that the umpire says."""

    revision: str = Field(description="The revision it was given for.")
    sentence: str
    rules: list[str]
    ruling: dict[str, JsonValue] | None = Field(
        description="A blindhex-ruling/1; null for words that are no question."
    )
    ends_px: list[PointOf] = Field(
        default_factory=list, description="The ends of the line that was asked about, in pixels of the scene."
    )
    operations: list[dict[str, JsonValue]] = Field(
        description="What was done at this table, or is to be done at the table that asks."
    )


class LegendLine(ResponseModel):
    """What a colour (#rrggbbaa) means that a field with this pattern has, or a line, ring, disc, figure or flag."""

    colour: str
    pattern: str
    text: str


class Looked(BaseModel):
    """A ruling that was only looked at, and its picture."""

    revision: str = Field(description="The revision it was given for.")
    sentence: str
    rules: list[str]
    ruling: dict[str, JsonValue] = Field(description="A blindhex-ruling/1.")
    causes: list[list[list[PointTold]]] = Field(
        description="For each reason of the ruling, the outlines of the places it names, in pixels of the scene."
    )
    svg: str = Field(
        description="The picture of the answer, of the size of the scene; of a line from the side, of its own."
    )
    legend: list[LegendLine]


class PlaceTold(BaseModel):
    """A place of the board, as far as a seat knows."""

    place: str = Field(description="As questions name it: C2, or 10.5,8 in inches.")
    at_px: PointTold = Field(description="Its middle.")
    outline_px: list[PointTold] = Field(description="Its edge.")
    ground: list[str] = Field(description="What lies there, in words.")
    markers: list[str]
    seen_by: list[str] = Field(description="The units, by id, that see the place.")
