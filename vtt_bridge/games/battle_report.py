"""A game as one HTML page: turn by turn with pictures of the board, each result beside its odds, and each side's luck."""

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from itertools import groupby

from exporters.board_shapes import box, module
from exporters.formats import svg
from exporters.picture import Picture
from exporters.pictures.board_picture import board_picture
from exporters.pictures.counters import counters, side_role
from exporters.pictures.label_layout import without_overlaps
from exporters.style import style_of
from exporters.viewport import Viewport
from rules.game.chance.percent import percent
from rules.game.counter_names import CounterNames
from rules.game.side_names import people
from rules.game.state import GameState
from vtt_bridge.games.game_setup import played_back
from vtt_bridge.games.luck import Decided, Luck, decided, luck
from vtt_bridge.games.record import Reader, RecordedTurn, recorded
from vtt_bridge.games.running_game import RunningGame

_BOARD_PX = 1000
_MOST_ODDS = 7


def battle_report(now: RunningGame) -> str:
    """The report of a game so far, nothing hidden: one HTML page that needs no other file."""
    decisions = {decision.number: decision for decision in decided(now.game, now.turns)}
    turns_told = tuple(recorded(now, 0, len(now.turns), Reader(sees_all=True)))
    states = [now.game.state, *(state for _, state in played_back(now.game, now.turns))]
    window = _window(now.state)
    names = now.game.names(*states)
    title = str(now.game.head.setup.get("name") or now.game.head.scenario)
    chapters = [(name, tuple(turns)) for name, turns in groupby(turns_told, _chapter)]
    links = "".join(f'<a href="#turn-{k}">{escape(name)}</a>' for k, (name, _) in enumerate(chapters, 1))
    return "".join(
        (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title><style>{_STYLE}{_own_style(now.state, window)}</style></head><body>",
            f"<header><h1>{escape(title)}</h1><p>{escape(now.status)}</p>",
            _luck_html(now, tuple(decisions.values())),
            f"<nav>{links}</nav></header>",
            f"<section><h2>Before the first turn</h2>{_board(now, states[0], window)}</section>",
            *(
                _section_html(
                    now, name, k, turns, decisions, names, _board(now, states[turns[-1].number], window)
                )
                for k, (name, turns) in enumerate(chapters, 1)
            ),
            "</body></html>\n",
        )
    )


def _chapter(turn: RecordedTurn) -> str:
    """The turn of play of an action: every book's moments begin with it."""
    words = turn.moment.split(",")[0]
    return f"{words[:1].upper()}{words[1:]}"


def _section_html(
    now: RunningGame,
    name: str,
    k: int,
    turns: Sequence[RecordedTurn],
    decisions: dict[int, Decided],
    names: CounterNames,
    board: str,
) -> str:
    lines = "".join(_turn(now, turn, decisions.get(turn.number), names) for turn in turns)
    return f'<section id="turn-{k}"><h2>{escape(name)}</h2><div class="turn"><ol>{lines}</ol>{board}</div></section>'


def _turn(now: RunningGame, turn: RecordedTurn, decision: Decided | None, names: CounterNames) -> str:
    dice = "".join(f"<li>{escape(event.told_to(event.only_for))}</li>" for event in turn.dice)
    more = "".join(f"<li>{escape(line)}</li>" for line in turn.lines)
    changes = "; ".join(turn.changes)
    return "".join(
        (
            f'<li value="{turn.number}" class="side-{_number(now.state, turn.side)}">',
            f"<p><strong>{escape(turn.declared)}</strong></p>",
            f'<ul class="dice">{dice}</ul>' if dice else "",
            "" if decision is None else _odds(decision, names),
            f'<p class="changes">{escape(changes)}</p>' if changes and decision is None else "",
            f"<details><summary>Line by line</summary><ul>{more}</ul></details>" if more else "",
            "</li>",
        )
    )


def _odds(decision: Decided, names: CounterNames) -> str:
    """The likeliest outcomes with their chances as bars; the actual one is always among them, and marked."""
    if not decision.ends:
        return f'<p class="changes">{escape(names.said(decision.end))}</p>'
    ranked = sorted(decision.ends.items(), key=lambda end: -end[1])
    shown = ranked[:_MOST_ODDS]
    shown += [end for end in ranked[_MOST_ODDS:] if end[0] == decision.end]
    rest = sum((chance for _, chance in ranked), start=shown[0][1] * 0) - sum(chance for _, chance in shown)
    rows = [(names.said(end), chance, end == decision.end) for end, chance in shown]
    if rest:
        rows.append((f"{len(ranked) - len(shown)} others", rest, False))
    bars = "".join(
        f'<li{" class=fell" if fell else ""}><i style="width:{float(100 * chance):.2f}%"></i>'
        f"<span>{escape(words)}</span><b>{percent(chance)}</b></li>"
        for words, chance, fell in rows
    )
    return f'<ul class="odds">{bars}</ul>'


