"""Rulings in words: plain text for a chat or a terminal, and escaped HTML."""

import re
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

from exporters.number_text import chance
from rules.game.chance.odds import Odds
from rules.game.ruling import Reason, Ruling
from rules.planning.plan import said
from rules.planning.text_tree import HasTextTree, TextTree


def chat(ruling: Ruling[object]) -> str:
    """A ruling as lines of plain text: question and answer, each reason with its rule, the odds in each case.

    The answer comes first, so that a chat that shows one line shows the verdict. An answer of several parts has a line for
    each, and reasons with the same beginning are listed below it.
    """
    answer = _answer(ruling)
    lines = [f"{ruling.question}: {answer.text}.", *_indented(answer.below)]
    if answer.below and ruling.reasons:
        lines.append("Why:")
    lines += _indented(reason_trees(ruling.reasons))
    for heading, odds in _all_odds(ruling):
        lines += [f"{heading}:", *(f"- {line}" for line in _odds_lines(odds))]
    return "\n".join(lines)


def html(ruling: Ruling[object]) -> str:
    """A ruling as an HTML fragment, with every word escaped, so that a unit's name cannot become markup."""
    reasons = "".join(
        f"<li>{escape(reason.text)} <cite>{escape(str(reason.cite))}</cite>{escape(_where(reason))}</li>"
        for reason in ruling.reasons
    )
    odds = "".join(_odds_list(heading, odds_given) for heading, odds_given in _all_odds(ruling))
    listed = f'<ul class="reasons">{reasons}</ul>' if reasons else ""
    answer = _answer(ruling)
    parts = _html_list(answer.below)
    first = f"<p>{escape(ruling.question)}: <strong>{escape(answer.text)}</strong>.</p>"
    return f'<div class="blindhex-ruling">{first}{parts}{listed}{odds}</div>'


def with_kept_indentation(text: str) -> str:
    """Plain text with non-breaking spaces for indentation, which HTML would otherwise drop.

    >>> with_kept_indentation("odds:\\n  - hit").replace("\\N{NO-BREAK SPACE}", "_")
    'odds:\\n__- hit'
    """
    return _BEGINS.sub(lambda spaces: "\N{NO-BREAK SPACE}" * len(spaces.group()), text)


_BEGINS = re.compile("^ +", re.MULTILINE)


def reason_trees(reasons: Iterable[Reason]) -> tuple[TextTree, ...]:
    """Reasons with their rules, as lines; consecutive reasons that begin with the same words and a colon are
    listed below these words."""
    trees: list[TextTree] = []
    for head, group in groupby(reasons, lambda reason: reason.text.partition(": ")[0]):
        several = list(group)
        if len(several) == 1:
            trees.append(TextTree(f"{several[0]}{_where(several[0])}"))
            continue
        below = (f"{reason}{_where(reason)}".removeprefix(f"{head}: ") for reason in several)
        trees.append(TextTree(head, tuple(map(TextTree, below))))
    return tuple(trees)


def _answer(ruling: Ruling[object]) -> TextTree:
    verdict = ruling.verdict
    return verdict.text_tree if isinstance(verdict, HasTextTree) else TextTree(str(verdict))


def _indented(trees: Iterable[TextTree], depth: int = 0) -> Iterator[str]:
    for line in trees:
        yield f"{'  ' * depth}- {line.text}{':' if line.below else ''}"
        yield from _indented(line.below, depth + 1)


def _html_list(trees: Iterable[TextTree]) -> str:
    items = "".join(f"<li>{escape(line.text)}{_html_list(line.below)}</li>" for line in trees)
    return f'<ul class="parts">{items}</ul>' if items else ""


def _all_odds(ruling: Ruling[object]) -> Iterator[tuple[str, Odds[str]]]:
    """The odds of a ruling with their headings: first the odds as things are, then those of each case."""
    if ruling.odds is not None:
        yield "Odds", ruling.odds
    for case in ruling.cases:
        yield f"Odds {case.condition}", case.odds


def _odds_list(heading: str, odds: Odds[str]) -> str:
    lines = "".join(f"<li>{escape(line)}</li>" for line in _odds_lines(odds))
    heading_html = "" if heading == "Odds" else f"<p>{escape(heading)}:</p>"
    return f'{heading_html}<ul class="odds">{lines}</ul>'


def _where(reason: Reason) -> str:
    """The places of a reason that its text does not name already."""
    named = set(re.findall(r"[\w.,]*\w", reason.text))
    missing = [word for word in map(said, reason.at) if word not in named]
    return f" at {', '.join(missing)}" if missing else ""


def _odds_lines(odds: Odds[str]) -> list[str]:
    """Outcomes with their chances, the likeliest first unless they are ranked."""
    ranked = list(odds.chances.items())
    if not odds.is_ranked:
        ranked.sort(key=lambda pair: -pair[1])
    return [f"{outcome}: {chance(share)}" for outcome, share in ranked]
