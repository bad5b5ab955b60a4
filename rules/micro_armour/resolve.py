"""What happens when a legal action is carried out: sections 4, 7 and 8 in play, dice included."""

from rules.game.dice import Dice
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.micro_armour.actions import (
    CoveringFire,
    EndMove,
    Fire,
    GoFirst,
    HoldFire,
    MatgAction,
    MoveGroup,
    MoveStand,
    NameGroup,
    OpportunityFire,
    Pass,
    PassEnemy,
    RemoveMarkers,
    RollInitiative,
    RollOrders,
)
from rules.micro_armour.attack import (
    Attack,
    is_at_road_rate,
    may_be_stopped,
    sheets_of,
    stop_facing_deg,
    stops_of,
)
from rules.micro_armour.book import Book
from rules.micro_armour.cohesion import MARKERS, roll_cohesion, state_modifier
from rules.micro_armour.course import Leg, Stage
from rules.micro_armour.events import (
    AttackEnded,
    FireHeld,
    FireKind,
    FirstChosen,
    GroupDone,
    GroupNamed,
    GroupTested,
    HoldTested,
    InitiativeRolled,
    LegDeclared,
    MarkersRemoved,
    MoveEnded,
    NerveTested,
    OrdersRolled,
    Passed,
    RecoveryRolled,
    ShotFired,
    StandMoved,
    StandMovedBack,
)
from rules.micro_armour.fire import FIRED, ShotSheet, Volley, hold_step, opening_volley, volley_steps
from rules.micro_armour.initiative import roll_initiative
from rules.micro_armour.marker_removal import needs_recovery, recover
from rules.micro_armour.movement import path_cost, room_on_track
from rules.micro_armour.movement_orders import roll_group, roll_orders
from rules.micro_armour.noted_dice import NotedDice
from rules.micro_armour.stands import contact_groups, spot_of
from rules.micro_armour.story import Story, tell_fate, tell_next_phase
from rules.micro_armour.terrain_effects import table_of

NERVE_MODIFIER = 3


def resolve(state: GameState, book: Book, action: MatgAction, dice: Dice) -> tuple[object, ...]:
    """The events of a legal action, in order."""
    story = Story(state)
    match action:
        case RollInitiative():
            _roll_initiative(story, dice)
        case GoFirst(_, first):
            story.tell(FirstChosen(first))
        case NameGroup(side, stands):
            story.tell(GroupNamed(side, stands))
        case Pass(side):
            _pass(story, side)
        case Fire(side, target, firers, guns):
            _fire(story, book, Attack(FireKind.FIRE, side, target, firers, guns), dice)
            story.tell(AttackEnded(FireKind.FIRE, side, target, firers))
        case RollOrders():
            _roll_orders(story, dice)
        case MoveGroup():
            _move_group(story, book, action, dice)
        case MoveStand():
            _move_stand(story, book, action)
        case PassEnemy():
            _test_nerve(story, action, dice)
        case EndMove(_, stand):
            _end_move(story, book, stand)
        case OpportunityFire():
            _opportunity_fire(story, book, action, dice)
        case CoveringFire(side, target, firers, guns):
            _covering_fire(story, book, Attack(FireKind.COVERING, side, target, firers, guns), dice)
        case HoldFire(side):
            _hold_fire(story, side)
        case RemoveMarkers(side):
            _remove_markers(story, book, side, dice)
    _close_group(story, book)
    return tuple(story.events)


@implements("MATG2-4.1.2")
def _roll_initiative(story: Story, dice: Dice) -> None:
    levels = {force.side: force.cohesion for force in story.course.setting.forces}
    while story.course.initiative is None:
        roll = roll_initiative(levels, dice)
        story.tell(
            InitiativeRolled(
                tuple(levels), tuple(roll.dice.values()), tuple(roll.totals.values()), roll.winner
            )
        )
    tell_next_phase(story)


@implements("MATG2-4.2.7", "MATG2-7.1.1")
def _pass(story: Story, side: str) -> None:
    """Designation ends when both have passed for good; fire and movement when both pass one after the other."""
    story.tell(Passed(side))
    if len(story.course.passed) == len(story.course.setting.forces):
        tell_next_phase(story)


