"""blindhex play and replay: a whole game by the book, and its log played back."""

from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path

import click

from exporters.formats import png
from exporters.pictures.board_picture import board_picture
from exporters.pictures.legend import with_legend
from exporters.viewport import Viewport
from rules.catalog import ruleset
from rules.game.chance.percent import percent
from rules.game.events import DiceThrown
from rules.game.state import GameState
from rules.players.match import Decision
from rules.players.named import PLAYERS, names_by_side, players
from vtt_bridge.commands.lazy_commands import LazyCommand
from vtt_bridge.commands.options import completion
from vtt_bridge.commands.options.game_option import head_asked
from vtt_bridge.commands.options.numbers import SEED, Whole
from vtt_bridge.commands.options.option_checks import file_ending_in
from vtt_bridge.commands.options.source_options import SourceOptions, book_options
from vtt_bridge.commands.output.terminal import say, say_each
from vtt_bridge.commands.umpire_group import RULES_SAY_NO
from vtt_bridge.games.audit import audited
from vtt_bridge.games.game_file import log_under_way
from vtt_bridge.games.game_log import Turn, head_from, head_line, turn_lines, turns_from
from vtt_bridge.games.game_setup import (
    OpenedGame,
    decisions_of_game,
    opened,
    opened_anew,
    played_back,
    this_version,
    turn_of,
)
from vtt_bridge.games.log_file import errors_naming_log, read_log
from vtt_bridge.games.luck import Decided, decided, luck
from vtt_bridge.games.running_game import resumed
from vtt_bridge.system.atomic_write import write_atomic


@click.command("play")
@click.argument("scenario_name", metavar="SCENARIO", shell_complete=completion.scenarios)
@click.option("--seed", type=SEED, default=1, show_default=True, help="Of dice and choices.")
@click.option(
    "-o",
    "--out",
    default="",
    metavar="FILE",
    help="Keep the log of the game (blindhex-log/1), in a new file.",
)
@click.option(
    "--player",
    "assigned",
    multiple=True,
    metavar="SIDE=PLAYER",
    help=f"Who plays a side: {', '.join(PLAYERS)}; by chance if nothing is said.",
)
@click.option("--why", is_flag=True, help="Say with each declaration why the player made it.")
@book_options
def play(
    scenario_name: str, seed: int, out: str, assigned: tuple[str, ...], why: bool, options: SourceOptions
) -> None:
    """A whole game by the book, to the result: each side is played by chance, or by a player who knows what it knows.

    \b
    Examples:
      blindhex play lhy-ridge-farm --seed 7 -o played.log
      blindhex play duel-on-the-long-lane --player us=careful --why
    """
    game = opened_anew(head_asked(scenario_name, options, seed), ruleset)
    state, given = game.state, players(names_by_side(assigned, game.state.sides))
    with log_under_way(out, head_line(game.head)) if out else nullcontext(_discard) as keep:
        for decision in decisions_of_game(game, seed, given):
            turn = turn_of(decision)
            state = decision.after
            keep("".join(turn_lines(turn, game.book.actions, game.book.events)))
            _tell(game, turn, decision.before, state)
            if why:
                _tell_why(game, decision)
    _tell_result(game, state)


def _discard(_: str) -> None:
    pass


