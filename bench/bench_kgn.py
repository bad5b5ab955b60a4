"""How long Kampfgruppe Normandy takes: a line of sight, a field, exact odds, legal actions, a whole turn.

    python -m bench.bench_kgn

Best and median of several rounds in milliseconds of the processor, so that neighbours on a machine do not count;
nothing is remembered from the rounds before. The games are played as they come, and their worst decisions count.
Where a question can be answered by plain means, those stand beside it.
"""

import gc
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from statistics import median
from time import process_time

import numpy as np
import shapely

from maps.library import scenario
from rules.game.chance import enumeration
from rules.game.chance.dice import SeededDice
from rules.game.chance.odds import odds_of
from rules.game.engine.carrying_out import carry_out
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.arrays import segments
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, ShellSize
from rules.kampfgruppe_normandy.declarations.turn.activation import EndActivations
from rules.kampfgruppe_normandy.effects.indirect_fire.barrage import bombard
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import barrage_at
from rules.kampfgruppe_normandy.play import fire_question
from rules.kampfgruppe_normandy.questions.sight import line_of_sight as sight
from rules.kampfgruppe_normandy.questions.sight import views
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look
from rules.kampfgruppe_normandy.questions.sight.screens import screens
from rules.kampfgruppe_normandy.ruleset import RULESET
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import progress_of

PLATOON, COMPANY = "kgn-two-orchards", "kgn-sunken-crossroads"
SEED = 2
RAYS = 1000


@dataclass
class Played:
    """A game of chance: what each decision took, with its moment, each player's turn, and the positions on the way."""

    decisions: list[tuple[float, str, GameState]] = field(default_factory=list)
    turns: dict[tuple[int, str], float] = field(default_factory=dict)

    def worst(self, count: int) -> list[GameState]:
        """The positions whose decisions took longest to list."""
        slowest = sorted(self.decisions, key=lambda one: one[0], reverse=True)
        return [state for _, _, state in slowest[:count]]


@dataclass
class Collected:
    """How long Python looked for garbage, each time in milliseconds."""

    pauses: list[float] = field(default_factory=list)
    began: float = 0.0

    def __call__(self, phase: str, _facts: dict[str, int]) -> None:
        if phase == "start":
            self.began = process_time()
        else:
            self.pauses.append((process_time() - self.began) * 1000)


