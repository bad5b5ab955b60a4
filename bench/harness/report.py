"""The final table, as text and as JSON, and the exit status."""

import os
import platform
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bench.harness.rows import Row, Standing
from bench.harness.yardstick import loop_s

OVER, NOT_ALL_MEASURED = 1, 2

_HEADS = ("question", "ours", "against", "theirs", "ratio", "limit", "")

Table = Mapping[str, Sequence[Row]]
"""The rows by group."""


def exit_status(table: Table, broken: Sequence[str] = ()) -> int:
    """0 if every limit is kept; 1 if one is exceeded or a group failed; 2 if a row with a limit was not measured."""
    rows = [row for rows in table.values() for row in rows]
    if broken or any(row.standing is Standing.OVER for row in rows):
        return OVER
    return NOT_ALL_MEASURED if any(row.missing and row.limit is not None for row in rows) else 0


def text(table: Table, broken: Sequence[str] = ()) -> str:
    """The table as text: a line for each row, with exceeded limits marked, and rows that were not measured with the reason."""
    lines = [_HEADS, *(_cells(row) for rows in table.values() for row in rows)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(_HEADS))]
    told = [_line(_HEADS, widths)]
    for name, rows in table.items():
        told += ["", name, *(_line(_cells(row), widths) for row in rows)]
        told += [f"    {remark}" for remark in dict.fromkeys(row.remark for row in rows if row.remark)]
    return "\n".join([*told, "", *_summary(table, broken)])


def document(table: Table, broken: Sequence[str] = ()) -> dict[str, Any]:
    """The table as JSON, with the machine's data for readers elsewhere."""
    return {
        "python": platform.python_version(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "yardstick_loop_ms": loop_s() * 1000,
        "broken": list(broken),
        "rows": [{"group": name, **row.document()} for name, rows in table.items() for row in rows],
    }


def _summary(table: Table, broken: Sequence[str]) -> Iterator[str]:
    rows = [row for rows in table.values() for row in rows]
    stands = Counter(row.standing for row in rows)
    yield (
        f"{len(rows)} rows: {stands[Standing.WITHIN]} within their limits, {stands[Standing.OVER]} over,"
        f" {stands[Standing.SHOWN]} without a limit, {stands[Standing.NOT_MEASURED]} not measured"
    )
    yield from (
        f"OVER: {row.question}, x{_figure(row.ratio)} {row.peer}, limit {row.limit:g}"
        for row in rows
        if row.standing is Standing.OVER
    )
    yield from (
        f"not measured: {row.question}, against {row.peer}: {row.missing}" for row in rows if row.missing
    )
    yield from (f"broken: {words}" for words in broken)


def _cells(row: Row) -> tuple[str, ...]:
    ratio, limit = _figure(row.ratio), "" if row.limit is None else f"{row.limit:g}"
    ours, theirs = (_cost(cost, row.unit) for cost in (row.ours, row.theirs))
    return f"  {row.question}", ours, row.peer, theirs, ratio and f"x{ratio}", limit, row.standing.value


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    aligned = ("<", ">", "<", ">", ">", ">", "<")
    return "  ".join(
        f"{cell:{side}{width}}" for cell, side, width in zip(cells, aligned, widths, strict=True)
    ).rstrip()


def _cost(cost: float | None, unit: str) -> str:
    return "" if cost is None else f"{_figure(cost)} {unit}"


def _figure(value: float | None) -> str:
    """A number to three significant figures, without an exponent."""
    if value is None:
        return ""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.4f}"
