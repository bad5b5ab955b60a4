"""Illegal declarations of every kind are refused with a citation and change nothing."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

import pytest

from rules.errors import RulesError
from rules.game.engine.carrying_out import IllegalAction, carry_out
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.questions.engineering import Task
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.moments import MOMENTS, Moment
from tests.rules.kampfgruppe_normandy.tables import DE, GAME, UK, dice_of

NOBODY = "nobody"
OFF_TABLE = Spot(-9.0, -9.0)
SAYS_NO_MORE_THAN_ITS_SIDE = {"side"}


def spoilt(action: Any) -> Iterator[tuple[Any, str]]:
    """The action with one impossible value in turn, and the words for that value."""
    for field in fields(action):
        for bad, named in _bad_values(field.name, getattr(action, field.name)):
            yield replace(action, **{field.name: bad}), named


def _bad_values(name: str, value: Any) -> Iterator[tuple[Any, str]]:
    match value:
        case _ if name in ("side", "reverse"):
            return
        case _ if name == "facing_deg":
            yield -0.5, "-0.5 is not a bearing"
            yield 1e300, "not a bearing"
            yield float("nan"), "not a bearing"
        case ActionKind():
            yield (ActionKind.RE_SUPPLY if value is not ActionKind.RE_SUPPLY else ActionKind.MOVE), ""
        case Task():
            yield Task.BRIDGE, ""
        case str():
            yield NOBODY, NOBODY
        case Spot():
            yield OFF_TABLE, "table"
            yield Spot(float("nan"), 3.0), ""
        case tuple():
            yield from _bad_lists(value)
        case int():
            yield -1, "" if name == "die" else "-1"
            yield -1_000_000, ""
        case float():
            yield 99.0, ""
            yield float("nan"), ""


def _bad_lists(values: tuple[Any, ...]) -> Iterator[tuple[Any, str]]:
    match values:
        case (ActionKind(), *_):
            yield (ActionKind.RE_SUPPLY, ActionKind.RE_SUPPLY), ActionKind.RE_SUPPLY.value
            yield (ActionKind.MOVE,) * 3, "two actions"
        case (Spot(), *_):
            yield (*values[:-1], OFF_TABLE), "table"
            yield (OFF_TABLE, *values[1:]), ""
            yield (), ""
        case (str(), *_):
            yield (*values, NOBODY), ""
            yield (NOBODY,), NOBODY
        case (int(), *_):
            yield (*values[:-1], 99), ""
            yield (values[0], values[0]), ""
            yield (), ""


def refused(moment: Moment, action: Any) -> str:
    """The reasons that forbid an action, each with its citation; the state is as it was."""
    before = moment.state
    reasons = GAME.why_not(before, action)
    assert reasons, f"{action} is allowed"
    assert all(str(reason).endswith(")") and "KGN" in str(reason) for reason in reasons)
    with pytest.raises(IllegalAction):
        carry_out(GAME, before, action, dice_of([]))
    return "; ".join(map(str, reasons))


@pytest.mark.parametrize("name", MOMENTS)
def test_the_unspoilt_action_is_legal_and_has_words(name: str) -> None:
    moment = MOMENTS[name]()
    assert GAME.why_not(moment.state, moment.legal) == ()
    assert str(GAME.chances(moment.state, moment.legal).question)


@proves(
    "KN-ACT-16", "KN-AIR-07b", "KN-AIR-11", "KN-AIR-12", "KN-AIR-19", "KN-AIR-21", "KN-AIR-22",
    "KN-BLDG-02a", "KN-COV-03", "KN-COV-04", "KN-DEPL-01", "KN-DEPL-03", "KN-DEPL-05a", "KN-DEPL-20",
    "KN-ENG-16a", "KN-ENG-20", "KN-ENG-22", "KN-IND-04", "KN-IND-13", "KN-IND-44", "KN-SPEC-05",
    "KN-SPEC-06", "KN-SPEC-14a", "KN-TURN-12a", "KN-UMOR-23", "KN-MOVE-01",
)  # fmt: skip
@pytest.mark.parametrize("name", MOMENTS)
def test_an_impossible_value_is_refused_by_name(name: str) -> None:
    moment = MOMENTS[name]()
    found = list(spoilt(moment.legal))
    assert found
    for action, named in found:
        assert named in refused(moment, action), action


@pytest.mark.parametrize("name", MOMENTS)
def test_the_other_side_must_wait(name: str) -> None:
    moment = MOMENTS[name]()
    decides = GAME.to_act(moment.state)
    other = DE if decides == UK else UK
    assert f"{decides} decides now" in refused(moment, replace(moment.legal, side=other))


@pytest.mark.parametrize("name", MOMENTS)
def test_an_action_has_its_moment(name: str) -> None:
    moment = MOMENTS[name]()
    for other in MOMENTS.values():
        at = other()
        if GAME.to_act(at.state) == UK and not _moments_of(moment) & _moments_of(at):
            assert "play waits for" in str(GAME.why_not(at.state, moment.legal)[0])


def _moments_of(moment: Moment) -> set[object]:
    return set(GAME.declarations.procedure(moment.legal).stages)


@pytest.mark.parametrize("name", MOMENTS)
def test_asking_for_the_odds_of_an_illegal_action_gives_a_ruling_or_a_rules_error(name: str) -> None:
    moment = MOMENTS[name]()
    for action, _ in spoilt(moment.legal):
        with suppress(RulesError):
            assert GAME.chances(moment.state, action).question


def test_every_kind_of_action_and_every_declaration_with_a_choice_is_tried() -> None:
    moments = [moment() for moment in MOMENTS.values()]
    assert {moment.kind for moment in moments} - {None} == set(ActionKind)
    with_a_choice = {
        action
        for action in GAME.declarations.procedures
        if {field.name for field in fields(action)} != SAYS_NO_MORE_THAN_ITS_SIDE
    }
    assert {type(moment.legal) for moment in moments} == with_a_choice
