"""The editions: a named switch for each difference in play, and the source of each section that 2019 does not print.

The 2019 set follows the text of 2019. Where that text stops, the designer's examples of that year come before
any later wording. series-3.1 follows the Series Rules of 30 November 2023.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any

from rules.errors import BadInput, Unknown

STRICT_2019 = "strict_2019"
"""The name that turns on every `Switch` at once."""


class Switch(StrEnum):
    """Takes one rule literally as 2019 prints it, where we otherwise follow a later clarification or the sense of the book."""

    LOWER_WOODS_BLOCK = "lower_woods_block"
    LOWER_BUILDINGS_BLOCK = "lower_buildings_block"
    LOWER_WALLS_BLOCK = "lower_walls_block"
    ANY_CONTOUR_BLOCKS = "any_contour_blocks"
    BLIND_AT_ANY_LEVEL = "blind_at_any_level"
    HEXSIDES_OPEN_BETWEEN_LEVELS = "hexsides_open_between_levels"
    ANY_HEX_HINDERS_BESIDE = "any_hex_hinders_beside"
    ROAD_ROW_ON_SAME_LEVEL_ONLY = "road_row_on_same_level_only"


class LaterGround(StrEnum):
    """Takes one rule of terrain from a later edition; the field of the same name in `Edition` turns it on."""

    ONLY_FOREST_BLOCKS_BESIDE = "only_forest_blocks_beside"
    FOREST_ROADS_BLOCK = "forest_roads_block"
    TREE_LINES = "tree_lines"
    ENCLOSED_ROADS = "enclosed_roads"
    FOREST_ROADS_FOR_AFVS = "forest_roads_for_afvs"
    URBAN_BY_ROAD_OR_GAP = "urban_by_road_or_gap"
    NO_BONUS_NEAR_ENEMIES = "no_bonus_near_enemies"
    RIVER_STOPS = "river_stops"
    STREETS_HOLD_TWO = "streets_hold_two"


class LaterEdition(StrEnum):
    """The sources after the text of 2019, as a citation names them."""

    EXAMPLES_2019 = "the designer's examples of 2019"
    SERIES_2_1 = "Series Rules v2.1"
    BASIC_TRAINING = "Basic Training 2023"
    SERIES_3_0 = "Series Rules v3.0"
    SERIES_3_1 = "Series Rules v3.1"


def later_edition(section: str) -> LaterEdition:
    """The source of a section that 2019 does not print: Series Rules v2.1, the oldest that can be proven,
    unless listed otherwise."""
    return _NOT_2_1.get(section, LaterEdition.SERIES_2_1)


_NOT_2_1: Mapping[str, LaterEdition] = MappingProxyType({
    "4.1.3": LaterEdition.EXAMPLES_2019,
    "4.1.4": LaterEdition.EXAMPLES_2019,
    "4.1.6a": LaterEdition.EXAMPLES_2019,
    "4.1.10": LaterEdition.SERIES_3_0,
    "4.1.13": LaterEdition.EXAMPLES_2019,
    "6.0": LaterEdition.SERIES_3_1,
    "8.3c": LaterEdition.SERIES_3_1,
    "10.3.1d": LaterEdition.SERIES_3_1,
    "10.3.3c": LaterEdition.SERIES_3_1,
    "10.4.6.1b": LaterEdition.SERIES_3_0,
    "10.4.6.1d": LaterEdition.BASIC_TRAINING,
    "10.4.6.2d": LaterEdition.SERIES_3_0,
    "11.3.3h": LaterEdition.BASIC_TRAINING,
    "11.3.3l": LaterEdition.SERIES_3_0,
    "11.5.1d.2": LaterEdition.SERIES_3_1,
    "11.5.2.2": LaterEdition.SERIES_3_1,
    "11.5.4f": LaterEdition.BASIC_TRAINING,
    "11.5.4l": LaterEdition.SERIES_3_0,
    "13.1e": LaterEdition.BASIC_TRAINING,
    "13.1f": LaterEdition.BASIC_TRAINING,
    "13.2.3": LaterEdition.EXAMPLES_2019,
    "16.2": LaterEdition.SERIES_3_1,
    "17.7c": LaterEdition.SERIES_3_0,
    "17.8.1b": LaterEdition.SERIES_3_0,
    "17.9.2a": LaterEdition.SERIES_3_0,
    "20.1b": LaterEdition.SERIES_3_1,
    "21.1": LaterEdition.SERIES_3_1,
    "21.1c": LaterEdition.SERIES_3_1,
    "21.1d": LaterEdition.SERIES_3_1,
    "21.3": LaterEdition.SERIES_3_1,
    "21.4": LaterEdition.SERIES_3_1,
    **dict.fromkeys(("22.0", *(f"22.1.{number}" for number in range(1, 9))), LaterEdition.SERIES_3_1),
})  # fmt: skip


@dataclass(frozen=True)
class Edition:
    """The choices of one edition; the defaults are those of 2019, and a mission may set every field by its name."""

    name: str
    attacker_begins: bool = False
    """Whether the attacker has the initiative in the first turn without a roll (17.2); otherwise both sides roll."""
    lost_coordination_frees_tanks: bool = True
    """Whether a company that failed to coordinate may activate an AFV platoon of any company in place of its own (7.1)."""
    tanks_act_with_their_riders: bool = False
    """Whether an AFV with riders is activated with their platoon alone (7.2b of 3.1).

    Otherwise it is activated with its own platoon, but does not drive with riders who are not activated."""
    heroes_act_first: bool = False
    """Whether heroes act before all others of their segment, and before any call for mortar fire in it (3.1)."""
    german_vehicle_destruction: int = 2
    """Added to a German squad's Vehicle Destruction Attempt after September 1943 (13.6.2)."""
    assault_value_3_destroys: bool = True
    """Whether a squad of Assault Value 3 adds 1 to its attempt."""
    unsupported_in_motion: bool = True
    """Whether the 3 for a vehicle alone in or next to cover also holds for one in motion."""
    concealment_by_act: bool = False
    """Whether units lose concealment by acting in sight of any enemy, through smoke too, and vehicles if next to an enemy
    as a segment ends (3.1). In 2019 also by an enemy who comes near, but to none under mortar fire, in an
    assault or behind smoke."""
    concealment_lost_above_too: bool = True
    """Whether a result above the best Cohesion strips concealment by itself; otherwise only an equal result does."""
    cover_fire_reveals_hexes: int = 3
    """A unit on foot that fires from cover within so many hexes of an enemy loses concealment (one that moves: within 3)."""
    latw_cover_reveals_hexes: int = 2
    own_hex_mortar_check: bool = False
    """Whether a leader needs a Cohesion die to call mortar fire on his own hex."""
    obscure_target: bool = True
    """Whether Halt & Fire at a target not seen at the start suffers -1."""
    latw_fires_at_guns: bool = True
    assault_hex_reactions: bool = False
    """Whether units in a marked assault hex may react (10.5.3.1); otherwise a leader may only ask for mortar fire."""
    reinforce_from_afar: bool = False
    """Whether reacting units may also maneuver next to friends in an assault, and go in at Marker Adjustment (10.5.2.2)."""
    combined_assault: bool = True
    shelled_target_feints: bool = False
    """Whether all units waiting to assault a hex feint once it is a primary impact hex (3.1); in 2019 men just stay."""
    destroyed_fp_leaves_ip: bool = False
    fp_stacking_steps: int = 4
    two_leaders_and_two_latws: bool = False
    """Whether a hex holds two leaders and two LATWs (3.1); otherwise two of them in all (2.4)."""
    streets_hold_two: bool = False
    """Whether an urban road hex holds two vehicles like any other hex (3.1); otherwise one (4.1.9g)."""
    ten_shocks_within: int = 0
    """An unmodified 10 shocks an AFV if the result falls short of its AV by no more than this; 0 means never."""
    motion_armour_any_vehicle: bool = False
    """Whether a mortar's 10 may strike a vehicle in motion."""
    shocked_falls_in_assault: bool = True
    """Whether a shocked vehicle among steady enemies is destroyed before the die (Basic Training, 2023); otherwise only
    one that defends alone against an AFV (3.1)."""
    fp_suppressed: bool = False
    """Whether anti-tank markers suppress a fortified position; in 2019 nothing does (4.1.14b)."""
    vehicle_retreat_mp: int = 4
    urban_row_2_to_5_both: bool = False
    later_unseen_reactions: bool = False
    """Whether units that saw no enemy act react by 8.3 of 3.1: they withdraw by a die, recover if Elite, and
    with any number of leaders."""
    withdrawal_regroups: bool = False
    """Whether units that withdraw next to enemies regroup (3.1); in 2019 they roll and may disrupt."""
    later_withdrawal_order: bool = False
    """Whether a withdrawal chooses its hexes by the order of 3.1; otherwise by that of 2019 (10.3.1.1).

    In 3.1 lateral hexes rank with those toward the own edge, busy enemies and steady friends count, and units may
    leave over the sides of the map."""
    slow_withdrawals: bool = False
    """Whether a withdrawal through a river or town, or at night, goes three hexes at most (10.3.1d)."""
    deployed_may_fire: bool = False
    """Whether one of the two sections of a deploying squad may fire at once, and an idle section may react like any
    unit (10.3.2c, d of 3.1); otherwise both may only maneuver."""
    recombine_by_die: bool = False
    """Whether sections in different states may recombine too; a die decides if their squad is in good order (10.3.3c)."""
    river_exit_at_most: int = 0
    """The highest die on which a unit leaves a river; 0 means its Cohesion (2019)."""
    overwatch: bool = False
    """Whether an active vehicle in motion may stop to fire in reaction (10.4.1b.iii)."""
    bypass: bool = False
    """Whether vehicles may drive through an enemy hex and draw its fire (10.4.5.1)."""
    trucks_inherent: bool = False
    """Whether each towed gun has a truck of its own, on the map only while it tows the gun (10.4.6.3)."""
    later_overrun: bool = False
    """Whether overruns follow the later rules (10.4.5.2 to 10.4.5.4).

    Stacks start in one hex, enemy vehicles may drive off, the overrun puts a marker on the hex or an ATDRM 2 on
    one gun or vehicle, a squad may answer with a die of 10, and a hex is overrun only once."""
    overrun_fire_on_the_spot: bool = False
    """Whether the fire at an overrunning vehicle is resolved before it goes on (Basic Training, 2023)."""
    dense_odd_step_counts: bool = True
    """Whether an odd step of a dense target counts; Basic Training of 2023 rounds it down for small arms."""
    two_may_enfilade_one: bool = False
    """Whether fires at two AFVs of a hex need not be divided evenly if one of the fires enfilades."""
    forced_off_disrupts: bool = False
    """Whether riders forced off in or next to a hex with a known enemy disrupt (Basic Training, 2023)."""
    dummies_move_in_clean_up: bool = False
    """Whether dummies may move to other hexes in Clean Up, an option of a mission (17.8)."""
    defender_digs_in: bool = False
    """Whether the defender's men may be set up in improved positions of their own (17.7c); otherwise only in the mission's."""
    hidden_gun_bonus: bool = False
    """Whether a hidden gun that fires as it is revealed adds 1."""
    no_bonus_near_enemies: bool = False
    """Whether road hexes within two hexes of known enemy combat units lose the road bonus."""
    forest_roads_for_afvs: bool = False
    """Whether of all vehicles only AFVs may drive onto or off a road that runs through woods or forest."""
    river_stops: bool = False
    """Whether a river hex ends a maneuver on foot, and a step from river to river costs the whole allowance."""
    urban_by_road_or_gap: bool = False
    """Whether men may go from one urban building hex to the next only by road or through a drawn gap."""
    command_and_control: bool = False
    """Whether squads of an activated platoon that are out of command must come back (19.1), an option of the players."""
    foot_and_mortars_only: bool = False
    """Whether vehicles and anti-tank fire are left out, as 2.4 advises for a first game; an option of the players."""
    only_forest_blocks_beside: bool = False
    """Whether bare hills beside a line along hexsides do not block on one level (4.2.1b)."""
    forest_roads_block: bool = False
    """Whether a line between levels is blocked along a road through forest or tree lines (4.2.2b)."""
    tree_lines: bool = False
    """Whether the tree lines of a board block sight and vehicles and give cover."""
    enclosed_roads: bool = False
    """Whether a road between buildings, trees or tree lines lets sight through the forest, and limits fire and observation."""

    @cached_property
    def ground(self) -> frozenset[LaterGround]:
        """The switches of sight and movement that this edition turns on."""
        return frozenset(switch for switch in LaterGround if getattr(self, switch))

    def with_switches(self, switches: Mapping[str, Any]) -> "Edition":
        """This edition with some of its switches changed.

        Raises:
            Unknown: if there is no such switch.
            BadInput: if a value is of the wrong kind.
        """
        for name, value in switches.items():
            if name not in SWITCHES:
                raise Unknown("switch", name, sorted(SWITCHES))
            SWITCHES[name].check(value)
        return replace(self, **switches)


