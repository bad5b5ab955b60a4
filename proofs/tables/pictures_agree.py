"""Every bundled scenario, every question, three sizes: no words overlap or leave the picture, and the SVG in a browser
matches the PNG within a pixel. The map with its counters, common to all answers, is compared once for each scenario."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import pytest
from playwright.sync_api import Browser, sync_playwright

from exporters.formats import png, svg
from exporters.picture import Label, Picture
from exporters.pictures.board_picture import board_picture
from exporters.pictures.legend import with_legend
from exporters.place_text import name as place_name
from exporters.viewport import Viewport
from maps.library import scenario, scenarios
from rules.catalog import ruleset
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.place import Place
from tests.browser import launch
from tests.exporters.agreement import differing_pixels, on_white
from tests.vtt_bridge.games.test_offers import moments
from tests.vtt_bridge.umpire.test_words_in_pictures import check_words
from vtt_bridge.umpire.answers import answer_picture
from vtt_bridge.umpire.questions import Asks, Question
from vtt_bridge.umpire.rulings import ruled

HEX_PX = (32, 72, 200)
MOST_MOMENTS = 400
_CROSSINGS = 0.0005
"""The share of pixels that may be apart: where many thin pens cross, colours are mixed in another order."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


def met(name: str) -> GameState:
    """A scenario as it is set up; where units come on or are set up later, its game once both sides stand on the map."""
    played = (state for _, state in moments(name, MOST_MOMENTS))
    return next(
        state
        for state in chain([scenario(name).state()], played)
        if len({unit.side for unit in state.units.values() if unit.at is not None}) > 1
    )


def pictures(name: str) -> Iterator[tuple[str, Picture]]:
    """The board of a scenario, and the answer to each question of a unit about an enemy as near as any."""
    state, book = met(name), ruleset(scenario(name).ruleset)
    yield "board", with_legend(board_picture(state, roster=book.roster), state.board)
    standing = [(unit, unit.at) for unit in state.units.values() if unit.at is not None]
    pairs = [(one, other) for one in standing for other in standing if one[0].side != other[0].side]

    def gap(pair: tuple[tuple[Unit, Place], tuple[Unit, Place]]) -> float:
        (_, one), (_, other) = pair
        return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))

    (viewer, _), (target, _) = min(pairs, key=gap)
    assert target.at is not None
    alone = (Asks.FIELD, Asks.REACH, Asks.RANGE, Asks.THREAT)
    there = (Asks.PLAN, Asks.HERE)
    for asks in Asks:
        aim = "" if asks in alone else place_name(target.at) if asks in there else target.id
        question = Question(asks, viewer.id, aim, "see" if asks is Asks.WHERE else "", id="proof")
        _, ruling = ruled(state, book, question)
        answer = answer_picture(state, question, ruling)
        check_words(with_legend(board_picture(state, answer, book.roster), state.board))
        yield asks.value, answer


@pytest.mark.parametrize("name", [entry.name for entry in scenarios()])
def test_words_are_apart_and_the_outlets_agree(browser: Browser, name: str) -> None:
    for asked, picture in pictures(name):
        check_words(picture)
        bare = replace(picture, marks=tuple(mark for mark in picture.marks if not isinstance(mark, Label)))
        for hex_px in HEX_PX:
            window = Viewport.of(bare.box, hex_px / bare.module)
            expected = on_white(png.render(bare, window))
            page = browser.new_page(viewport={"width": window.width_px, "height": window.height_px})
            page.set_content(f"<body style='margin:0;background:#fff'>{svg.render(bare, window)}</body>")
            found = differing_pixels(expected, on_white(page.screenshot()))
            page.close()
            assert len(found) <= _CROSSINGS * expected[..., 0].size, (
                name,
                asked,
                hex_px,
                len(found),
                found[:9],
            )
