"""A line of a battle group roster: the kind of unit, its armour, weapons and special rules."""

from dataclasses import dataclass
from enum import StrEnum

from rules.errors import BadInput
from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.units import Symbol


class Kind(StrEnum):
    """The types of unit the rules tell apart."""

    INFANTRY = "infantry"
    SOFT_SKIN = "soft_skin"
    OPEN_TOPPED = "open_topped"
    ENCLOSED = "enclosed"
    GUN = "gun"
    AIRCRAFT = "aircraft"

    @property
    def is_armoured(self) -> bool:
        return self in _ARMOURED

    @property
    def is_vehicle(self) -> bool:
        """Whether the vehicle rows of the tables hold for it."""
        return self in _VEHICLES

    @property
    def words(self) -> str:
        return self.value.replace("_", "-")


_ARMOURED = Kind.OPEN_TOPPED, Kind.ENCLOSED
_VEHICLES = Kind.SOFT_SKIN, *_ARMOURED, Kind.AIRCRAFT
_INFANTRY = Kind.INFANTRY


class Mobility(StrEnum):
    """The rows of the table of movement rates."""

    FOOT = "foot"
    SLOW_TRACKS = "slow_tracks"
    MEDIUM_TRACKS = "medium_tracks"
    FAST_TRACKS = "fast_tracks"
    VERY_FAST_TRACKS = "very_fast_tracks"
    HALF_TRACK = "half_track"
    MOTORCYCLE = "motorcycle"
    ROAD_VEHICLE = "road_vehicle"
    CROSS_COUNTRY = "cross_country"
    HORSE = "horse"
    CART = "cart"
    HORSE_TOWED = "horse_towed"
    BICYCLE = "bicycle"
    MAN_HANDLED = "man_handled"
    BOAT = "boat"
    NONE = "none"

    @property
    def is_wheeled(self) -> bool:
        return self in (Mobility.MOTORCYCLE, Mobility.ROAD_VEHICLE, Mobility.CROSS_COUNTRY, Mobility.CART)


@implements("KN-SPEC-07")
class SpecialRule(StrEnum):
    """The special rules of units, and the roles that rules speak of without listing them."""

    SUPREME_COMMAND = "supreme_command"
    COMMAND = "command"
    SIGNALS = "signals"
    MESSENGER = "messenger"
    RE_SUPPLY = "re_supply"
    MEDIC = "medic"
    RECCE = "recce"
    SNIPER = "sniper"
    ENGINEERS = "engineers"
    RECOVERY = "recovery"
    BRIDGING = "bridging"
    VETERAN = "veteran"
    FORWARD_OBSERVER = "forward_observer"
    AIR_CONTROLLER = "air_controller"
    MINESWEEPER = "minesweeper"
    FLAIL = "flail"
    BULLDOZER = "bulldozer"
    FASCINE = "fascine"
    DEMOLITION_CHARGE = "demolition_charge"
    AMPHIBIOUS = "amphibious"
    OFF_TABLE = "off_table"


class ShellSize(StrEnum):
    """The sizes of high explosive."""

    LIGHT = "light"
    MEDIUM = "medium"
    HEAVY = "heavy"
    VERY_HEAVY = "very_heavy"

    @property
    def words(self) -> str:
        return self.value.replace("_", " ")


class WeaponKind(StrEnum):
    """The kind of weapon by which the tables are read."""

    SMALL_ARMS = "small_arms"
    LMG = "lmg"
    MMG = "mmg"
    HMG = "hmg"
    SMALL_AUTOCANNON = "small_autocannon"
    LARGE_AUTOCANNON = "large_autocannon"
    MULTIPLE_AUTOCANNON = "multiple_autocannon"
    MULTIPLE_HMG = "multiple_hmg"
    TANK_MG = "tank_mg"
    PINTLE_MG = "pintle_mg"
    FLAMETHROWER = "flamethrower"
    HAND_HEAT = "hand_heat"
    PANZERFAUST = "panzerfaust"
    LIGHT_MORTAR = "light_mortar"
    MORTAR = "mortar"
    AT_GUN = "at_gun"
    HOWITZER = "howitzer"
    CANNON = "cannon"
    ROCKETS = "rockets"
    AIRCRAFT_MG = "aircraft_mg"
    BOMB = "bomb"
    AIR_ROCKET = "air_rocket"

    @property
    def is_autocannon(self) -> bool:
        return self in _AUTOCANNONS

    @property
    def fires_heat(self) -> bool:
        """Whether it is fired from the hand with a HEAT warhead."""
        return self in _HAND_HEAT

    @property
    def is_main_gun(self) -> bool:
        """Whether an armoured vehicle carries a limited number of shells for it."""
        return self in _MAIN_GUNS


