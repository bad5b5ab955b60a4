"""4.3 and 17.9: no field of the record of play gives the other side the name of a hidden unit."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import ActionKind, Deed, Progress, progress_of
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FIELD, at, opened, unit

LURKER, SCOUT = "ge.1kp.1.squad.1", "us.able.1.squad.1"

NAMES_NO_UNIT = {
    "active", "last_initiative", "reacting", "company", "platoons", "companies_done", "platoons_done", "borrowed",
    "ad_hoc_tanks", "asked_for_light", "deployed", "drawn", "dug_by_dummies", "control", "ended", "fallen_heroes", "inquired", "mission", "losses",
    "assembly", "assembled_platoons", "landing_losses",
}  # fmt: skip
"""Fields whose words are sides, companies, platoons, objectives or kinds of unit."""

NO_UNIT_IN_A_PART = {"side", "against", "mode", "way", "id", "company", "row"}
"""The same of parts of a value."""

KNOWN_TO_ALL = {"paused", "away", "survivors"}
"""Who halts in an enemy hex has lost concealment; a lost leader is announced, and who survives at the end."""


def filled(kind: Any, name: str) -> Any:
    """A value of a type, with the name of a unit in every string field."""
    inner = get_args(kind)
    if get_origin(kind) is UnionType:
        return filled(inner[0], name)
    if get_origin(kind) is tuple:
        return tuple(filled(part, name) for part in inner if part is not Ellipsis)
    if get_origin(kind) is frozenset:
        return frozenset({filled(inner[0], name)})
    if get_origin(kind) is Mapping:
        return {}
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind).items()
        return kind(**{part: filled(hint, "" if part in NO_UNIT_IN_A_PART else name) for part, hint in hints})
    if issubclass(kind, Enum):
        return next(iter(kind))
    values: dict[type, Any] = {str: name, int: 1, bool: True, Fraction: Fraction(1), Hex: Hex.named("C3")}
    return values[kind]


@proves("LHY-17.9.1.4")
@pytest.mark.parametrize(
    "field", [field.name for field in fields(Progress) if field.name not in NAMES_NO_UNIT | KNOWN_TO_ALL]
)
def test_17_9_no_field_of_the_record_names_a_hidden_unit_to_the_enemy(field: str) -> None:
    state = opened(FIELD, [unit(SCOUT, "C8"), unit(LURKER, "C3", HIDDEN)])
    value = filled(get_type_hints(Progress)[field], LURKER)
    state = replace(state, course=replace(progress_of(state), **{field: value}))
    assert LURKER not in repr(getattr(progress_of(state_seen_by(state, "us")), field))
    assert repr(getattr(progress_of(state_seen_by(state, "ge")), field)) == repr(value)


@proves("LHY-17.9.1.4")
def test_17_9_actions_of_a_hidden_unit_are_left_out_for_the_enemy() -> None:
    state = opened(FIELD, [unit(SCOUT, "C8"), unit(LURKER, "C3", HIDDEN)])
    deeds = tuple(
        Deed(name, name[:2], ActionKind.RECOVER, (at(place),))
        for name, place in ((SCOUT, "C8"), (LURKER, "C3"))
    )
    state = replace(state, course=replace(progress_of(state), deeds=deeds))
    assert progress_of(state_seen_by(state, "us")).deeds == deeds[:1]
    assert progress_of(state_seen_by(state, "ge")).deeds == deeds


@proves("LHY-4.3.0.1", "LHY-4.3.0.2")
@pytest.mark.parametrize("firer", [SCOUT, LURKER])
def test_4_3_a_marker_names_firer_and_target_only_to_a_side_that_knows_them(firer: str) -> None:
    target = LURKER if firer == SCOUT else SCOUT
    fire = FireMarker(1, FireKind.ATDRM, at("C3"), 1, against=target[:2], target=target, firer=firer)
    state = FirePlaced(fire).on(opened(FIELD, [unit(SCOUT, "C8"), unit(LURKER, "C3", CONCEALED)]))
    shown = {}
    for side in ("us", "ge"):
        seen = state_seen_by(state, side)
        (marker,) = progress_of(seen).fires
        assert {marker.target, marker.firer} == set(seen.units)
        shown[side] = marker.firer
    assert shown["ge"] == firer
    assert (shown["us"] == firer) is (firer == SCOUT)
