"""Sheets of a whole side as PDF: one for each unit on the map, with what it sees and its ranges, and nothing
that the side may not know."""

from pathlib import Path

import pypdfium2

from exporters.picture import Label, Role
from exporters.pictures.sheet_picture import sheet_picture
from maps.library import scenario
from rules.catalog import ruleset
from tests.vtt_bridge.cli_ground import SCENARIO, answered, refused, scenario_file


def words(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    return [page.get_textpage().get_text_range() for page in document]


def test_each_unit_of_the_side_has_a_sheet_with_its_ranges(source: str, tmp_path: Path) -> None:
    out = tmp_path / "us.pdf"
    assert answered("sheets", source, "us", "-o", str(out)) == f"2 sheets of the Americans in {out}.\n"
    squad, tank = words(out)
    assert "1st Squad: sight and ranges" in squad
    assert "small arms 1: to 2 hexes" in squad
    assert "clear" in squad
    assert "sight and ranges" in tank


def test_a_hidden_enemy_changes_nothing_on_any_sheet(source: str, tmp_path: Path) -> None:
    with_him, without = tmp_path / "with.pdf", tmp_path / "without.pdf"
    answered("sheets", source, "us", "-o", str(with_him))
    shown = [unit for unit in SCENARIO["units"] if unit["id"] != "G-2"]
    (tmp_path / "shown").mkdir()
    answered("sheets", scenario_file(tmp_path / "shown", units=shown), "us", "-o", str(without))
    assert with_him.read_bytes() == without.read_bytes()


def test_what_cannot_be_drawn_is_refused(source: str, tmp_path: Path) -> None:
    assert "one of the sides: us, ge" in refused("sheets", source, "uk", "-o", str(tmp_path / "uk.pdf"))
    assert "ends in .pdf" in refused("sheets", source, "us", "-o", str(tmp_path / "us.png"))


def test_every_band_of_the_farthest_weapon_is_told_on_its_ring_where_the_map_has_it() -> None:
    """MATG1: the stand is near the upper left corner, so that no ring but the nearest two has its top on the map."""
    found = scenario("dolgoye-vanguard")
    state, book = found.state(), ruleset(found.ruleset)
    stand = state.unit("s-1a")
    sheet = sheet_picture(state.board, "", book.sight_field(state, stand), book.weapon_ranges(state, stand))
    told = [mark.text for mark in sheet.marks if isinstance(mark, Label) and mark.role is Role.NUMBER]
    assert told == ["1: -1", "5.9: 0", "9.9: +1", "14.9: +2", "19.9: +3", "20: +4"]