_AUTOCANNONS = WeaponKind.SMALL_AUTOCANNON, WeaponKind.LARGE_AUTOCANNON, WeaponKind.MULTIPLE_AUTOCANNON
_HAND_HEAT = WeaponKind.HAND_HEAT, WeaponKind.PANZERFAUST
_MAIN_GUNS = WeaponKind.AT_GUN, WeaponKind.HOWITZER, WeaponKind.CANNON


class Mount(StrEnum):
    """How a weapon is mounted, which settles its arc."""

    HAND = "hand"
    TURRET = "turret"
    HULL = "hull"
    PINTLE = "pintle"
    GROUND = "ground"


@dataclass(frozen=True, slots=True)
class HighExplosive:
    """An HE shell: its size, how many damage dice it has, and what it penetrates at any range."""

    size: ShellSize
    rating: int
    penetration: int

    def __str__(self) -> str:
        return f"{self.size.words} {self.rating}"


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon of a unit: its rows in the tables, and the shells it has.

    `ap` are the penetration values in the six range bands; `min_in` and `max_in` bound indirect fire, None is no
    bound. `uses` are shots a game, None is no limit. `count` is how many identical weapons the unit has.
    """

    name: str
    kind: WeaponKind
    mount: Mount = Mount.HAND
    he: HighExplosive | None = None
    ap: tuple[int, ...] | None = None
    count: int = 1
    min_in: float | None = None
    max_in: float | None = None
    uses: int | None = None
    provenance: Provenance = Provenance.HOUSE

    @property
    def is_for_armour(self) -> bool:
        """Whether it can attack armour with more than high explosive: armour piercing rounds, HEAT or flame."""
        return self.ap is not None or self.kind.fires_heat or self.kind is WeaponKind.FLAMETHROWER


@dataclass(frozen=True, slots=True)
class Armour:
    """The armour values of a vehicle."""

    front: int
    side: int
    rear: int


_CREWED = {
    WeaponKind.MORTAR: Symbol.MORTAR,
    WeaponKind.LIGHT_MORTAR: Symbol.MORTAR,
    WeaponKind.AT_GUN: Symbol.GUN,
    WeaponKind.HMG: Symbol.MACHINE_GUN,
    WeaponKind.MMG: Symbol.MACHINE_GUN,
    WeaponKind.HAND_HEAT: Symbol.ANTI_TANK_WEAPON,
}
"""The weapons whose symbol a small team on foot shows, the heaviest first."""
_MOST_IN_A_CREW = 4
MOST_IN_A_TEAM = 3
"""A team is two or three men who man a weapon, a squad four or more."""
_SYMBOLS = {
    Kind.SOFT_SKIN: Symbol.TRUCK,
    Kind.OPEN_TOPPED: Symbol.HALFTRACK,
    Kind.ENCLOSED: Symbol.TANK,
    Kind.GUN: Symbol.GUN,
    Kind.AIRCRAFT: Symbol.AIRCRAFT,
}


@dataclass(frozen=True, slots=True)
@implements("KN-PRIN-17", "KN-PRIN-18", "KN-PRIN-25", "KN-PRIN-26", "KN-PRIN-27", "KN-PRIN-28", "KN-PRIN-30")
class KgnType:
    """One line of a roster: a squad, a team, a vehicle, a gun with its crew or an aircraft.

    `men` are the models of a squad or crew (0 for vehicles), `hits` what a soft-skin or aircraft can take,
    `ammunition` the rounds of an armoured vehicle's main gun, `capacity` the models it carries; `length_in`
    and `width_in` are its footprint, of one man for infantry.
    """

    id: str
    name: str
    nation: str
    kind: Kind
    mobility: Mobility
    points: int = 0
    morale: int = 0
    men: int = 0
    weapons: tuple[Weapon, ...] = ()
    armour: Armour | None = None
    hits: int = 0
    ammunition: int = 0
    capacity: int = 0
    tows: bool = False
    skirts: bool = False
    shield: bool = False
    rules: frozenset[SpecialRule] = frozenset()
    length_in: float = 0.6
    width_in: float = 0.6
    provenance: Provenance = Provenance.HOUSE
    height_in: float | None = None
    """How tall its models stand, if not as tall as those of its class (OUR 74)."""

    def __hash__(self) -> int:
        """Hash by the id alone, which is quicker; equality still compares every field."""
        return hash(self.id)

    @property
    def is_vehicle(self) -> bool:
        return self.kind.is_vehicle

    @property
    def symbol(self) -> Symbol:
        """The symbol on its counter, by its role, else its heaviest weapon, else its kind."""
        if self.is_infantry:
            if self.has(SpecialRule.COMMAND) or self.has(SpecialRule.SUPREME_COMMAND):
                return Symbol.LEADER
            if self.has(SpecialRule.RECCE):
                return Symbol.RECCE
            kinds = {weapon.kind for weapon in self.weapons if self.men <= _MOST_IN_A_CREW}
            return next((symbol for kind, symbol in _CREWED.items() if kind in kinds), Symbol.INFANTRY)
        return _SYMBOLS[self.kind]

    @property
    def is_infantry(self) -> bool:
        return self.kind is _INFANTRY

    @property
    @implements("KN-MOVE-10", "KN-MOVE-13")
    def goes_on_foot(self) -> bool:
        """Whether difficult ground and obstacles cost it nothing: infantry on foot, not men who ride (OUR 228)."""
        return self.is_infantry and self.mobility is Mobility.FOOT

    @property
    @implements("KN-PRIN-18")
    def is_team(self) -> bool:
        """Whether it is an infantry team, serving a weapon, rather than a squad (OUR 194).

        Men who serve a medium or heavy mortar are a team, however many they are (OUR 197).
        """
        return self.is_infantry and (self.serves_mortar or self.men <= MOST_IN_A_TEAM)

    @property
    def serves_mortar(self) -> bool:
        """Whether it is infantry that serves a medium or heavy mortar (OUR 197)."""
        return self.is_infantry and any(weapon.kind is WeaponKind.MORTAR for weapon in self.weapons)

    @property
    @implements("KN-SHOOT-05", "KN-SHOOT-06")
    def faces_all_round(self) -> bool:
        """Whether it fires all its weapons in any direction: infantry does, except men with a mortar (OUR 197)."""
        return self.is_infantry and not self.serves_mortar

    def has(self, rule: SpecialRule) -> bool:
        return rule in self.rules

    def weapon(self, name: str) -> Weapon:
        """The weapon of that name.

        Raises:
            BadInput: if it has none.
        """
        for weapon in self.weapons:
            if weapon.name == name:
                return weapon
        raise BadInput(f"weapon of {self.name}", name, f"one of {', '.join(w.name for w in self.weapons)}")

    @property
    def special_weapons(self) -> tuple[str, ...]:
        """The weapons that a unit on foot can lose: machine gun, light mortar, anti-tank weapon, flamethrower."""
        if not self.is_infantry:
            return ()
        return tuple(w.name for w in self.weapons for _ in range(w.count) if w.kind in _SPECIAL)


_SPECIAL = frozenset({
    WeaponKind.LMG, WeaponKind.MMG, WeaponKind.HMG, WeaponKind.HAND_HEAT, WeaponKind.PANZERFAUST,
    WeaponKind.LIGHT_MORTAR, WeaponKind.FLAMETHROWER,
})  # fmt: skip
