"""The dice of an attack run from the air: machine guns, autocannon and rockets, always at long range.

Rule: KGN Aircraft firing, Aircraft attack runs, Aircraft weapons; OUR 119 to 122, 156, 211.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rules.game.chance.dice import Dice
from rules.game.chance.odds import Step, throw_steps
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.inches import is_within
from rules.ground.table.tabletop import Piece
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.concealment import Cover, save_needed
from rules.kampfgruppe_normandy.book.fire_tables import (
    AUTOMATIC,
    SHELL_EFFECT,
    SMALL_ARMS_EFFECT,
    effect_column,
)
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite, ours
from rules.kampfgruppe_normandy.book.unit_types import Kind, ShellSize, SpecialRule, Weapon, WeaponKind
from rules.kampfgruppe_normandy.book.weapons import (
    AS_FAR_AS_IN,
    ATTACKS_FROM_IN,
    DAMAGE_ON,
    FIREPOWER,
    ROCKET_HITS_ON,
    SHELL_TO_HIT,
    SMALL_ARMS_TO_HIT,
    Band,
)
from rules.kampfgruppe_normandy.effects.attack import resolve_attack
from rules.kampfgruppe_normandy.effects.indirect_fire.barrage import Barrage, blows_of, deal_out, fall_of_shot
from rules.kampfgruppe_normandy.questions.fire.aim import Aim, aim_at, observation
from rules.kampfgruppe_normandy.questions.fire.saves import save_reason
from rules.kampfgruppe_normandy.questions.fire.shells import gun_sources, pierced_on, shell_to_hit
from rules.kampfgruppe_normandy.questions.fire.small_arms import bullet_save, effect_reasons
from rules.kampfgruppe_normandy.questions.ranges import Facing, armour_at, facing_struck, inches_beside_limit
from rules.kampfgruppe_normandy.questions.sight.building_sight import look_at_building
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look
from rules.kampfgruppe_normandy.questions.target import Losses, Target, target_of
from rules.kampfgruppe_normandy.questions.volley import Round, Volley
from rules.kampfgruppe_normandy.state.position import Position

CANNON_BONUS = 1
"""What the speed of an aircraft adds to the penetration of its autocannon."""


@dataclass(frozen=True)
class Run:
    """An attack run: the number to observe the target, whether a controller has it thrown `again`, and the attack itself."""

    observe: int
    again: bool
    blow: "_Burst | _Salvo"
    reasons: tuple[Reason, ...] = field(compare=False)

    @implements("KN-AIR-15")
    def fly(self, dice: Dice) -> tuple[bool, tuple[Losses, ...]]:
        """Whether the target was observed, and the losses."""
        tries = 0 if self.observe == AUTOMATIC else 1 + self.again
        if tries and not any(dice.successes("observation", 1, 6, self.observe) for _ in range(tries)):
            return False, ()
        return True, self.blow.throw(dice)


@implements("KN-AIR-10")
def too_far_off(aircraft: Unit, target: Unit | Piece, away_in: float) -> Reason | None:
    """Why an aircraft cannot attack a target at this distance, hull to hull; None if it can.

    Rule: KGN Aircraft movement; OUR 222.
    """
    if is_within(away_in, AS_FAR_AS_IN):
        return None
    away = f'{target} is {inches_beside_limit(away_in, AS_FAR_AS_IN)}" away, beyond {AS_FAR_AS_IN:g}"'
    words = f'{aircraft} attacks from about {ATTACKS_FROM_IN:g}", and {away}'
    return Reason(words, as_read("Aircraft movement", 222))


@implements("KN-AIR-12")
def manners_of(weapon: Weapon) -> tuple[ActionKind, ...]:
    """The kinds of fire for which an aircraft may use a weapon; none for bombs, which are dropped on a marker.

    Rule: KGN Aircraft firing.
    """
    if weapon.kind is WeaponKind.AIRCRAFT_MG:
        return ActionKind.SUPPRESS_SMALL_ARMS, ActionKind.DIRECT_SMALL_ARMS
    if weapon.kind.is_autocannon:
        usual = ActionKind.SUPPRESS_HE, ActionKind.DIRECT_SMALL_ARMS
        return usual if weapon.ap is None else (*usual, ActionKind.DIRECT_AT)
    if weapon.kind is WeaponKind.AIR_ROCKET:
        return ActionKind.SUPPRESS_HE, ActionKind.DIRECT_HE, ActionKind.DIRECT_AT
    return ()


@implements("KN-AIR-12", "KN-AIR-13", "KN-SUPP-09")
def may_suppress(kind: Kind) -> bool:
    """Whether an aircraft's machine guns, always at long range, have a number to suppress this kind of unit (OUR 5)."""
    return SMALL_ARMS_EFFECT[Band.LONG][effect_column(kind)] is not None


