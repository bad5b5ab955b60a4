"""Fire of one unit on another as a ruling: what it needs to hit, and the odds.

Rule: KGN Shooting.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial

from rules.errors import BadInput
from rules.game.chance.odds import Odds, odds_of
from rules.game.chance.percent import percent
from rules.game.engine.position import store_answer
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Shot, Sight, Visibility
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import FIRE_KINDS, ActionKind
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.effects.after_a_hit import reasons_after_hit
from rules.kampfgruppe_normandy.effects.attack import resolve_attack
from rules.kampfgruppe_normandy.effects.harm import losses_from_wounds
from rules.kampfgruppe_normandy.play.air_fire_question import AirFire, air_fires, is_in_the_air
from rules.kampfgruppe_normandy.questions.activation import moves
from rules.kampfgruppe_normandy.questions.fire.fire_orders import orders_of, work_out
from rules.kampfgruppe_normandy.questions.fire.fire_sheet import Order, Refused, Sheet
from rules.kampfgruppe_normandy.questions.main_gun import indirect_only
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import TargetAtSpots, look
from rules.kampfgruppe_normandy.questions.sight.observation import observed
from rules.kampfgruppe_normandy.questions.target import Fate, Losses, Target
from rules.kampfgruppe_normandy.questions.volley import Volley
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Activation, with_progress

_PLACES_KEPT = 4
"""How many places stay remembered: each is asked about for several enemies in a row, and not again later."""

MANNERS = tuple(kind.value for kind in FIRE_KINDS)


def fire(state: GameState, book: BookData, firer: Unit, target: Unit, manner: str) -> Ruling[Shot]:
    """What does he need to hit, and what are the odds? Every number is a cited reason, and other ways to fire are named.

    Without a manner, the first that is possible: anti-tank fire at armour; direct fire at others with small arms, HE, AP; then
    suppressing fire.

    Raises:
        BadInput: if there is no such manner.
    """
    if manner and manner not in MANNERS:
        raise BadInput("manner", manner, f"one of {', '.join(MANNERS)}")
    position = Position(state, book)
    kinds = [ActionKind(manner)] if manner else list(_usual_kinds(position, target))
    if is_in_the_air(position, firer) or (is_in_the_air(position, target) and not manner):
        return _in_the_air(position, firer, target, kinds)
    refused: dict[str, Reason] = {}
    if sheets := list(_sheets(position, firer, target, kinds, refused)):
        return _shot(position, firer, target, sheets[0], sheets[1:])
    lobs = (
        reason for weapon in position.type(firer).weapons if (reason := indirect_only(weapon)) is not None
    )
    refused |= {reason.text: reason for reason in lobs}
    ruling = _refused(position, firer, target, refused)
    hidden = _sight_reasons(position, firer, target, {reason.text for reason in ruling.reasons})
    return replace(ruling, reasons=(*ruling.reasons, *hidden))


def _refused(position: Position, firer: Unit, target: Unit, refused: dict[str, Reason]) -> Ruling[Shot]:
    """The ruling that there is no shot, with each reason once."""
    reasons = tuple(refused.values()) or (Reason(f"{firer} has no weapon for it", ours(38)),)
    return Ruling(f"{firer} fires at {target}", _no_shot(position, firer, target), reasons)


def _in_the_air(position: Position, firer: Unit, target: Unit, kinds: list[ActionKind]) -> Ruling[Shot]:
    """The ruling on fire from the air or at an aircraft, which has its own rules of range and observation."""
    outcomes = list(air_fires(position, firer, target, kinds))
    fires = [fire for fire in outcomes if isinstance(fire, AirFire)]
    if not fires:
        refused = {reason.text: reason for reason in outcomes if isinstance(reason, Reason)}
        return _refused(position, firer, target, refused)
    shot, *others = fires
    reasons = (*shot.reasons, *_other_ways(other.words for other in others))
    verdict = _air_verdict(position, firer, target, shot)
    return Ruling(f"{firer} fires at {target}", verdict, reasons, _odds_in_words(shot.losses)[1])


def _other_ways(ways: Iterable[str]) -> Iterator[Reason]:
    """A reason that names other ways to fire, if there are any."""
    if named := "; ".join(dict.fromkeys(ways)):
        yield Reason(f"other ways to fire: {named}", ours(38), decides=False)


def _air_verdict(position: Position, firer: Unit, target: Unit, shot: AirFire) -> Shot:
    line, _, harm = _odds_in_words(shot.losses)
    return Shot(observed(position, firer, target)[0], f"{shot.words}: {line}", harm)


@implements("KN-DFHE-05")
def moved_to(state: GameState, book: BookData, unit: Unit) -> GameState:
    """The state after a unit has been put where it now stands, as by a Move if it went elsewhere or turned its front."""
    position, before = Position(state, book), state.unit(unit.id)
    turns = unit.facing_deg != before.facing_deg and not position.type(unit).faces_all_round
    there = state.with_unit(unit)
    if unit.at == position.spot(before) and not turns:
        return there
    activation = Activation(unit.id, unit.side, (ActionKind.MOVE,), done=1)
    return with_progress(there, position.progress.changed(activation=activation))


def shots(
    state: GameState, book: BookData, target: Unit, places: Iterable[Place]
) -> Callable[[Unit, Place], Shot]:
    """A quicker `fire` at the target in any of these places: sight is worked out for all at once, other ways are not asked."""
    spots = [place for place in places if isinstance(place, Spot)]
    at_spots = TargetAtSpots(Position(state, book), target, spots)

    @lru_cache(maxsize=_PLACES_KEPT)
    def with_target_at(place: Place) -> tuple[Position, Unit]:
        moved = replace(target, at=place)
        return Position(state.with_unit(moved), book), moved

    def shot(firer: Unit, place: Place) -> Shot:
        position, moved = with_target_at(place)
        if position.spot(firer) is not None and isinstance(place, Spot):
            store_answer(position, look, firer, moved, answer=at_spots.look(firer, place))
        kinds = list(_usual_kinds(position, moved))
        if is_in_the_air(position, firer) or is_in_the_air(position, moved):
            from_the_air = air_fires(position, firer, moved, kinds)
            from_air = next((fire for fire in from_the_air if isinstance(fire, AirFire)), None)
            return (
                _no_shot(position, firer, moved)
                if from_air is None
                else _air_verdict(position, firer, moved, from_air)
            )
        sheet = next(_sheets(position, firer, moved, kinds, {}), None)
        return _no_shot(position, firer, moved) if sheet is None else _verdict(position, firer, moved, sheet)

    return shot


def _sheets(
    position: Position, firer: Unit, target: Unit, kinds: list[ActionKind], refused: dict[str, Reason]
) -> Iterator[Sheet]:
    """The possible fire of these kinds, in this order; reasons for refused fire are added to `refused`."""
    is_moving = moves(position, firer.id)
    for kind in kinds:
        for order in orders_of(position, firer, kind, [target]):
            sheet = work_out(position, order, moves=is_moving)
            if isinstance(sheet, Refused):
                refused.setdefault(sheet.reason.text, sheet.reason)
            else:
                yield sheet


def _sight_reasons(position: Position, firer: Unit, target: Unit, given: Collection[str]) -> Iterator[Reason]:
    """What blocks the line of sight of refused fire, if no reason says so yet."""
    if position.spot(firer) and position.spot(target):
        sight, reasons = observed(position, firer, target)
        if not sight.visibility.is_open:
            yield from (reason for reason in reasons if not any(reason.text in words for words in given))


def _no_shot(position: Position, firer: Unit, target: Unit) -> Shot:
    both_stand = position.spot(firer) and position.spot(target)
    return Shot(observed(position, firer, target)[0] if both_stand else Sight(Visibility.BLOCKED, 0.0), "")


def _verdict(position: Position, firer: Unit, target: Unit, sheet: Sheet) -> Shot:
    line, _, harm = shot_odds(sheet)
    return Shot(observed(position, firer, target)[0], f"{words_of(sheet.order)}: {line}", harm)


def _usual_kinds(position: Position, target: Unit) -> Iterator[ActionKind]:
    if position.type(target).kind.is_armoured:
        yield ActionKind.DIRECT_AT
        yield ActionKind.SUPPRESS_HE
        yield ActionKind.SUPPRESS_SMALL_ARMS
        return
    yield ActionKind.DIRECT_SMALL_ARMS
    yield ActionKind.DIRECT_HE
    yield ActionKind.DIRECT_AT
    yield ActionKind.SUPPRESS_SMALL_ARMS
    yield ActionKind.SUPPRESS_HE


def _shot(position: Position, firer: Unit, target: Unit, sheet: Sheet, others: list[Sheet]) -> Ruling[Shot]:
    reasons = [*sheet.reasons, *reasons_after_hit(sheet), *_own_loss(sheet.volley)]
    if sheet.volley.to_hit and not moves(position, firer.id):
        words = "-1 more if it moves in the same activation"
        reasons.append(Reason(words, cite("Direct fire: modifiers to hit"), decides=False))
    reasons += _other_ways(words_of(other.order) for other in others)
    shot = _verdict(position, firer, target, sheet)
    return Ruling(f"{firer} fires at {target}", shot, tuple(reasons), shot_odds(sheet)[1])


def words_of(order: Order) -> str:
    """How an order fires, and with what: direct fire - anti-tank with 75mm."""
    return f"{order.kind}{order.means}"


def shot_odds(sheet: Sheet) -> tuple[str, Odds[str], Fraction]:
    """The odds of a shot in one line (no effect 50%, casualties 39%, withdraws 11%), for each outcome, and of any harm.

    Outcomes come in the order of a player's table: no effect, suppressed, casualties, lost.
    """
    return _odds_of_shot(sheet.volley, sheet.target)


@lru_cache(maxsize=512)
def _odds_of_shot(volley: Volley, target: Target) -> tuple[str, Odds[str], Fraction]:
    """The odds of an attack, remembered for plans that ask often with the same dice."""
    return _odds_in_words(
        odds_of(partial(resolve_attack, volley, target)).map(lambda outcome: outcome.target)
    )


def _odds_in_words(losses: Odds[Losses]) -> tuple[str, Odds[str], Fraction]:
    """Odds in one line, for each outcome from the least harm, and of any harm."""
    all_losses = losses.ranked(lambda losses: losses.harm)
    line = ", ".join(
        f"{words} {percent(chance)}" for words, chance in all_losses.map(_outcome_group).chances.items()
    )
    harm = all_losses.where(lambda losses: not losses.is_harmless)
    return line, all_losses.map(lambda losses: losses.words), harm


def _outcome_group(losses: Losses) -> str:
    if losses.is_harmless:
        return Losses("").words
    if losses.fate is not Fate.STANDS:
        return str(losses.fate)
    if losses.first_test is not None:
        return replace(losses, men_lost=0).words
    if losses.men_lost:
        return "casualties"
    if losses.hits_taken:
        return "hits"
    if losses.immobilised:
        return "immobilised"
    return losses.words


def _own_loss(volley: Volley) -> Iterator[Reason]:
    """The odds of the man that a close assault costs the attacker, as a reason."""
    firer = volley.firer
    if firer is not None:
        all_losses = odds_of(partial(losses_from_wounds, firer, 1)).ranked(lambda losses: losses.harm)
        briefly = all_losses.map(lambda losses: replace(losses, special_lost=False, is_heroic=False).words)
        outcomes = briefly.chances.items()
        words = "; ".join(f"{words} {percent(chance)}" for words, chance in outcomes)
        yield Reason(f"a close assault costs the attacker a man: {words}", ours(24))