@implements("MATG2-4.3.2", "MATG2-7.0.3")
def _fire(story: Story, book: Book, attack: Attack, dice: Dice, *, at_road_rate: bool = False) -> Volley:
    """An attack shot by shot; what it does is laid on the target at once."""
    target = story.state.unit(attack.target)
    volley = opening_volley(target)
    for sheet in sheets_of(story.state, book, attack, at_road_rate=at_road_rate):
        if not volley.is_eliminated:
            volley = _shoot(story, attack.kind, sheet, volley, dice)
    tell_fate(story, book, target, volley.markers)
    return volley


def _shoot(story: Story, kind: FireKind, sheet: ShotSheet, volley: Volley, dice: Dice) -> Volley:
    noted = NotedDice(dice)
    for step in volley_steps([sheet]):
        volley = step(volley, noted)
    natural, *thrown = noted.thrown
    story.tell(
        ShotFired(
            kind,
            sheet.firer,
            sheet.target,
            sheet.gun,
            natural,
            sheet.to_cohesion.net,
            sheet.level,
            tuple(thrown),
            sheet.to_combat.net,
            sheet.differential,
            volley.result,
        )
    )
    return volley


def _roll_orders(story: Story, dice: Dice) -> None:
    course = story.course
    rolls = [
        roll_orders(None if force.side in course.headless else force.ghq_quality, dice)
        for force in course.setting.forces
    ]
    totals, orders = zip(*rolls, strict=True)
    story.tell(OrdersRolled(tuple(force.side for force in course.setting.forces), totals, orders))


def _move_group(story: Story, book: Book, action: MoveGroup, dice: Dice) -> None:
    course = story.course
    group = course.group(action.group)
    units = tuple(story.state.unit(name) for name in group.stands) if group else ()
    level = course.setting.cohesion(action.side)
    test = roll_group(units, level, dice, book.edition, ordered=action.ordered)
    roll = test.roll
    story.tell(
        GroupTested(
            action.side,
            action.group,
            action.ordered,
            roll.natural,
            roll.modifier,
            level,
            test.moving,
            test.stragglers,
        )
    )
    if not test.moving:
        story.tell(GroupDone(action.side, action.group, _new_groups(story.state, book, test.stragglers)))


