"""Rulings as chat text and as HTML."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from exporters.number_text import chance
from exporters.ruling_text import chat, html
from rules.game.chance.odds import Odds
from rules.game.ruling import Case, Reason, Ruling
from rules.game.verdicts import Path, Sight, Visibility
from rules.ground.hex.hexes import Hex
from rules.ground.table.inches import Spot
from rules.planning.plan import Plan
from rules.planning.text_tree import HasTextTree
from rules.planning.where import Post, Posts, Purpose
from tests.exporters.samples import ATTACK, BLOCKED_LOS, BOOK, FIELD, RULINGS


def test_a_ruling_in_the_chat() -> None:
    assert chat(BLOCKED_LOS) == (
        "LOS from 1st Squad (A3) to MG 42 (E2): LOS blocked.\n- stone building in C2 blocks (LHY 4.2.1a)"
    )


def test_a_reason_not_printed_in_the_book_is_marked() -> None:
    assert chat(FIELD).splitlines()[1] == "- E3 lies behind the crest (LHY 4.2.3, house value)"


def test_places_the_words_leave_out_are_added() -> None:
    reasons = (Reason("woods block", BOOK.cite("4.2.1a"), (Hex.named("C2"), Hex.named("C3"))),)
    ruling = Ruling("LOS", Sight(Visibility.BLOCKED, 4), reasons)
    assert chat(ruling).endswith("- woods block (LHY 4.2.1a) at C2, C3")
    assert "</cite> at C2, C3</li>" in html(ruling)


def test_an_answer_of_several_parts_has_a_line_for_each() -> None:
    plan = next(ruling for ruling in RULINGS if isinstance(ruling.verdict, Plan))
    assert chat(plan).splitlines() == [
        "routes of 1st Squad to C3: 2 routes.",
        "- A: 2.5 MP in 1 turn, exposure 0.80:",
        "  - A3 B2 C3",
        "  - seen on 2 of 2 steps, 44% to be harmed if each fires once a turn where it is worst",
        "  - worst at B2:",
        "    - MG 42 at 3 hexes, in its band to 4, 30% to harm it",
        "    - concealed-E4-1 at 4 hexes",
        "- B: 4 MP in 2 turns, exposure 0.30:",
        "  - A3 A4 B4 | C3",
        "  - seen on 1 of 3 steps, 30% to be harmed if each fires once a turn where it is worst",
        "  - worst at C3:",
        "    - MG 42 at 3 hexes, in its band to 4, 30% to harm it",
        "  - blind hexes B4",
        "  - river exit roll",
        "Why:",
        "- worst of A, MG 42: +2 SAV of MG 42 (LHY 1.5) at B2",
    ]


def test_costs_are_printed_to_the_hundredth_in_every_answer() -> None:
    end, cost = Spot(7, 8), Fraction(5093, 400)
    assert str(Path("tank", (Spot(6, 4), end), cost)) == "(6, 4) (7, 8) for 12.73 MP"
    tree = Posts("tank", Spot(6, 4), Purpose.HIDE, "MP", 3, (Post(end, cost, 0),)).text_tree
    assert tree.below[0].text == "7.0,8.0 for 12.73 MP, no known enemy sees it"


def test_reasons_with_a_common_beginning_are_grouped_below_it() -> None:
    cite = BOOK.cite("4.2.1a")
    reasons = (
        Reason("barn: hard cover", cite),
        Reason("barn: nobody sees through it", cite),
        Reason("wall: low", cite),
    )
    assert chat(Ruling("B2", "building", reasons)).splitlines()[1:] == [
        "- barn:",
        "  - hard cover (LHY 4.2.1a)",
        "  - nobody sees through it (LHY 4.2.1a)",
        "- wall: low (LHY 4.2.1a)",
    ]


def test_odds_as_a_player_reads_them() -> None:
    assert chat(ATTACK).splitlines()[1:] == [
        "Odds:",
        "- disrupted: 70% (7 in 10)",
        "- no effect: 20% (2 in 10)",
        "- casualty: 10% (1 in 10)",
    ]


def test_odds_by_the_enemys_first_answer() -> None:
    cases = (
        Case("if <MG 42> fires at C3", Odds({"disrupted": Fraction(3, 10), "no effect": Fraction(7, 10)})),
    )
    moved = Ruling("Move to C3", "no die roll", cases=cases)
    assert chat(moved).splitlines()[1:] == [
        "Odds if <MG 42> fires at C3:",
        "- no effect: 70% (7 in 10)",
        "- disrupted: 30% (3 in 10)",
    ]
    assert "<p>Odds if &lt;MG 42&gt; fires at C3:</p>" in html(moved)


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (Fraction(4, 5), "80% (8 in 10)"),
        (Fraction(1, 2), "50% (5 in 10)"),
        (Fraction(13, 20), "65% (13 in 20)"),
        (Fraction(1, 36), "2.8% (1 in 36)"),
        (Fraction(123_457, 1_000_000), "12.3% (about 1 in 8)"),
        (Fraction(1, 1_000_003), "under 0.1%"),
        (Fraction(1_000_002, 1_000_003), "over 99.9%"),
        (Fraction(1), "100% (certain)"),
        (Fraction(0), "0% (never)"),
    ],
)
def test_a_chance_never_looks_surer_than_it_is(share: Fraction, words: str) -> None:
    assert chance(share) == words


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.question)
def test_html_is_well_formed(ruling: Ruling[object]) -> None:
    root = ElementTree.fromstring(html(ruling))
    assert root.get("class") == "blindhex-ruling"
    answer = ruling.verdict.text_tree.text if isinstance(ruling.verdict, HasTextTree) else str(ruling.verdict)
    assert root.findtext("p/strong") == answer
    assert len(root.findall("ul[@class='reasons']/li")) == len(ruling.reasons)


def test_a_name_cannot_become_markup() -> None:
    ruling = Ruling(
        "Can <img src=x onerror=alert(1)> & Co. see?",
        Sight(Visibility.CLEAR, 1),
        (Reason("<b>bold</b>", BOOK.cite("4.2<i>")),),
    )
    text = html(ruling)
    assert "<img" not in text
    assert "<b>" not in text
    assert "<i>" not in text
    assert "&lt;img src=x onerror=alert(1)&gt; &amp; Co. see?" in text
