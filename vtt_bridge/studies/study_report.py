"""The report of a study: wins with their intervals, length of the games, losses and where they fell, and
what decided the games."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import sqrt
from statistics import NormalDist, fmean, median

from exporters.formats import svg
from exporters.picture import Picture
from exporters.pictures.board_picture import board_picture
from exporters.pictures.losses_picture import losses_picture
from exporters.viewport import Viewport
from rules.game.side_names import people, with_players
from rules.game.state import GameState
from rules.ground.hex.board import HexBoard
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from vtt_bridge.studies.one_game import Row
from vtt_bridge.studies.study import Study

SURE = 0.95
"""The confidence of the intervals."""

_DEVIATIONS = NormalDist().inv_cdf((1 + SURE) / 2)
"""How far an interval goes to each side, in standard deviations."""

_BOARD_PX = 900
_MOST_TOLD = 8
_FIGURE = re.compile(r"(?<![\w.])-?\d+")


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened in a number of games, with the Wilson interval of its share."""

    count: int
    games: int

    @property
    def interval(self) -> tuple[float, float]:
        share, doubt = self.count / self.games, _DEVIATIONS**2 / self.games
        middle, half = share + doubt / 2, sqrt(doubt * (share * (1 - share) + doubt / 4))
        return max(0.0, (middle - half) / (1 + doubt)), min(1.0, (middle + half) / (1 + doubt))

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.count / self.games:.0f}% ({self.count} of {self.games}; {100 * low:.0f} to {100 * high:.0f}%)"


def summary(games: Sequence[Row], sides: Sequence[str]) -> Iterator[str]:
    """The figures of a study in lines, variant by variant."""
    for name in dict.fromkeys(row["variant"] for row in games):
        rows = [row for row in games if row["variant"] == name]
        yield f"{name or 'as it is'}:" if name or len(rows) < len(games) else f"{len(rows)} games:"
        for side in sides:
            player = rows[0][f"player_{side}"]
            yield f"  {people(side)} ({player}) win {wins(rows, side)}; lose {fmean(row[f'lost_{side}'] for row in rows):.1f} units a game"
        yield f"  draws {wins(rows, '')}; {median(row['decisions'] for row in rows):.0f} decisions a game"


def wins(rows: Sequence[Row], side: str) -> Share:
    """How often a side won; the empty side, how often nobody did."""
    return Share(sum(row["winner"] == side for row in rows), len(rows))


def study_report(study: Study, state: GameState, games: Sequence[Row], decisions: Iterable[Row]) -> str:
    """The report as one HTML page that needs no other file."""
    title = str(study.variants[0].head.setup.get("name") or study.variants[0].head.scenario)
    lost: dict[str, Counter[Place]] = {}
    for row in decisions:
        for loss in json.loads(row["lost"] or "[]"):
            lost.setdefault(row["variant"], Counter())[_place(state, loss["at"])] += 1
    names = list(dict.fromkeys(row["variant"] for row in games))
    chapters = "".join(
        _variant(state, name, [row for row in games if row["variant"] == name], lost.get(name, Counter()))
        for name in names
    )
    head = study.variants[0].head
    summary = (
        f"{len(games)} games of {escape(head.ruleset)}, seeds {study.first_seed} to {study.first_seed + study.games - 1}, Blindhex {escape(head.version)},"
        f" study {study.digest[:16]}. Players: {escape(', '.join(f'{people(side)} {name}' for side, name in study.players.items()))}."
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}: study</title><style>{_STYLE}</style></head>'
        f"<body><h1>{escape(title)}: study</h1><p>{summary}</p>"
        f'<p class="quiet">In brackets: between these shares the truth lies in {100 * SURE:.0f} of 100 such studies (Wilson interval).</p>'
        f"{chapters}</body></html>\n"
    )


def _variant(state: GameState, name: str, rows: Sequence[Row], lost: Counter[Place]) -> str:
    wins_told = "".join(_won(rows, side, f"{people(side)} win") for side in state.sides) + _won(
        rows, "", "a draw"
    )
    figures = "".join(_losses(rows, side) for side in state.sides)
    return (
        f"<section><h2>{escape(name or 'The scenario as it is')}</h2>"
        f"<table><caption>Who wins</caption>{wins_told}</table>"
        f"<table><caption>A game</caption><tr><th></th><th>mean</th><th>median</th><th>least</th><th>most</th></tr>"
        f"{_range_of('decisions', [row['decisions'] for row in rows])}{figures}</table>"
        f"<table><caption>What decided it</caption>{_decided(rows)}</table>"
        f"{_map(state, name, lost)}</section>"
    )


