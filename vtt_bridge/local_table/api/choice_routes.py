"""The choices of a game over HTTP: what a side may do, the odds of it, and where units could go."""

from typing import Annotated

from fastapi import APIRouter, Query

from exporters.documents import ruling_document
from exporters.place_text import name
from exporters.ruling_text import chat
from rules.game.side_names import people
from vtt_bridge.games.game_setup import scenario_of
from vtt_bridge.games.offers import OfferTree, offer_tree, waiting_units
from vtt_bridge.games.planned_way import planned_way
from vtt_bridge.games.running_game import RunningGame
from vtt_bridge.local_table.api.declarations import declared_action, orders_in_request, played
from vtt_bridge.local_table.api.dependencies import FewQuestions, Seen
from vtt_bridge.local_table.api.game_models import (
    ActionOdds,
    Brief,
    Choices,
    Declared,
    Notes,
    ObjectiveHeld,
    OfferedAction,
    OfferedIntention,
    OfferedPlace,
    Offers,
    OffersOfUnits,
    Orders,
    PlannedStep,
    PlannedWay,
    WaitingUnit,
    WayOfUnit,
)
from vtt_bridge.port.calibration import place_px
from vtt_bridge.port.names import one_of
from vtt_bridge.web.refusals import REFUSALS

router = APIRouter(prefix="/api/scenes/{scene_id}/game", tags=["game"], responses=REFUSALS)

Side = Annotated[
    str, Query(max_length=100, description="Whose choices are asked for, such as us, or Americans.")
]
OfUnit = Annotated[str, Query(max_length=200, description="Only choices that name this unit.")]
Everything = Annotated[bool, Query(description="Also choices that achieve nothing, or nothing more.")]


@router.get("/choices")
def choices(seen: Seen, side: Side, unit: OfUnit = "", everything: Everything = False) -> Choices:
    """What a side may do now that can come to something, or everything; nothing while it is not its turn."""
    side = seen.played(side)
    session = seen.session()
    now = session.now
    unit = _named_of(now, side, unit)
    if side != now.to_act:
        return Choices(revision=session.revision, choices=[])
    actions = now.game.book.actions
    listed = (
        OfferedAction(
            number=offer.number,
            text=offer.text,
            units=sorted(now.names_in(offer.action)),
            action=actions.document(offer.action),
        )
        for of_units in offer_tree(now, unit, everything=everything).of_units
        for offer in of_units.offers
    )
    return Choices(revision=session.revision, choices=sorted(listed, key=lambda choice: choice.number))


@router.get("/offers")
def offers(seen: Seen, side: Side, unit: OfUnit = "", everything: Everything = False) -> Offers:
    """What a side's units may do, where and at whom, and what it has left, nothing of it while it is not its turn; and which wait off the map."""
    side = seen.played(side)
    session = seen.session()
    now = session.now
    unit = _named_of(now, side, unit)
    tree = offer_tree(now, unit, everything=everything) if side == now.to_act else OfferTree()
    document = now.game.book.actions.document
    frame, board = seen.scene().frame, now.state.board
    return Offers(
        revision=session.revision,
        left=list(tree.left),
        offers=[
            OffersOfUnits(
                units=list(of_units.units),
                names=list(of_units.names),
                intentions=[
                    OfferedIntention(
                        what=intention.what,
                        passes=intention.passes,
                        choices=[
                            OfferedPlace(
                                number=offer.number,
                                text=offer.text,
                                where=offer.where,
                                action=document(offer.action),
                                way_px=[place_px(frame, board, place) for place in offer.places],
                                targets=list(offer.targets),
                            )
                            for offer in intention.offers
                        ],
                    )
                    for intention in of_units.intentions
                ],
            )
            for of_units in tree.of_units
        ],
        waiting=[
            WaitingUnit(
                id=unit_waiting.id,
                name=unit_waiting.name,
                type=unit_waiting.type,
                side=unit_waiting.side,
                symbol=unit_waiting.symbol,
                waits=unit_waiting.waits,
            )
            for unit_waiting in waiting_units(now, side)
        ],
        unlisted=tree.unlisted,
    )


@router.get("/brief")
def brief(seen: Seen) -> Brief:
    """What the game is about: the scenario's own words, its length and special rules, and its objectives with who holds each."""
    now = seen.session().now
    chosen, frame = scenario_of(now.game.head), seen.scene().frame
    return Brief(
        description=chosen.description,
        length=str(chosen.length),
        victory=list(seen.victory(now)),
        objectives=[
            ObjectiveHeld(
                name=goal.name,
                where=[name(place) for place in goal.places],
                at_px=[place_px(frame, now.state.board, place) for place in goal.places],
                points=goal.points,
                worth=goal.worth,
                held_by=goal.held_by,
            )
            for goal in seen.goals(now)
        ],
        special_rules=[rule.text for rule in chosen.special_rules],
    )


@router.get("/notes")
def notes(seen: Seen, side: Side) -> Notes:
    """A side's secret notes: its counters, registered points, reserves, rounds left."""
    side = seen.played(side)
    now = seen.session().now
    return Notes(notes=[now.names(side).said(note) for note in now.notes(side)])


@router.post("/odds", dependencies=[FewQuestions])
def odds(declared: Declared, seen: Seen) -> ActionOdds:
    """The possible outcomes of an action with the exact odds; refused with the rules if it may not be done."""
    declared = played(seen, declared)
    session = seen.session()
    action = declared_action(session, declared)
    if reasons := session.now.why_not(action):
        raise session.now.refusal(action, reasons)
    ruling = session.now.names(declared.side).ruling(session.now.chances(action))
    return ActionOdds(sentence=chat(ruling), ruling=ruling_document(ruling))


@router.post("/way")
def way(orders: Orders, seen: Seen) -> PlannedWay:
    """How far units would get if they were sent: each step with its cost, and what would stop them. Nothing is declared."""
    orders = played(seen, orders)
    session = seen.session()
    now = session.now
    planned = planned_way(now, orders_in_request(seen, now, orders))
    frame, board, document = seen.scene().frame, now.state.board, now.game.book.actions.document
    return PlannedWay(
        revision=session.revision,
        steps=[
            PlannedStep(
                text=step.text,
                action=document(step.action),
                ways=[
                    WayOfUnit(
                        unit=way.unit,
                        way_px=[place_px(frame, board, place) for place in way.places],
                        to=name(way.places[-1]),
                        price=way.price,
                        length_in=way.length_in,
                    )
                    for way in step.ways
                ],
                left=list(step.left),
                answers=list(step.answers),
            )
            for step in planned.steps
        ],
        told=list(planned.reports),
        stopped=planned.stopped,
    )


def _named_of(now: RunningGame, side: str, unit: str) -> str:
    """The id of the side's unit whose choices are asked for; empty for all units.

    Raises:
        BadInput: if there is no such side.
        Unknown, SeveralUnits: if the words fit no unit, or several.
    """
    now.check_side(side)
    return one_of(now.names(side).units_of(side), unit, f"unit of the {people(side)}").id if unit else ""
