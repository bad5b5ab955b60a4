"""Army lists: those of the house, and a player's own in their place, units and support tables alike."""

from dataclasses import replace
from typing import Any

import pytest

from maps.rosters import house_from
from rules.errors import BadInput, Unknown
from rules.game.citation import Provenance
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.house.support import HOUSE_SUPPORT
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER, read_lists
from rules.kampfgruppe_normandy.book.support_kinds import Level, Priority
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, KgnType, Kind, Mobility, ShellSize
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.effects.air_support import bring_on_aircraft
from rules.kampfgruppe_normandy.effects.group_morale import draw_counter
from rules.kampfgruppe_normandy.questions.fire.fire_orders import work_out
from rules.kampfgruppe_normandy.questions.fire.fire_sheet import Order, Sheet
from rules.kampfgruppe_normandy.ruleset import KampfgruppeNormandy
from rules.kampfgruppe_normandy.state.fire_missions import fire_support
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import RULESET, UK, dice_of, game, resolving, told_to, unit

_SQUAD: dict[str, Any] = {
    "id": "pl.squad", "name": "Squad", "nation": "polish", "kind": "infantry", "mobility": "foot", "men": 7,
    "points": 20, "morale": 1, "weapons": [{"name": "rifles", "kind": "small_arms"}],
}  # fmt: skip
_PLANE: dict[str, Any] = {
    "id": "pl.spitfire", "name": "Spitfire", "nation": "polish", "kind": "aircraft", "mobility": "none", "hits": 3,
    "weapons": [{"name": "machine guns", "kind": "aircraft_mg", "count": 4, "uses": 3}],
}  # fmt: skip
_GUN: dict[str, Any] = {
    "id": "pl.25pdr", "name": "25 pdr, off table", "nation": "polish", "kind": "gun", "mobility": "none", "men": 4,
    "weapons": [{"name": "25 pdr", "kind": "howitzer", "he": {"size": "medium", "rating": 4, "penetration": 2}}],
    "rules": ["off_table"],
}  # fmt: skip
_OBSERVER: dict[str, Any] = {
    **_SQUAD, "id": "pl.observer", "name": "Observer", "men": 2, "rules": ["forward_observer"],
}  # fmt: skip


def lists(*units: dict[str, Any], **parts: Any) -> BookData:
    """The book with a player's own lists, as they are read from a file."""
    document = {
        "format": "blindhex-roster/1",
        "book": "kgn",
        **({"units": list(units)} if units else {}),
        **parts,
    }
    return RULESET.with_options((), house_from(document)).book


@proves("KN-GROUP-11", "KN-KIT-01", "KN-DEPL-13")
def test_own_lists_take_the_place_of_the_house_lists() -> None:
    book = lists(_SQUAD)
    assert list(book.roster) == ["pl.squad"]
    assert book.type("pl.squad").men == 7
    assert book.type("pl.squad").weapon("rifles").count == 1
    assert book.type("pl.squad").provenance is Provenance.READER
    with pytest.raises(Unknown, match=r"uk\.squad"):
        book.type("uk.squad")


@proves("KN-KIT-01")
def test_lists_that_extend_the_house_add_to_it_and_replace_rows_of_the_same_id() -> None:
    changed = {**_SQUAD, "id": "uk.squad", "men": 9}
    book = lists(_SQUAD, changed, extends="house")
    assert len(book.roster) == len(HOUSE_ROSTER) + 1
    assert book.type("uk.squad").men == 9
    assert book.type("de.squad") == HOUSE_ROSTER["de.squad"]
    assert book.support == HOUSE_SUPPORT


@proves("KN-KIT-01", "KN-GROUP-11", "KN-BMOR-02")
def test_the_house_lists_as_a_document_read_back_as_they_are() -> None:
    again = RULESET.with_options((), house_from(RULESET.roster_document()))
    assert again.book == RULESET.book


_PRINTED: tuple[tuple[str, dict[str, Any], dict[str, Any]], ...] = (
    ("infantry", {"kind": "flamethrower"}, {"uses": 1}),
    ("enclosed", {"kind": "flamethrower"}, {"uses": 3}),
    ("infantry", {"kind": "panzerfaust", "count": 2}, {"uses": 2, "max_in": 8.0}),
    ("infantry", {"kind": "hand_heat"}, {"uses": None, "max_in": 8.0}),
    ("aircraft", {"kind": "aircraft_mg"}, {"uses": 3}),
    ("aircraft", {"kind": "small_autocannon"}, {"uses": 3}),
    ("enclosed", {"kind": "small_autocannon"}, {"uses": None}),
    ("aircraft", {"kind": "air_rocket", "count": 8}, {"uses": 8, "he": HighExplosive(ShellSize.HEAVY, 4, 8)}),
    ("infantry", {"kind": "light_mortar"}, {"he": HighExplosive(ShellSize.LIGHT, 3, 1)}),
    ("gun", {"kind": "mortar"}, {"min_in": 12.0}),
    ("gun", {"kind": "howitzer"}, {"min_in": 16.0}),
    ("gun", {"kind": "cannon"}, {"min_in": 24.0}),
    ("gun", {"kind": "rockets"}, {"min_in": 24.0}),
    ("gun", {"kind": "howitzer", "min_in": 20}, {"min_in": 20}),
)