def _won(rows: Sequence[Row], side: str, words: str) -> str:
    share = wins(rows, side)
    low, high = share.interval
    bar = f'<i style="left:{100 * low:.1f}%;width:{100 * (high - low):.1f}%"></i>'
    return f'<tr><th>{escape(words)}</th><td class="bar">{bar}<b style="left:{100 * share.count / share.games:.1f}%"></b></td><td>{share}</td></tr>'


def _losses(rows: Sequence[Row], side: str) -> str:
    lost, lead = [row[f"lost_{side}"] for row in rows], [row[f"lead_{side}"] for row in rows]
    return _range_of(f"units lost by the {people(side)}", lost) + _range_of(
        f"lead of the {people(side)}, in points of the book", lead
    )


def _range_of(words: str, values: Sequence[float]) -> str:
    cells = "".join(
        f"<td>{value:.4g}</td>" for value in (fmean(values), median(values), min(values), max(values))
    )
    return f"<tr><th>{escape(words)}</th>{cells}</tr>"


def _decided(rows: Sequence[Row]) -> str:
    """The results, the most frequent first; those that differ only in figures count as one."""
    alike: dict[str, list[str]] = {}
    for row in rows:
        alike.setdefault(_FIGURE.sub("0", row["result"]), []).append(row["result"])
    groups = sorted(alike.values(), key=len, reverse=True)[:_MOST_TOLD]
    return "".join(
        f"<tr><td>{len(results)}</td><td>{escape(_told_together(results))}</td></tr>" for results in groups
    )


def _told_together(results: Sequence[str]) -> str:
    """Results that differ only in figures as one sentence, each figure as a span from least to greatest.

    >>> _told_together(["final score 31: us wins", "final score 9: us wins"])
    'final score 9 to 31: the American player wins'
    """
    each = [set(map(int, figures)) for figures in zip(*map(_FIGURE.findall, results), strict=True)]
    spans = (" to ".join(map(str, sorted({min(figures), max(figures)}))) for figures in each)
    return with_players(_FIGURE.sub(lambda _: next(spans), results[0]))


def _map(state: GameState, name: str, lost: Counter[Place]) -> str:
    if not lost:
        return '<p class="quiet">No unit was lost.</p>'
    heat = losses_picture(
        state.board, lost, f"where units were lost, {name}" if name else "where units were lost"
    )
    ground = board_picture(GameState(state.board, sides=state.sides))
    both = Picture(heat.title, ground.box, (*ground.marks, *heat.marks), heat.legend, heat.text, heat.module)
    window = Viewport.of(both.box, _BOARD_PX / max(both.box.width, both.box.height))
    return f"<figure><figcaption>Where units were lost: {heat.text}</figcaption>{svg.render(both, window)}</figure>"


def _place(state: GameState, at: str | list[float]) -> Place:
    if isinstance(state.board, HexBoard):
        return state.board.grid.named(str(at))
    return Spot(*map(float, at))


_STYLE = """
body{margin:0 auto;max-width:1000px;padding:1rem 1.5rem;font:15px/1.45 system-ui,"DejaVu Sans",sans-serif;color:#22211e;background:#f7f4ee}
h1{font-size:1.7rem;margin:0 0 .3rem}h2{margin:2rem 0 .6rem;font-size:1.2rem;border-bottom:1px solid #cfc8b8}.quiet{color:#5d5a52;font-size:.85rem}
table{border-collapse:collapse;margin:.8rem 0}caption{text-align:left;font-weight:650}th,td{padding:.15rem .9rem .15rem 0;text-align:left;font-weight:400}
.bar{position:relative;width:18rem;background:#e5dfcf;padding:0}.bar i{position:absolute;top:.25rem;bottom:.25rem;background:#9dbfb1}
.bar b{position:absolute;top:0;bottom:0;width:2px;background:#22211e}figure{margin:1rem 0}svg{display:block;width:100%;height:auto}
"""
