"""The published lines of sight are what we rule, and what an umpire who shares no code with us rules."""

import re
from pathlib import Path

import pytest

from maps.documents import text_of
from rules.ground.hex.board import HexBoard
from rules.last_hundred_yards.book.options import Options
from tests.corpus import FOLDER, SITUATIONS, Situation, document
from tests.oracle.agreement import check_fields
from tests.oracle.later import LaterUmpire
from tests.oracle.sight import Case, Umpire

HEXES = [one for one in SITUATIONS if isinstance(one.board, HexBoard)]


def test_every_file_is_a_situation_and_every_situation_a_file() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {f"{one.name}.json" for one in SITUATIONS}


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda one: one.name)
def test_what_is_published_is_what_is_ruled(situation: Situation) -> None:
    published = (FOLDER / f"{situation.name}.json").read_text("utf-8")
    assert published == text_of(document(situation)), "make corpus writes it anew; read the difference"


@pytest.mark.parametrize("situation", HEXES, ids=lambda one: one.name)
def test_a_second_umpire_rules_the_same(situation: Situation) -> None:
    assert isinstance(situation.board, HexBoard)
    options = situation.ruleset.options  # type: ignore[attr-defined]
    assert isinstance(options, Options)
    case = Case(situation.board, (), situation.markers, options.switches, options.house)
    counted = check_fields(case, LaterUmpire if situation.switches else Umpire)
    assert sum(counted.values()) == len(situation.places) ** 2
    assert len(counted) > 1


def test_the_page_runs_it_as_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    page = FOLDER.with_suffix(".md")
    monkeypatch.chdir(Path(__file__).parent.parent)
    (program,) = re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    exec(compile(program, str(page), "exec"), {})
    lines = sum(len(one.places) ** 2 for one in SITUATIONS)
    assert f"{round(lines, -2):,} lines in all" in page.read_text("utf-8")