@proves(
    "KN-DFSA-53", "KN-WPN-07", "KN-WPN-08", "KN-AIR-17", "KN-AIR-18", "KN-WPN-21a", "KN-WPN-22",
    "KN-WPN-25",
)  # fmt: skip
@pytest.mark.parametrize(("kind", "weapon", "printed"), _PRINTED)
def test_printed_weapon_rules_apply_to_own_lists_that_leave_them_out(
    kind: str, weapon: dict[str, Any], printed: dict[str, Any]
) -> None:
    needs: dict[str, dict[str, Any]] = {
        "infantry": {"men": 5}, "gun": {"men": 3}, "aircraft": {"hits": 3},
        "enclosed": {"armour": {"front": 5, "side": 4, "rear": 3}},
    }  # fmt: skip
    row = {"id": "pl.one", "name": "One", "nation": "polish", "kind": kind, "mobility": "none", **needs[kind]}
    book = lists({**row, "weapons": [{"name": "it", **weapon}]})
    held = book.type("pl.one").weapon("it")
    assert {name: getattr(held, name) for name in printed} == printed


@proves("KN-KIT-01", "KN-GROUP-11", "KN-BMOR-02", "KN-DEPL-13")
@pytest.mark.parametrize(
    ("kind", "needs", "length_in", "width_in"),
    [("infantry", {"men": 5}, 0.6, 0.6), ("soft_skin", {"hits": 1}, 3.0, 1.4), ("gun", {"men": 3}, 3.0, 1.4)],
)
def test_a_field_that_a_row_leaves_out_is_empty_or_zero(
    kind: str, needs: dict[str, int], length_in: float, width_in: float
) -> None:
    row = {"id": "pl.one", "name": "One", "nation": "polish", "kind": kind, "mobility": "foot", **needs}
    bare = KgnType(
        "pl.one", "One", "polish", Kind(kind), Mobility.FOOT, 0, 0, needs.get("men", 0), (), hits=needs.get("hits", 0),
        length_in=length_in, width_in=width_in, provenance=Provenance.READER,
    )  # fmt: skip
    assert lists(row).type("pl.one") == bare
    full: dict[str, Any] = {
        "points": 31, "morale": 2, "ammunition": 7, "capacity": 9, "tows": True, "skirts": True, "shield": True,
        "length_in": 2.5, "width_in": 1.5, "height_in": 1.1,
    }  # fmt: skip
    assert lists({**row, **full}).type("pl.one") == replace(bare, **full)
    arms = {"infantry": (1, 0), "soft_skin": (0, 1), "gun": (1, 0)}[kind]
    assert (bare.men > 0, bare.hits > 0) == tuple(map(bool, arms))


@proves("KN-GROUP-11", "KN-KIT-01", "KN-IND-05", "KN-AIR-06")
@pytest.mark.parametrize(
    ("number", "part"),
    [
        (118, {"air_support": {"polish": ["pl.spitfire"] * 6}}),
        (102, {"general_support": {"polish": {"army": [{"type": "pl.25pdr", "count": 2}] * 6}}}),
        (100, {"low_priority_on": 6}),
        (160, {"support_points": {"registered_point": 1, "counter_battery": 2, "high_request": 3, "low_request": 4}}),
    ],
)  # fmt: skip
def test_a_reading_says_whether_its_figures_are_the_houses_or_a_readers(
    number: int, part: dict[str, Any]
) -> None:
    """OUR 118 is the air support, 102 the general support, 100 the low priority, 160 the prices."""
    own = lists(_SQUAD, _PLANE, _GUN, extends="house", **part).support
    sources = {read: own.cite(read).provenance for read in (100, 102, 118, 160)}
    assert sources == {read: Provenance.READER if read == number else Provenance.HOUSE for read in sources}
    house = lists(_SQUAD, _PLANE, _GUN, extends="house", provenance="house", **part).support
    assert house.cite(number).provenance is Provenance.HOUSE


@proves("KN-AIR-24", "KN-AIR-25", "KN-AIR-26", "KN-GROUP-11")
def test_bombs_of_own_lists_say_their_size() -> None:
    with pytest.raises(BadInput, match=r"roster\.units\[0\]\.weapons\[0\]\.he"):
        lists({**_PLANE, "weapons": [{"name": "bombs", "kind": "bomb", "count": 2}]})