@dataclass(frozen=True, slots=True)
class EditionSwitch:
    """A switch of the editions: its name, and whether its value is a whole number or true and false."""

    name: str
    is_number: bool

    def check(self, value: object) -> None:
        """Refuse a value that the switch cannot have.

        Raises:
            BadInput: if it is of the wrong kind.
        """
        if type(value) is not (int if self.is_number else bool):
            raise self._wrong_value(value)

    def read(self, text: str) -> bool | int:
        """The value written in a text; an empty text turns on a switch of true and false.

        Raises:
            BadInput: if the switch cannot have this value, or is a number and none is written.
        """
        if not self.is_number and text in _TRUE_OR_FALSE:
            return _TRUE_OR_FALSE[text]
        if self.is_number and text.isdecimal():
            return int(text)
        raise self._wrong_value(text)

    def _wrong_value(self, value: object) -> BadInput:
        return BadInput(
            f"switches.{self.name}", value, "a whole number" if self.is_number else "true or false"
        )


_TRUE_OR_FALSE = {"": True, "true": True, "false": False}

SWITCHES: Mapping[str, EditionSwitch] = MappingProxyType(
    {
        field.name: EditionSwitch(field.name, field.type is int)
        for field in fields(Edition)
        if field.name != "name"
    }
)
"""Every switch of the editions by its name."""

