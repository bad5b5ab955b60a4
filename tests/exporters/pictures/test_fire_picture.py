"""The picture of a shot shows its verdict, modifiers and odds, or why it is refused."""

from dataclasses import replace

from exporters.board_shapes import centre
from exporters.picture import ODDS, Area, Label, Line, Mark, Role
from exporters.pictures.fire_picture import fire_picture
from rules.game.verdicts import Shot
from rules.ground.hex.hexes import Hex
from tests.exporters.samples import ATTACK, CLEAR_LOS, STATE, reason

ENDS = Hex.named("E2"), Hex.named("A3")


def words(marks: tuple[Mark, ...]) -> list[str]:
    return [mark.text for mark in marks if isinstance(mark, Label)]


def test_the_card_tells_the_verdict_each_modifier_with_its_rule_and_the_chances() -> None:
    shot = replace(ATTACK, reasons=(reason("-1 smoke in D2", "4.2.4", "D2"),))
    told = words(fire_picture(STATE, shot, *ENDS).marks)
    assert {"SADRM -1", "-1 smoke in D2 (LHY 4.2.4)", "no effect: 20%", "casualty: 10%"} <= set(told)


def test_the_parts_of_the_bar_are_as_long_as_the_outcomes_are_likely() -> None:
    marks = fire_picture(STATE, ATTACK, *ENDS).marks
    bar = [mark for mark in marks if isinstance(mark, Area) and "chance" in mark.facts]
    assert [mark.role for mark in bar] == list(ODDS[:3])
    long = [mark.rings[0][1][0] - mark.rings[0][0][0] for mark in bar]
    assert [round(part / sum(long), 6) for part in long] == [0.2, 0.7, 0.1]


def test_a_shot_that_is_refused_over_a_clear_line_says_why_and_shows_no_clear_los() -> None:
    refused = replace(
        ATTACK, verdict=Shot(CLEAR_LOS.verdict, ""), reasons=(reason("out of range", "1.5"),), odds=None
    )
    picture = fire_picture(STATE, refused, *ENDS)
    assert {"no fire", "out of range (LHY 1.5)"} <= set(words(picture.marks))
    assert (Role.REFUSED_LINE, "no fire") in picture.legend, "the card says why"
    drawn = {mark.role for mark in picture.marks if isinstance(mark, Line)}
    assert drawn == {Role.REFUSED_LINE}
    assert Role.SIGHT_CLEAR not in dict(picture.legend)


def test_modifiers_beyond_the_space_of_the_card_are_counted() -> None:
    many = replace(ATTACK, reasons=tuple(reason(f"+{k} of some kind", "1.5") for k in range(1, 12)))
    assert "and 5 more" in words(fire_picture(STATE, many, *ENDS).marks)


def test_the_card_stands_within_the_picture_and_covers_neither_end() -> None:
    picture = fire_picture(STATE, ATTACK, *ENDS)
    (card,) = [
        mark.rings[0] for mark in picture.marks if isinstance(mark, Area) and mark.role is Role.LEGEND_PANEL
    ]
    (left, top), (right, bottom) = card[0], card[2]
    assert left >= picture.box.left - 1e-9
    assert top >= picture.box.top - 1e-9
    for end in ENDS:
        x, y = centre(STATE.board, end)
        assert not (left < x < right and top < y < bottom)
