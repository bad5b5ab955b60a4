"""Units corrected against the rules, and actions agreed on against the umpire: recorded, and undone like an action."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from maps.library import scenario
from rules.catalog import ruleset
from rules.errors import BadInput, Unknown
from rules.game.chance.dice import SeededDice
from rules.game.engine.carrying_out import IllegalAction
from rules.game.engine.play import Action
from rules.game.record.corrections import Allowed
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from tests.vtt_bridge.cli_ground import answered, refused
from vtt_bridge.games.audit import audited
from vtt_bridge.games.correcting import Wanted, correction, wish_in_words
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.running_game import RunningGame, begun, resumed

GAMES = ("lhy-ridge-road", "kgn-two-orchards", "dolgoye-crossing")
SUPPRESSED = {
    "lhy-ridge-road": "disrupted",
    "kgn-two-orchards": "suppressed",
    "dolgoye-crossing": "suppressed",
}


def played(game: RunningGame, turns: int, seed: int = 4) -> RunningGame:
    choice = SeededDice(seed)
    for _ in range(turns):
        if game.to_act is None:
            break
        choices = game.choices()
        game = game.declare(choices[choice.pick("choice", len(choices))].action)
    return game


def some_turns(name: str) -> RunningGame:
    return played(begun(GameHead(scenario(name).ruleset, name, 11), ruleset), 40)


def corrected(
    game: RunningGame, unit: str, reason: str = "a slip", *, agreed: bool = False, **how: Any
) -> RunningGame:
    return game.declare(correction(game, Wanted(unit, **how), reason, agreed=agreed))


def on_board(game: RunningGame) -> list[Unit]:
    return [unit for unit in game.state.units.values() if unit.at is not None and not unit.has("reserve")]


def free_places(game: RunningGame) -> Iterator[str]:
    """Places where nobody stands, far from everybody."""
    board = game.state.board
    taken = {unit.at for unit in game.state.units.values()}
    if isinstance(board, HexBoard):
        yield from (str(place) for place in board.grid if place not in taken)
        return
    assert isinstance(board, Tabletop)
    for x_in, y_in in product(range(2, int(board.width_in) - 1, 3), range(2, int(board.depth_in) - 1, 3)):
        here = Spot(float(x_in), float(y_in))
        if all(here.gap_in(spot) > 2 for spot in taken if isinstance(spot, Spot)):
            yield f"{x_in},{y_in}"


@pytest.mark.parametrize("name", GAMES)
def test_corrections_move_turn_mark_remove_and_return_units_and_the_log_replays_them(name: str) -> None:
    game = begin = some_turns(name)
    places = free_places(game)
    for unit in on_board(game)[:5]:
        if unit.id not in game.state.units or game.state.unit(unit.id).at is None:
            continue  # went with another
        has = game.state.unit(unit.id).has(SUPPRESSED[name])
        word = (SUPPRESSED[name],)
        gains, loses = ((), word) if has else (word, ())
        game = corrected(game, unit.id, at=next(places), facing_deg=-90.0, gains=gains, loses=loses)
        now = game.state.unit(unit.id)
        assert (now.facing_deg, now.has(SUPPRESSED[name])) == (270.0, not has)
        assert now.at != unit.at
        if not any(True for other in game.state.units.values() if _carries(game, unit.id, other.id)):
            game = corrected(game, unit.id, off=True)
            assert unit.id not in [standing.id for standing in on_board(game)]
            game = corrected(game, unit.id, at=next(places))
            assert game.state.unit(unit.id).at is not None
    assert len(game.turns) > len(begin.turns) + 5
    again = resumed(game.log, ruleset)
    assert (again.state, again.log) == (game.state, game.log)
    assert list(audited(game.game, game.turns)) == []
    on = played(game, 12, seed=9)  # and play goes on
    assert len(on.turns) > len(game.turns)
    back = on.up_to(len(begin.turns))
    assert (back.state.units, back.state.course) == (begin.state.units, begin.state.course)


def _carries(game: RunningGame, carrier: str, load: str) -> bool:
    status = getattr(game.state.course, "status", {}).get(load)
    return status is not None and status.aboard == carrier


@pytest.mark.parametrize("name", GAMES)
def test_a_correction_sets_up_a_new_unit(name: str) -> None:
    game = some_turns(name)
    like = on_board(game)[0]
    facing = like.facing_deg or 0.0
    new = Wanted(
        "late.1", next(free_places(game)), facing_deg=facing, type=like.type, side=like.side, name="Late"
    )
    game = game.declare(correction(game, new, "forgotten at the start"))
    unit = game.state.unit("late.1")
    assert (unit.type, unit.side, unit.name) == (like.type, like.side, "Late")
    assert game.turns[-1].action.side == ""
    assert str(game.turns[-1].action) == "the umpire corrects late.1: forgotten at the start"
    assert resumed(game.log, ruleset).state == game.state
    played(game, 3, seed=3)


def test_a_proposed_correction_tells_the_other_side_no_more_of_the_unit_than_it_may_know() -> None:
    def told(name: str, wanted: Wanted) -> str:
        game = begun(GameHead(scenario(name).ruleset, name, seed=3), ruleset)
        return wish_in_words(game, correction(game, wanted, "we saw it so", agreed=True))

    known = "American 1. MG, at G5, is to be at A1, disrupted: we saw it so"
    assert told("mill-crossing", Wanted("us.mg.1", at="A1", gains=("disrupted",))) == known
    counter = "a concealed unit, at H5, is to be {}: we saw it so"
    assert told("lhy-ridge-farm", Wanted("us.mg.1", at="A1")) == counter.format("at A1")
    assert told("lhy-ridge-farm", Wanted("us.mg.1", off=True)) == counter.format("off the board")
    unknown = "a unit is corrected of which not every side may know more: we saw it so"
    assert told("lhy-ridge-farm", Wanted("us.mg.1", gains=("disrupted",))) == unknown
    assert told("lhy-tiger-at-the-bridge", Wanted("ge.pak40.4", at="A1")) == unknown, "it is hidden"


def test_an_impossible_correction_is_refused_in_one_sentence() -> None:
    game = some_turns("dolgoye-crossing")
    one, other = on_board(game)[:2]
    at = other.at
    assert isinstance(at, Spot)
    for wanted, said in (
        (Wanted("nobody"), "no unit named 'nobody'"),
        (Wanted("new", type="t-99", side=one.side, at="5,5"), "t-99"),
        (Wanted("new", type=one.type, side="nobody", at="5,5"), "one of the sides"),
        (Wanted("new", type=one.type, side=one.side), "the place where it is set up"),
        (Wanted(one.id, at="5,5", off=True), "no place for a unit that is taken off"),
        (Wanted(one.id, at="D4"), "a place such as C2"),
        (Wanted(one.id, at="500,5"), "is not on the board"),
        (Wanted(one.id, gains=("brave",)), "one of "),
        (Wanted(one.id), "something to be corrected"),
        (Wanted(one.id, type=one.type), "without a type"),
        (Wanted(one.id, at=f"{at.x_in},{at.y_in}"), "clear of"),
    ):
        with pytest.raises((BadInput, Unknown), match=said) as found:
            game.declare(correction(game, wanted, "a slip"))
        assert "\n" not in str(found.value)
    with pytest.raises(BadInput, match="they stand in the record"):
        correction(game, Wanted(one.id, off=True), "  ")


def test_a_correction_cannot_make_what_the_book_would_not_set_up() -> None:
    """Neither an Elite halftrack (LHY 14.2c), nor a unit with the name of a house."""
    bridge, orchards = some_turns("lhy-tiger-at-the-bridge"), some_turns("kgn-two-orchards")
    like, table = on_board(orchards)[0], orchards.state.board
    assert isinstance(table, Tabletop)
    named = Wanted(table.pieces[0].id, next(free_places(orchards)), type=like.type, side=like.side)
    for game, wanted, said in (
        (bridge, Wanted("us.m3.2", gains=("elite",)), "a condition of men, guns and AFVs only"),
        (orchards, named, "a name that no piece of the table has"),
    ):
        with pytest.raises(BadInput, match=said):
            game.declare(correction(game, wanted, "a slip"))


def forbidden(game: RunningGame) -> Action:
    """An action of the side to act that the rules forbid, though play waits for such: of what another may do."""
    for choice in game.choices():
        document = game.game.book.actions.document(choice.action)
        for field, unit in product(("unit", "target", "units"), game.state.units):
            if field in document:
                action = game.action_said({**document, field: [unit] if field == "units" else unit})
                if game.why_not(action) and not game.game.book.out_of_turn(game.state, action):
                    return action
    raise BadInput("game", game.status, "one in which something is forbidden")


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_agreed_on_is_recorded_and_a_legal_one_needs_no_agreement(name: str) -> None:
    game = some_turns(name)
    while True:
        try:
            action = forbidden(game)
            after = game.declare(Allowed(action, "we saw it so"))
            break
        except BadInput:
            game = played(game, 1, seed=len(game.turns))
    with pytest.raises(IllegalAction):
        game.declare(action)
    (agreement,) = after.state.agreed
    assert agreement.reason == "we saw it so"
    assert resumed(after.log, ruleset).state == after.state
    assert list(audited(after.game, after.turns)) == []
    assert '"agreed": {"declared"' in after.log
    assert not after.taken_back().state.agreed
    with pytest.raises(BadInput, match="one that the umpire refuses; this one may be declared"):
        game.declare(Allowed(game.choices()[0].action, "why not"))


def test_an_agreed_correction_is_cited_by_later_rulings_about_its_unit_and_no_other() -> None:
    game = some_turns("dolgoye-crossing")
    unit = next(choice for choice in game.choices() if game.names_in(choice.action))
    (name, *_) = game.names_in(unit.action)
    game = corrected(game, name, "the shot had missed", agreed=True, gains=("recon",))
    cited = "the players agreed: the shot had missed (AGREED 1, house value)"
    assert game.heard_by(game.to_act or "", game.taken_back().state)[-1] == "agreed: the shot had missed"
    action = next(choice.action for choice in game.choices() if name in game.names_in(choice.action))
    assert str(game.chances(action).reasons[-1]) == cited
    assert game.declare(action).heard_by(action.side, game.state)[-1] == cited
    others = (choice.action for choice in game.choices() if name not in str(choice.action))
    assert cited not in str(game.chances(next(others)))


def test_game_correct_and_agree_work_on_the_command_line_and_can_be_undone(tmp_path: Path) -> None:
    log = str(tmp_path / "game.log")
    answered("game", "begin", "dolgoye-crossing", log, "--seed", "3")
    unit = next(iter(resumed(Path(log).read_text(), ruleset).state.units))
    told = answered("game", "correct", log, unit, "--is", "recon", "--reason", "it faced the road")
    assert told.splitlines()[0].endswith("it faced the road")
    told = answered(
        "game", "correct", log, unit, "--is", "suppressed", "--agreed", "--reason", "hit after all"
    )
    assert "agreed: hit after all" in told
    assert "AGREED 1" in answered("range", log, unit)
    assert "Taken back: the players agree to correct" in answered("game", "undo", log)
    assert "AGREED 1" not in answered("range", log, unit)
    assert "something to be corrected" in refused(
        "game", "correct", log, unit, "--is", "recon", "--reason", "again"
    )
    assert "this one may be declared" in refused("game", "agree", log, "1", "--reason", "so be it")
    assert "All 1 actions are by the book" in answered("replay", log, "--check")