@implements("KN-AIR-12", "KN-AIR-13", "KN-AIR-15")
def run_at(
    position: Position, aircraft: Unit, target: Unit, manner: ActionKind, weapon: Weapon, pairs: int
) -> Run:
    """The attack run of an aircraft on a target; every range is long, whatever the distance of the models.

    Rule: KGN Aircraft firing.
    """
    aim = aim_at(position, aircraft, target, moves=True)
    cover = aim.cover
    suppressing = manner in (ActionKind.SUPPRESS_SMALL_ARMS, ActionKind.SUPPRESS_HE)
    observe = AUTOMATIC if suppressing else observation(aim)[0]
    again = not suppressing and controller_sees(position, aircraft.side, target)
    reasons = [Reason("long range, as always from the air", cite("Aircraft firing"))]
    reasons.append(Reason(cover.words, ours(156)))
    if observe > AUTOMATIC:
        reasons.append(
            Reason(f"observed on {observe}+{thrown_again_words(again)}", cite("Aircraft attack runs"))
        )
    if weapon.kind is WeaponKind.AIR_ROCKET:
        words = f"{2 * pairs} rockets, each hits on a 6; one test for all that hit"
        reasons.append(Reason(words, as_read("Aircraft weapons: rockets", 120, 122, 180)))
        salvo = _Salvo(_under_rockets(position, target, cover, weapon), 2 * pairs, suppressing)
        return Run(observe, again, salvo, (*reasons, *_rocket_reasons(salvo, weapon, cover)))
    burst = _Burst(*_guns(aim, manner, weapon))
    gun_reasons = _gun_reasons(aim, burst.volley, burst.target, weapon)
    return Run(observe, again, burst, (*reasons, *gun_reasons))


@implements("KN-AIR-15")
def controller_sees(position: Position, side: str, target: Unit | Piece) -> bool:
    """Whether an air controller on the table sees a target, so that failing to observe it may be thrown again.

    A controller aboard a vehicle does not help (OUR 211).
    """
    return any(
        (
            look_at_building(position, unit, target)
            if isinstance(target, Piece)
            else look(position, unit, target)
        ).is_open
        for unit in position.on_table()
        if unit.side == side and position.type(unit).has(SpecialRule.AIR_CONTROLLER)
    )


def thrown_again_words(again: bool) -> str:
    """The words that follow the number to observe a target, if the controller has it thrown again."""
    return ", once again by the controller's help" if again else ""


@implements("KN-AIR-13", "KN-AIR-17", "KN-AIR-18")
def _guns(aim: Aim, manner: ActionKind, weapon: Weapon) -> tuple[Volley, Target]:
    position, target = aim.position, aim.target
    column = effect_column(aim.kind)
    dice = weapon.count * FIREPOWER[weapon.kind].dice
    needed = SMALL_ARMS_TO_HIT[weapon.kind][Band.LONG]
    assert needed is not None
    pools = ((dice, needed),)
    facing = facing_struck(position.base(target), aim.seen.eye)
    struck_target = target_of(position, target, armour_at(position.type(target).armour, facing))
    if manner is ActionKind.DIRECT_AT:
        assert weapon.ap is not None
        to_hit, _ = shell_to_hit(aim, Band.LONG, anti_tank=True)
        value = weapon.ap[Band.LONG] + CANNON_BONUS
        minus = to_hit - SHELL_TO_HIT[Band.LONG]
        volley = Volley(Round.AP, False, None, to_hit=to_hit, minus=minus, penetration=value)
        return volley, struck_target
    effects: tuple[int, ...] = ()
    if manner is ActionKind.SUPPRESS_SMALL_ARMS:
        effect = SMALL_ARMS_EFFECT[Band.LONG][column]
        effects = () if effect is None else (effect,)
    elif manner is ActionKind.SUPPRESS_HE:
        effect = SHELL_EFFECT[ShellSize.LIGHT][column]
        effects = () if effect is None else (effect,) * FIREPOWER[weapon.kind].light_he
    suppressing = manner is not ActionKind.DIRECT_SMALL_ARMS
    save, _ = bullet_save(aim, suppressing=suppressing)
    effect_save = save_needed(aim.kind, aim.cover_from_suppression)
    volley = Volley(
        Round.BULLETS, suppressing, None, pools, effects=effects, effect_save=effect_save, hit_save=save
    )
    if manner is ActionKind.SUPPRESS_HE and aim.kind.is_armoured and weapon.he is not None:
        value = weapon.he.penetration + CANNON_BONUS
        shell = replace(weapon.he, penetration=value)
        volley = replace(volley, round=Round.HE, shell=shell, penetration=value)
    return volley, struck_target


