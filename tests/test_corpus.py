"""The published lines of sight are those we rule, and those of a second umpire that shares no code with us."""

import re
from pathlib import Path

import pytest

from maps.documents import parsed, text_of
from rules.ground.hex.board import HexBoard
from tests.corpus import FOLDER, SITUATIONS, Situation, document
from tests.oracle.later import LaterUmpire
from tests.oracle.sight import Case, Seen, Umpire

HEXES = [one for one in SITUATIONS if isinstance(one.board, HexBoard)]


def test_every_file_is_a_situation_and_every_situation_a_file() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {f"{situation.name}.json" for situation in SITUATIONS}


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda one: one.name)
def test_the_published_lines_of_sight_are_those_we_rule(situation: Situation) -> None:
    published = (FOLDER / f"{situation.name}.json").read_text("utf-8")
    assert published == text_of(document(situation)), "make corpus writes it anew; read the difference"


@pytest.mark.parametrize("situation", HEXES, ids=lambda one: one.name)
def test_a_second_umpire_rules_the_published_lines_of_sight(situation: Situation) -> None:
    """From every third hex to all; the random boards of proofs/ground/los_oracle.py go through every pair."""
    assert isinstance(situation.board, HexBoard)
    published = parsed((FOLDER / f"{situation.name}.json").read_bytes())["sees"]
    options = situation.ruleset.options  # type: ignore[attr-defined]
    case = Case(situation.board, (), situation.markers, options.switches, options.house)
    umpire = (LaterUmpire if situation.switches else Umpire)(case)
    for viewer in situation.board.grid:
        if viewer.column % 3 == 1:
            seen = [umpire.look(viewer, target) for target in situation.board.grid]
            assert "".join(map(_letter, seen)) == published[str(viewer)], viewer


def _letter(seen: Seen) -> str:
    return {"clear": ".", "blocked": "#", "blind": "b"}.get(seen.visibility) or str(seen.hindrance)


def test_the_program_of_the_corpus_page_runs_and_its_count_of_lines_is_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Line by line on the situations with smoke and with a street; the fields of all of them are compared above."""
    page = FOLDER.with_suffix(".md")
    monkeypatch.chdir(Path(__file__).parent.parent)
    (program,) = re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    assert "hex-*.json" in program
    exec(compile(program.replace("hex-*.json", "hex-s*.json"), str(page), "exec"), {})
    lines = sum(len(situation.places) ** 2 for situation in SITUATIONS)
    assert f"{round(lines, -2):,} lines in all" in page.read_text("utf-8")