@click.command("replay")
@click.argument("log", metavar="LOG", shell_complete=completion.files)
@click.option("--until", type=Whole(0), metavar="N", help="Stop after N actions.")
@click.option(
    "-o",
    "--out",
    default="",
    metavar="FILE",
    help="Draw the board as it stands then (.png), or write the whole game as a report (.html).",
)
@click.option(
    "--check", is_flag=True, help="Check each action and its dice by the rules of this version instead."
)
@click.option("--verify", is_flag=True, help="Verify the record of a game by mail instead.")
def replay(log: str, until: int | None, out: str, check: bool, verify: bool) -> None:
    """The log of a game played back, action by action with its results; no dice are thrown.

    With --check, each action is carried out again with the dice of the log. Whatever is not allowed, or does
    not follow from them by the rules of this version, is listed, and the exit status is 1.

    With --verify, LOG is the record of a game by mail: it says what `blindhex mail verify` does.

    \b
    Examples:
      blindhex replay farm.log --check
      blindhex replay farm.log --until 1 -o then.png
    """
    if verify:
        by_mail = LazyCommand("verify", "games.mail:verify", "").itself
        click.get_current_context().invoke(by_mail, record=log, against="")
        return
    suffix = file_ending_in(out, ".png", ".html").suffix.lower() if out else ""
    text = read_log(log)
    game = _opened(log, text)
    turns = _turns(log, text, game)
    if check:
        _tell_audit(game, turns[:until])
        return
    if suffix == ".html":
        from vtt_bridge.games.battle_report import battle_report

        now = resumed(text, ruleset)
        write_atomic(
            Path(out), battle_report(now if until is None else now.up_to(min(until, len(now.turns))))
        )
    state = game.state
    for turn, after in played_back(game, turns[:until]):
        _tell(game, turn, state, after)
        state = after
    if suffix == ".png":
        picture = with_legend(board_picture(state, roster=game.ruleset.roster), state.board)
        window = Viewport.of(picture.box, 72 / picture.module, margin_px=8)
        write_atomic(Path(out), png.render(picture, window))
    _tell_result(game, state)


@click.command("luck")
@click.argument("log", metavar="LOG", shell_complete=completion.files)
def luck_of(log: str) -> None:
    """How lucky was each side? A percentile: of 100 games with the same decisions, how many would have gone worse for it.

    For every action with dice, all possible outcomes are worked out exactly from the game as it stood. The
    score is the harm done less the harm taken, over all of these actions, and what really fell is ranked
    among all that could have.

    \b
    Example:
      blindhex luck farm.log
    """
    text = read_log(log)
    game = _opened(log, text)
    decisions = tuple(decided(game, _turns(log, text, game)))
    for side in game.state.sides:
        say(f"{luck(decisions, side)}\n  in what it declared itself: {_own_luck(decisions, side)}")
    if left_out := sum(not decision.odds for decision in decisions):
        say(f"{left_out} actions are left out, for they can end in more ways than can be told.")


def _opened(log: str, text: str) -> OpenedGame:
    with errors_naming_log(log):
        return opened(head_from(text), ruleset)


def _turns(log: str, text: str, game: OpenedGame) -> tuple[Turn, ...]:
    with errors_naming_log(log):
        return turns_from(text, game.book.actions, game.book.events)


def _own_luck(decisions: Iterable[Decided], side: str) -> str:
    own = luck((decision for decision in decisions if decision.by == side), side)
    return (
        f"{100 * own.percentile:.0f} of 100, {own.decisions} decided by dice" if own.decisions else "no dice"
    )


def _tell_audit(game: OpenedGame, turns: tuple[Turn, ...]) -> None:
    findings = tuple(audited(game, turns))
    say(f"Begun under Blindhex {game.head.version or 'of an unknown version'}, checked by {this_version()}.")
    say_each(findings)
    dice = sum(len(event.values) for turn in turns for event in turn.events if isinstance(event, DiceThrown))
    if findings:
        say(f"Of {len(turns)} actions {len({finding.number for finding in findings})} are not by the book.")
        click.get_current_context().exit(RULES_SAY_NO)
    say(f"All {len(turns)} actions are by the book, and follow from the {dice} dice of the record.")


def _tell(game: OpenedGame, turn: Turn, before: GameState, after: GameState) -> None:
    names = game.names(before, after)
    declared, *came = turn.lines()
    say_each(map(names.said, (declared, *(f"  {line}" for line in came))))


def _tell_why(game: OpenedGame, decision: Decision) -> None:
    """Tell the reasons for and against a declaration, its odds, and the runners-up."""
    names = game.names(decision.before, decision.after)
    chosen = decision.chosen
    lines = [f"  why: {reason}" for reason in chosen.why]
    if chosen.why and (odds := game.book.chances(decision.before, chosen.action).odds) is not None:
        lines += [f"  odds: {outcome} {percent(chance)}" for outcome, chance in odds.chances.items()]
    lines += [f"  rather than {action} ({worth:+.0f})" for action, worth in chosen.rather_than]
    say_each(map(names.said, lines))


def _tell_result(game: OpenedGame, state: GameState) -> None:
    result = game.book.result(state)
    if result is None:
        say("The game goes on.")
    else:
        say(game.names(state).said(f"Result: {result.text}"))