def _gun_reasons(aim: Aim, volley: Volley, target: Target, weapon: Weapon) -> Iterator[Reason]:
    """The reasons for every number of a run with guns: dice, effects, penetration, and the save."""
    yield from (
        Reason(f"{dice} dice hit on {needed}+", cite("Aircraft firing"))
        for dice, needed in volley.pools
        if not target.kind.is_armoured
    )
    yield from effect_reasons(volley.effects)
    if volley.round is Round.AP:
        words = f"hits on {min(6, volley.to_hit)}+ at long range, -1 for its own move counted"
        yield Reason(words, cite("Direct fire: modifiers to hit"))
    if volley.round is Round.HE:
        yield Reason("a direct hit is one of light HE", ours(186))
    if volley.penetration is not None:
        words = f"penetration {volley.penetration}, {CANNON_BONUS} of it for its speed, against armour {target.armour}"
        yield Reason(
            f"{words}{pierced_on(volley.penetration, target.armour)}",
            cite("Autocannons").together_with(*gun_sources(weapon, volley.round)),
        )
    elif not target.kind.is_armoured:
        yield from bullet_save(aim, suppressing=volley.suppressing)[1]


def _rocket_reasons(salvo: "_Salvo", weapon: Weapon, cover: Cover) -> Iterator[Reason]:
    target, shell = salvo.barrage.targets[0], salvo.barrage.shell
    if salvo.suppressing and (effect := SHELL_EFFECT[shell.size][effect_column(target.kind)]) is not None:
        yield Reason(f"one that falls close suppresses on {effect}+", cite("Suppression effects"))
    if target.kind.is_armoured:
        words = f"penetration {shell.penetration} against rear armour {target.armour}"
        where = cite("Aircraft weapons: rockets", weapon.provenance)
        yield Reason(f"{words}{pierced_on(shell.penetration, target.armour)}", where)
    else:
        words = f"{shell.size.words} HE: {shell.rating} damage dice, each a hit on {DAMAGE_ON[shell.size]}+"
        yield Reason(words, cite("Direct fire - high explosive: damage"))
        yield save_reason(target.kind, cover)


def _under_rockets(position: Position, target: Unit, cover: Cover, weapon: Weapon) -> Barrage:
    """A target under rockets, which strike the top of armour, counted as its rear."""
    assert weapon.he is not None
    struck_target = target_of(position, target, armour_at(position.type(target).armour, Facing.REAR))
    struck_target = replace(struck_target, save=save_needed(struck_target.kind, cover))
    aboard = struck_target.passengers
    carriers = ("", *[target.id] * len(aboard))
    roofed = frozenset(passenger.unit for passenger in aboard)
    return Barrage(weapon.he, (struck_target, *aboard), carriers, roofed)


@dataclass(frozen=True)
class _Burst:
    """Machine guns or autocannon at one target."""

    volley: Volley
    target: Target

    def throw(self, dice: Dice) -> tuple[Losses, ...]:
        return (resolve_attack(self.volley, self.target, dice).target,)


@dataclass(frozen=True)
class _Salvo:
    """Rockets at one target: each hits on a 6; when they suppress, each is a shot of suppressing fire (OUR 120, 122)."""

    barrage: Barrage
    count: int
    suppressing: bool

    @implements("KN-AIR-19", "KN-AIR-20")
    def throw(self, dice: Dice) -> tuple[Losses, ...]:
        return throw_steps(self.barrage, [*self._falls(), *blows_of(self.barrage, self.count)], dice).losses

    def _falls(self) -> list[Step[Barrage]]:
        if self.suppressing:
            return [*[fall_of_shot] * self.count, deal_out]
        return [self._hit, deal_out]

    def _hit(self, barrage: Barrage, dice: Dice) -> Barrage:
        return replace(barrage, directs=dice.successes("rockets that hit", self.count, 6, ROCKET_HITS_ON))


RULE_IDS = {"CANNON_BONUS": "KN-AIR-18"}