def _luck_html(now: RunningGame, decisions: tuple[Decided, ...]) -> str:
    rows = "".join(_luck_row(now, luck(decisions, side), side) for side in now.state.sides)
    left_out = sum(not decision.odds for decision in decisions)
    note = f" {left_out} actions that can end in more ways than can be told are left out." if left_out else ""
    return (
        f'<table class="luck"><caption>Luck</caption>{rows}</table><p class="quiet">How many of 100 games with the same decisions'
        f" would have gone worse for that side by what the dice decided; 50 is what dice owe everybody.{note}</p>"
    )


def _luck_row(now: RunningGame, luck_of_side: Luck, side: str) -> str:
    share = 100 * luck_of_side.percentile
    return (
        f'<tr class="side-{_number(now.state, side)}"><th>{escape(people(side))}</th>'
        f'<td class="bar"><i style="width:{share:.1f}%"></i></td><td><b>{share:.0f}</b></td>'
        f"<td>{luck_of_side.sum}</td></tr>"
    )


def _board(now: RunningGame, state: GameState, window: Viewport) -> str:
    """The counters alone; the style sheet puts the ground behind them."""
    own = now.game.names(state).units_of("")
    named = state.changed(units={unit.id: unit for unit in own})
    marks = without_overlaps(tuple(counters(named, now.game.ruleset.roster)), box(state.board))
    text = "; ".join(f"{unit.name} in {unit.at}" for unit in own if unit.at is not None)
    picture = Picture(state.board.name, box(state.board), marks, (), text, module(state.board))
    return f'<figure class="board">{svg.render(picture, window)}</figure>'


def _own_style(state: GameState, window: Viewport) -> str:
    """The ground, which is the same in every picture, and the colours of the sides."""
    ground = svg.render(board_picture(GameState(state.board, sides=state.sides)), window)
    data = b64encode(ground.encode()).decode()
    sides = "".join(
        f".side-{_number(state, side)}{{--side:rgb{style_of(side_role(state, side)).fill[:3]}}}"
        for side in state.sides
    )
    return f".board{{background-image:url(data:image/svg+xml;base64,{data});aspect-ratio:{window.width_px}/{window.height_px}}}{sides}"


def _number(state: GameState, side: str) -> int:
    return state.sides.index(side) + 1 if side in state.sides else 0


def _window(state: GameState) -> Viewport:
    edge = box(state.board)
    return Viewport.of(edge, _BOARD_PX / max(edge.width, edge.height))


_STYLE = """
body{margin:0 auto;max-width:1400px;padding:1rem 1.5rem;font:15px/1.45 system-ui,"DejaVu Sans",sans-serif;color:#22211e;background:#f7f4ee}
h1{margin:0 0 .2rem;font-size:1.7rem}h2{margin:2rem 0 .6rem;font-size:1.15rem;border-bottom:1px solid #cfc8b8}
p{margin:.2rem 0}ul,ol{margin:0;padding:0;list-style:none}nav{display:flex;flex-wrap:wrap;gap:.4rem;margin:1rem 0}
nav a{padding:.15rem .7rem;border:1px solid #cfc8b8;border-radius:1rem;color:inherit;text-decoration:none;background:#fffdf9}
.quiet,summary{color:#5d5a52;font-size:.85rem}summary{cursor:pointer}details ul{font-size:.85rem;padding:.2rem 0 .3rem 1rem}
.turn{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.15fr);gap:1.5rem;align-items:start}
.turn>ol>li{padding:.45rem .7rem;margin-bottom:.4rem;background:#fffdf9;border-left:.35rem solid var(--side,#bbb);border-radius:.2rem}
.board{margin:0;position:sticky;top:1rem;background-size:100% 100%;border:1px solid #cfc8b8;print-color-adjust:exact}
.board svg{display:block;width:100%;height:auto}.turn~.board,section>.board{max-width:56rem}
.dice{font-size:.88rem;color:#45423b}.dice li::before{content:"\\2684  "}.changes{font-size:.92rem}
.odds{display:grid;gap:.15rem;margin:.35rem 0;font-size:.88rem}
.odds li{position:relative;display:flex;justify-content:space-between;gap:1rem;padding:.1rem .45rem;border:1px solid #e4decf;border-radius:.2rem}
.odds i{position:absolute;inset:0 auto 0 0;background:#e5dfcf}.odds span,.odds b{position:relative}.odds b{font-weight:500;white-space:nowrap}
.odds .fell{border-color:#2f5d50;font-weight:650}.odds .fell i{background:#bcd6cb}.odds .fell span::before{content:"\\25B6  "}
.luck{border-collapse:collapse;margin-top:.8rem}.luck caption{text-align:left;font-weight:650}.luck th,.luck td{padding:.15rem .7rem .15rem 0;text-align:left}
.luck .bar{position:relative;width:16rem;padding:0;background:linear-gradient(90deg,#e5dfcf 49.8%,#8b8577 49.8% 50.2%,#e5dfcf 50.2%)}
.luck .bar i{display:block;height:1rem;background:var(--side);border-right:2px solid #22211e}
@media(max-width:900px){.turn{grid-template-columns:1fr}.board{position:static}.luck .bar{width:8rem}}
@media print{body{background:none}.board{position:static}section{break-inside:avoid-page}details{display:none}}
"""
