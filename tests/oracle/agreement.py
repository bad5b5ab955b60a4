"""Engine against oracle on one case: every pair, both ways, fields and units."""

from collections import Counter
from collections.abc import Iterator

from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Sight
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.questions.sight.line_of_sight import line_of_sight, sight_field
from tests.oracle.boards import picture
from tests.oracle.lines import all_hexes
from tests.oracle.sight import Case, Seen, Umpire, hex_of
from tests.oracle.stripped_board import stripped_to


def state_of(case: Case) -> GameState:
    return GameState(case.board, {unit.id: unit for unit in case.units}, case.markers)


def options_of(case: Case) -> Options:
    return Options(case.switches, case.house)


def ends(case: Case) -> tuple[Hex | Unit, ...]:
    """Every hex and every unit of a case."""
    return (*all_hexes(case.board.grid), *case.units)


def check_fields(case: Case, umpires: type[Umpire] = Umpire) -> Counter[str]:
    """Compare whole fields with the oracle from every hex and unit, and count the verdicts.

    Raises:
        AssertionError: if a verdict differs; the message is the board, drawn.
    """
    umpire, state, options = umpires(case), state_of(case), options_of(case)
    counted: Counter[str] = Counter()
    for viewer in ends(case):
        field = sight_field(state, viewer, options).verdict
        assert set(field.visibility) == set(all_hexes(case.board.grid))
        for place in all_hexes(case.board.grid):
            visibility = field.visibility[place]
            seen = Seen(visibility.value, field.hindrance.get(place, 0))
            expected = umpire.look(viewer, place)
            assert seen == expected, disagreement(case, viewer, place, seen, expected)
            counted[seen.visibility] += 1
    return counted


def check_lines(case: Case, umpires: type[Umpire] = Umpire) -> int:
    """Compare single lines between hexes and units with the oracle and with the line back, and count them."""
    umpire, state, options = umpires(case), state_of(case), options_of(case)
    counted = 0
    for viewer, target in _pairs(case):
        seen = _seen(line_of_sight(state, viewer, target, options).verdict)
        back = _seen(line_of_sight(state, target, viewer, options).verdict)
        expected = umpire.look(viewer, target)
        assert seen == expected, disagreement(case, viewer, target, seen, expected)
        assert _is_open(seen) == _is_open(back), disagreement(case, viewer, target, seen, back)
        counted += 1
    return counted


def check_reasons(case: Case) -> int:
    """Check that the hexes named in a ruling, with the two ends, suffice for its verdict, and count the lines."""
    state, options = state_of(case), options_of(case)
    counted = 0
    for viewer, target in _pairs(case):
        ruling = line_of_sight(state, viewer, target, options)
        named = {place for reason in ruling.reasons for place in reason.at if isinstance(place, Hex)}
        both = (hex_of(viewer), hex_of(target))
        little = stripped_to(case, named | set(both), min(both, key=case.board.level))
        seen, again = (
            _seen(line_of_sight(place_of, viewer, target, options).verdict)
            for place_of in (state, state_of(little))
        )
        assert seen == again, f"{ruling}\n{disagreement(case, viewer, target, seen, again)}"
        counted += 1
    return counted


def disagreement(case: Case, viewer: Hex | Unit, target: Hex | Unit, seen: Seen, expected: Seen) -> str:
    where = f"{getattr(viewer, 'at', viewer)} to {getattr(target, 'at', target)}"
    return f"{viewer} to {target} ({where}): engine {seen}, oracle {expected}\n{picture(case)}"


def _pairs(case: Case) -> Iterator[tuple[Hex | Unit, Hex | Unit]]:
    return ((viewer, target) for viewer in ends(case) for target in ends(case))


def _seen(sight: Sight) -> Seen:
    return Seen(sight.visibility.value, sight.hindrance)


def _is_open(seen: Seen) -> bool:
    return seen.visibility in ("clear", "hindered")