def main() -> None:
    gc.collect()
    gc.freeze()  # as the table does when it is served
    collected = Collected()
    gc.callbacks.append(collected)
    game = played(COMPANY)
    gc.callbacks.remove(collected)
    states = {
        "company, opening": opening(COMPANY),
        "company, mid-game": game.decisions[len(game.decisions) // 2][2],
    }
    states |= {
        "platoon, opening": opening(PLATOON),
        "company, without heights": without_heights(opening(COMPANY)),
    }
    for title, state in states.items():
        lines_of_sight(title, Position(state, RULESET.book))
    fields()
    reaches()
    odds()
    tell("legal actions and whole turns of a company game of chance, as it goes on")
    spent = [took for took, _, _ in game.decisions]
    tell(f"  {len(spent)} decisions: median {median(spent):.2f} ms, worst {max(spent):.1f} ms (50)")
    afresh = [min(milliseconds(partial(legal_afresh, state), 3)) for state in game.worst(20)]
    tell(f"  the worst twenty again, no line known: worst {max(afresh):.1f} ms (50)")
    turns = sorted(game.turns.values())
    pauses = collected.pauses
    tell(f"  garbage: {sum(pauses):.0f} ms of {sum(turns):.0f}, worst {max(pauses, default=0.0):.1f} ms")
    tell(f"  {len(turns)} player turns: median {median(turns):.0f} ms, worst {turns[-1]:.0f} ms (2000)")


def opening(name: str) -> GameState:
    chosen = scenario(name)
    return RULESET.opening(chosen.state(), chosen.opening_options())


def played(name: str) -> Played:
    """A game in which every activation is used and every action is as likely as any other."""
    state, dice, choice = opening(name), SeededDice(SEED), SeededDice(SEED + 1)
    game = Played()
    forget()
    while RULESET.to_act(state) is not None:
        course = progress_of(state)
        began = process_time()
        legal = RULESET.legal_actions(state)
        took = (process_time() - began) * 1000
        game.decisions.append((took, str(RULESET.stage(state)), state))
        going_on = [action for action in legal if not isinstance(action, EndActivations)] or list(legal)
        state = carry_out(RULESET, state, going_on[choice.pick("choice", len(going_on))], dice)[1]
        turn = course.turn, course.acting
        game.turns[turn] = game.turns.get(turn, 0.0) + (process_time() - began) * 1000
    return game


def forget() -> None:
    """Nothing is known of any line or chance before."""
    for known in (
        sight._looked,
        views.cells_around,
        enumeration._part_falls,
        fire_question._odds_of_shot,
    ):
        known.cache_clear()


def legal_afresh(state: GameState) -> object:
    forget()
    return RULESET.legal_actions(state)


def lines_of_sight(title: str, position: Position) -> None:
    """Every line between two sides, the best of three; beside it as many rays through the same ground from one eye."""
    units = list(position.on_table())
    pairs = [(one, other) for one in units for other in units if one.side != other.side]
    ours = [min(looked(position, *pair) for _ in range(3)) for pair in pairs]
    rays = [ray_share(position, *pair) for pair in pairs[::7]]
    tell(f"explained lines of sight with the share seen: {title}, {len(pairs)} pairs")
    tell(f"  mean {sum(ours) / len(ours):.2f}, median {median(ours):.2f}, worst {max(ours):.1f} ms (2)")
    ratio = sum(rays) / len(rays) / (sum(ours) / len(ours))
    tell(
        f"  {RAYS} rays from one eye through prepared Shapely: {sum(rays) / len(rays):.1f} ms, {ratio:.1f} x"
    )


def looked(position: Position, one: Unit, other: Unit) -> float:
    forget()
    began = process_time()
    look(position, one, other)
    return (process_time() - began) * 1000


def ray_share(position: Position, one: Unit, other: Unit) -> float:
    """What the share seen costs if it is sampled: to within two in a hundred, from a single eye, unexplained."""
    eye, base = position.models(one)[0], position.base(other).outline
    ends = {one.id, other.id}
    solid = [
        thing.area
        for thing in screens(position.table, position.hulls).of
        if thing.name not in ends and thing.past.is_solid
    ]
    left, top, right, bottom = base.bounds
    dice = Random(1)
    strewn = np.array([(dice.uniform(left, right), dice.uniform(top, bottom)) for _ in range(RAYS)])
    began = process_time()
    ground = shapely.union_all(solid)
    shapely.prepare(ground)
    lines = segments(np.broadcast_to(np.array(eye), strewn.shape), strewn)
    within = shapely.contains_xy(base, strewn)
    float((~shapely.intersects(ground, lines[within])).mean())
    return (process_time() - began) * 1000


def without_heights(state: GameState) -> GameState:
    """The same table, whose pieces do not say how tall they stand."""
    table = state.board
    assert isinstance(table, Tabletop)
    pieces = (replace(piece, height_in=None) for piece in table.pieces)
    return replace(state, board=replace(table, pieces=tuple(pieces)))


def fields() -> None:
    company = opening(COMPANY)
    states = {
        PLATOON: opening(PLATOON),
        COMPANY: company,
        f"{COMPANY} without heights": without_heights(company),
    }
    for name, state in states.items():
        squad = next(one for one in Position(state, RULESET.book).on_table() if one.type == "uk.squad")
        tell(f"field of sight of a squad, {name}")
        ours = timed("  all squares at once", partial(RULESET.sight_field, state, squad), 1000, 5)
        timed("  line by line", partial(line_by_line, state, squad), None, 1, ours)


def reaches() -> None:
    """How far vehicles get, turns paid, in a game that has just begun."""
    tell("reach over every inch square, turns paid")
    for name, units in ((PLATOON, ("uk.ht", "uk.tank.1", "de.car")), (COMPANY, ("uk.ht", "de.tank"))):
        state = opening(name)
        for unit in units:
            asked = partial(RULESET.reach, state, state.unit(unit))
            asked()
            timed(f"  {unit}, {name}", asked, None, 5)


def line_by_line(state: GameState, viewer: Unit) -> object:
    forget()
    position = Position(state, RULESET.book)
    return [look(position, viewer, spot).visibility for spot in position.table.lattice()]


def odds() -> None:
    tell("exact odds")
    state = opening(PLATOON)
    for name, at in (("de.1.1", Spot(24, 17)), ("uk.1.1", Spot(10, 17))):
        state = state.with_unit(replace(state.unit(name), at=at))
    timed("  a squad's direct fire", partial(fire_afresh, state), 20)
    for size, rating in ((ShellSize.LIGHT, 3), (ShellSize.MEDIUM, 4)):
        shell = HighExplosive(size, rating, 3)
        timed(f"  six {size.words} shells round a squad", partial(shells_afresh, state, shell), 50)


def fire_afresh(state: GameState) -> object:
    forget()
    return RULESET.fire(state, state.unit("de.1.1"), state.unit("uk.1.1"), ActionKind.DIRECT_SMALL_ARMS)


def shells_afresh(state: GameState, shell: HighExplosive) -> object:
    forget()
    barrage = barrage_at(Position(state, RULESET.book), Spot(10, 17), shell)
    return odds_of(lambda dice: bombard(barrage, 6, dice))


def timed(
    what: str,
    work: Callable[[], object],
    wanted_ms: float | None = None,
    rounds: int = 9,
    beside_ms: float | None = None,
) -> float:
    """The median in milliseconds; prints it, and how many times that is what it is compared with."""
    spent = milliseconds(work, rounds)
    wanted = f" ({wanted_ms:g})" if wanted_ms else ""
    ratio = f"  {median(spent) / beside_ms:.1f} x" if beside_ms else ""
    tell(f"{what:48} best {min(spent):8.2f} median {median(spent):8.2f} ms{wanted}{ratio}")
    return median(spent)


def milliseconds(work: Callable[[], object], rounds: int) -> list[float]:
    spent = []
    for _ in range(rounds):
        began = process_time()
        work()
        spent.append((process_time() - began) * 1000)
    return spent


def tell(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