@implements("MATG2-8.2.4.4")
def _new_groups(state: GameState, book: Book, stragglers: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Stragglers as new groups: one, or in the first edition as many as contact makes."""
    if not stragglers or not book.edition.stragglers_by_contact:
        return (stragglers,) if stragglers else ()
    groups = contact_groups(state.unit(name) for name in stragglers)
    return tuple(tuple(unit.id for unit in group) for group in groups)


def _move_stand(story: Story, book: Book, action: MoveStand) -> None:
    leg = Leg(action.path, action.facing_deg, action.by_road, action.goes_on)
    is_watched = may_be_stopped(story.state, book, action.stand, leg)
    story.tell(
        LegDeclared(action.stand, action.path, action.facing_deg, action.by_road, action.goes_on, is_watched)
    )
    if not is_watched:
        _walk(story, leg)


def _walk(story: Story, leg: Leg) -> None:
    """The leg to its end; the stand's move ends with it unless it goes on."""
    move = story.course.move
    if move is None:
        return
    _step(story, leg, leg.path, leg.facing_deg)
    if not leg.goes_on:
        story.tell(MoveEnded(move.stand))


def _step(story: Story, leg: Leg, path: tuple[Spot, ...], facing_deg: float) -> None:
    stand = story.course.move.stand if story.course.move else ""
    is_entering = story.state.unit(stand).at is None
    going = path_cost(table_of(story.state), path, by_road=leg.by_road, enters=is_entering)
    story.tell(StandMoved(stand, path, facing_deg, going.cost or 0.0, going.inches))


@implements("MATG2-8.3.6.1", "MATG2-8.3.6.2")
def _test_nerve(story: Story, action: PassEnemy, dice: Dice) -> None:
    unit = story.state.unit(action.stand)
    level = story.course.setting.cohesion(action.side)
    roll = roll_cohesion(level, NERVE_MODIFIER + state_modifier(unit), dice)
    story.tell(NerveTested(action.stand, action.enemy, roll.natural, roll.modifier, level))
    if not roll.holds:
        story.tell(MoveEnded(action.stand))


@implements("MATG2-8.2.3.2")
def _end_move(story: Story, book: Book, stand: str) -> None:
    move = story.course.move
    if stand:
        _halt(story, stand)
    elif move:
        story.tell(GroupDone(move.side, move.group, _new_groups(story.state, book, move.stragglers)))


def _halt(story: Story, stand: str) -> None:
    """The stand moves no further; over another stand it is moved back along its path."""
    move, unit = story.course.move, story.state.unit(stand)
    spot = room_on_track(story.state, unit, move.track if move else ())
    if spot != spot_of(unit):
        story.tell(StandMovedBack(stand, spot))
    story.tell(MoveEnded(stand))


@implements("MATG2-8.5.3.1", "MATG2-8.5.3.2", "MATG2-8.5.4.1", "MATG2-8.5.4.2")
def _opportunity_fire(story: Story, book: Book, action: OpportunityFire, dice: Dice) -> None:
    move = story.course.move
    if move is None or move.leg is None:
        return
    leg, stand = move.leg, move.stand
    _stop(story, leg, action.at)
    attack = Attack(FireKind.OPPORTUNITY, action.side, stand, action.firers, action.guns)
    volley = _fire(story, book, attack, dice, at_road_rate=is_at_road_rate(leg))
    answers = _answers(story, book, stand)
    story.tell(AttackEnded(attack.kind, attack.side, stand, attack.firers, answers))
    if volley.is_eliminated:
        return
    level = story.course.setting.cohesion(move.side)
    noted = NotedDice(dice)
    held = hold_step(level)(volley, noted)
    if noted.thrown:
        added = state_modifier(story.state.unit(stand))
        story.tell(HoldTested(stand, noted.thrown[0], added, level))
    if not held.goes_on:
        _halt(story, stand)
    elif action.at == len(stops_of(leg)) - 1 and not leg.goes_on:
        if len(leg.path) == 1:
            _step(story, leg, leg.path, leg.facing_deg)
        story.tell(MoveEnded(stand))


def _stop(story: Story, leg: Leg, stop: int) -> None:
    """The moving stand where it is told to stop."""
    stand = story.course.move.stand if story.course.move else ""
    unit = story.state.unit(stand)
    walked = stops_of(leg)[stop]
    if len(walked) > 1 or unit.at is None:
        _step(story, leg, walked, stop_facing_deg(unit, leg, walked))


@implements("MATG2-8.6.2.1")
def _answers(story: Story, book: Book, hit: str) -> bool:
    """Whether the mover's side has a stand that may give covering fire."""
    move = story.course.move
    if move is None:
        return False
    if book.edition.cover_by_anyone:
        return any(
            u.side == move.side and u.at is not None and not u.has(FIRED) for u in story.state.units.values()
        )
    unit = story.state.units.get(hit)
    return unit is not None and not unit.has(FIRED)


def _covering_fire(story: Story, book: Book, attack: Attack, dice: Dice) -> None:
    _fire(story, book, attack, dice)
    move = story.course.move
    others = [name for name in move.opponents if name != attack.target] if move else []
    may_go_on = bool(others) and book.edition.cover_by_anyone and _answers(story, book, "")
    story.tell(AttackEnded(attack.kind, attack.side, attack.target, attack.firers, may_go_on))


def _hold_fire(story: Story, side: str) -> None:
    move = story.course.move
    story.tell(FireHeld(side))
    if move and move.leg:
        _walk(story, move.leg)


@implements("MATG2-4.5.2")
def _remove_markers(story: Story, book: Book, side: str, dice: Dice) -> None:
    level = story.course.setting.cohesion(side)
    marked = [u for u in story.state.units.values() if u.side == side and needs_recovery(u)]
    story.tell(MarkersRemoved(side))
    for unit in marked:
        _roll_recovery(story, book, story.state.unit(unit.id), level, dice)
    if len(story.course.passed) == len(story.course.setting.forces):
        tell_next_phase(story)


def _roll_recovery(story: Story, book: Book, unit: Unit, level: int, dice: Dice) -> None:
    recovery = recover(unit, level, dice, book.edition)
    roll = recovery.roll
    story.tell(RecoveryRolled(unit.id, roll.natural, roll.modifier, level, recovery.outcome))
    tell_fate(story, book, unit, None if recovery.after is None else recovery.after.conditions & MARKERS)


def _close_group(story: Story, book: Book) -> None:
    """A group's attempt is over when none of its stands waits and no fire is to be answered."""
    move = story.course.move
    if move is None or move.waiting or move.leg or move.stage is not Stage.MOVING:
        return
    story.tell(GroupDone(move.side, move.group, _new_groups(story.state, book, move.stragglers)))