def _aircraft_of(book: BookData, *dice: int) -> list[str]:
    """The types of aircraft that come to a Polish side with one aircraft counter."""
    state = game(unit("own", "uk.squad", (40, 60)), unit("foe", "de.squad", (40, 9)))
    state = state.with_unit(replace(state.unit("own"), type="pl.squad"))
    drawn = resolving(state, dice_of([85]), book)
    draw_counter(drawn, UK, "a test")
    script = dice_of(dice)
    resolution = resolving(drawn.state, script, book)
    bring_on_aircraft(resolution, UK)
    script.assert_done()
    return [one.type for one in resolution.state.units.values() if book.type(one.type).kind is Kind.AIRCRAFT]


@proves("KN-AIR-06", "KN-KIT-01")
def test_the_air_support_table_of_own_lists_decides_which_aircraft_come() -> None:
    six = ["pl.spitfire"] * 5 + ["uk.typhoon"]
    book = lists(_SQUAD, _PLANE, extends="house", air_support={"polish": six})
    assert _aircraft_of(book, 6, 1) == ["pl.spitfire"]
    assert _aircraft_of(book, 6, 6) == ["uk.typhoon"]


@proves("KN-KIT-01", "KN-AIR-02")
def test_lists_without_an_air_support_table_bring_no_aircraft() -> None:
    assert _aircraft_of(lists(_SQUAD, extends="house"), 6) == []


def _observed() -> GameState:
    state = game(
        unit("fao", "uk.observer", (40, 40)),
        unit("foe", "de.squad", (40, 20)),
        fire_support={UK: {"requests": ["low"]}},
    )
    return told_to(state.with_unit(replace(state.unit("fao"), type="pl.observer")), "fao", ActionKind.REQUEST)


@proves("KN-IND-05", "KN-IND-09", "KN-KIT-01")
def test_the_general_support_table_and_priority_of_own_lists_hold() -> None:
    table = {"polish": {"corps": [{"type": "pl.25pdr", "count": 1}] * 5 + [{"type": "pl.25pdr", "count": 4}]}}
    book = lists(_OBSERVER, _GUN, {**_SQUAD, "id": "de.squad"}, general_support=table, low_priority_on=6)
    state = _observed()
    foe = state.unit("foe").at
    assert isinstance(foe, Spot)
    request = RequestMission(UK, "fao", at=foe, priority=Priority.LOW, level=Level.CORPS)
    ruling = KampfgruppeNormandy(book).as_game().chances(state, request)
    assert "low priority is granted on 6+ (KGN Indirect fire, OUR 100, from a reader's table)" in map(
        str, ruling.reasons
    )
    dice = dice_of([6, 3, 3, 3, 6, 6, 6, 1, 1, 1])
    _, state = KampfgruppeNormandy(book).as_game().resolve(state, request, dice)
    (mission,) = fire_support(progress_of(state)).missions
    assert [state.unit(gun).type for gun in mission.guns] == ["pl.25pdr"] * 4
    other = replace(request, level=Level.ARMY)
    assert "no army artillery answers the polish (KGN Indirect fire, OUR 102" in str(
        KampfgruppeNormandy(book).as_game().why_not(_observed(), other)[0]
    )


@proves("KN-IND-37")
def test_a_mortar_with_a_commander_asks_for_the_fire_of_others_and_not_for_its_own() -> None:
    bomb = {"size": "medium", "rating": 4, "penetration": 2}
    mortar = {**_GUN, "weapons": [{"name": "mortar", "kind": "mortar", "he": bomb}], "rules": ["command"]}
    play = KampfgruppeNormandy(lists(mortar, {**_SQUAD, "id": "de.squad"})).as_game()
    one, other = (
        replace(unit(name, "uk.3in_mortar", (x, 60)), type="pl.25pdr")
        for name, x in (("one", 40), ("other", 44))
    )
    state = game(
        unit("one", "uk.3in_mortar", (40, 60)),
        unit("other", "uk.3in_mortar", (44, 60)),
        unit("foe", "de.squad", (40, 20)),
    )
    state = told_to(state.with_unit(one).with_unit(other), "one", ActionKind.REQUEST)
    asked = RequestMission(UK, "one", ("other",), Spot(40, 20))
    assert play.why_not(state, asked) == ()
    assert "one cannot spot for itself" in str(play.why_not(state, replace(asked, guns=("one",))))


@proves("KN-KIT-01")
def test_support_tables_of_the_house_are_dropped_with_the_types_that_they_name() -> None:
    book = lists(_SQUAD)
    assert not book.support.air
    assert not book.support.general
    assert book.support.costs == HOUSE_SUPPORT.costs