BOOK_2019 = Edition("2019")

SERIES_3_1 = Edition(
    name="series-3.1",
    attacker_begins=True,
    lost_coordination_frees_tanks=False,
    tanks_act_with_their_riders=True,
    heroes_act_first=True,
    german_vehicle_destruction=1,
    unsupported_in_motion=False,
    concealment_by_act=True,
    concealment_lost_above_too=False,
    cover_fire_reveals_hexes=2,
    latw_cover_reveals_hexes=1,
    own_hex_mortar_check=True,
    obscure_target=False,
    latw_fires_at_guns=False,
    assault_hex_reactions=True,
    reinforce_from_afar=True,
    combined_assault=False,
    shelled_target_feints=True,
    destroyed_fp_leaves_ip=True,
    fp_stacking_steps=0,
    two_leaders_and_two_latws=True,
    streets_hold_two=True,
    ten_shocks_within=2,
    motion_armour_any_vehicle=True,
    shocked_falls_in_assault=False,
    fp_suppressed=True,
    later_unseen_reactions=True,
    withdrawal_regroups=True,
    later_withdrawal_order=True,
    slow_withdrawals=True,
    deployed_may_fire=True,
    recombine_by_die=True,
    river_exit_at_most=6,
    overwatch=True,
    bypass=True,
    trucks_inherent=True,
    later_overrun=True,
    overrun_fire_on_the_spot=True,
    two_may_enfilade_one=True,
    defender_digs_in=True,
    hidden_gun_bonus=True,
    no_bonus_near_enemies=True,
    forest_roads_for_afvs=True,
    river_stops=True,
    urban_by_road_or_gap=True,
    only_forest_blocks_beside=True,
    forest_roads_block=True,
    tree_lines=True,
    enclosed_roads=True,
)

EDITIONS: Mapping[str, Edition] = MappingProxyType(
    {edition.name: edition for edition in (BOOK_2019, SERIES_3_1)}
)


def edition(name: str) -> Edition:
    """The edition of that name: 2019 or series-3.1.

    Raises:
        Unknown: if there is none.
    """
    if name not in EDITIONS:
        raise Unknown("edition", name, EDITIONS)
    return EDITIONS[name]