@proves("KN-KIT-01")
@pytest.mark.parametrize(
    ("units", "parts", "said"),
    [
        ([{**_SQUAD, "men": 0}], {}, "roster.units[0].men: 0 is not 1 or more"),
        (
            [{**_SQUAD, "kind": "enclosed", "men": 0}],
            {},
            "roster.units[0].armour is missing; it must be given for an armoured",
        ),
        ([{**_SQUAD, "kind": "soft_skin", "men": 0}], {}, "roster.units[0].hits: 0 is not 1 or more"),
        ([_SQUAD, _SQUAD], {}, "roster.units[1].id: 'pl.squad' is not an id that no other unit has"),
        ([], {}, "roster.units is missing"),
        (
            [_SQUAD],
            {"air_support": {"polish": ["pl.squad"] * 6}},
            "roster.air_support.polish: 'pl.squad' is not an airc",
        ),
        (
            [_SQUAD],
            {"general_support": {"polish": {"army": [{"type": "uk.25pdr_battery", "count": 2}] * 6}}},
            "roster.general_support.polish.army: 'uk.25pdr_battery' is not an off-table gun of these lists",
        ),
    ],
)
def test_lists_that_contradict_themselves_are_refused(
    units: list[dict[str, Any]], parts: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadInput) as error:
        lists(*units, **parts)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("name", "points", "morale"),
    [
        # front 7 twice, side 3, rear 3; 66 mm pierced are 7, twice; HE 4, twice; two MG of 3 dice; medium tracks 3
        ("uk.sherman", 14 + 3 + 3 + 14 + 8 + 2 * 2 + 3, 2),
        # 96 mm pierced are 10, twice; HE 4, twice; a crew of 3
        ("de.pak40", 20 + 8 + 3, 2),
        # 8 men at 2 points; a Bren of 2 dice at two thirds
        ("uk.squad", 16 + 1, 1),
        # 3 men at 2; supreme command 15, command 8
        ("de.hq", 6 + 15 + 8, 3),
        # 2 hits at 2; road vehicle 3; re-supply 8: a soft-skin is worth no morale
        ("uk.supply_truck", 4 + 3 + 8, 0),
    ],
)
def test_points_and_morale_values_follow_one_sum(name: str, points: int, morale: int) -> None:
    """Worked out by hand from OUR 68 to 70 and book/house/points.py."""
    row = HOUSE_ROSTER[name]
    assert (row.points, row.morale, row.provenance) == (points, morale, Provenance.HOUSE)


@proves("KN-GROUP-11")
def test_the_house_lists_are_broad_enough_for_both_sides() -> None:
    """At least 30 vehicles and 20 guns, and for each nation all that a battle group is made of."""
    rows = HOUSE_ROSTER.values()
    assert sum(row.is_vehicle and row.kind is not Kind.AIRCRAFT for row in rows) >= 30
    assert sum(row.kind is Kind.GUN for row in rows) >= 20
    for nation in ("british", "american", "german"):
        own = [row for row in rows if row.nation == nation]
        assert {row.kind for row in own} == set(Kind)
        needed = {"supreme_command", "command", "forward_observer", "air_controller", "medic", "sniper", "engineers",
                  "re_supply", "recovery", "recce"}  # fmt: skip
        assert needed <= {rule.value for row in own for rule in row.rules}
        assert nation in HOUSE_SUPPORT.air
        assert all((nation, level) in HOUSE_SUPPORT.general for level in Level)


def test_the_list_reader_expects_a_document_checked_against_its_schema() -> None:
    assert (
        read_lists({"format": "blindhex-roster/1", "book": "kgn", "units": [_SQUAD]})
        .roster["pl.squad"]
        .points
        == 20
    )


@proves("KN-WPN-13", "KN-SUPP-25")
def test_a_machine_gun_of_own_lists_that_is_given_shells_has_none_for_armour() -> None:
    """OUR 186 is for autocannon: a list that gives he to another of the small arms changes nothing of its fire."""
    shells = {"size": "light", "rating": 1, "penetration": 1}
    gun = {**_SQUAD, "id": "uk.vickers", "weapons": [{"name": "Vickers", "kind": "hmg", "he": shells}]}
    state = game(unit("gun", "uk.vickers", (20, 24), 90), unit("foe", "de.sdkfz251", (30, 24), 270))
    book, order = lists(gun, extends="house"), Order("gun", "foe", ActionKind.SUPPRESS_SMALL_ARMS)
    sheet = work_out(Position(state, book), order, moves=False)
    assert isinstance(sheet, Sheet)
    assert not any("light HE" in reason.text for reason in sheet.reasons)
