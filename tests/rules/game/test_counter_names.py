"""What players call the counters: their own names or their types', with a part of the id where names are alike."""

from dataclasses import dataclass
from fractions import Fraction

from rules.game.chance.odds import Odds
from rules.game.counter_names import CounterNames
from rules.game.ruling import Case, Ruling
from rules.game.units import Unit


@dataclass(frozen=True)
class Type:
    name: str


ROSTER = {"tiger": Type("Tiger I"), "mg": Type("1. MG")}


def names(*units: Unit) -> CounterNames:
    return CounterNames(units, ROSTER)


def test_a_counter_is_called_by_its_own_name_or_else_by_that_of_its_type() -> None:
    known = names(
        Unit("ge.1", "tiger", "ge", name="Old Fritz"), Unit("ge.2", "tiger", "ge"), Unit("x-1", "jeep", "us")
    )
    assert [known[one] for one in ("ge.1", "ge.2", "x-1", "nobody")] == [
        "Old Fritz",
        "Tiger I",
        "jeep",
        "nobody",
    ]


def test_counters_of_one_name_are_told_apart_by_the_parts_of_their_ids_that_differ() -> None:
    known = names(
        Unit("ge.mg.1", "mg", "ge"),
        Unit("us.mg.1", "mg", "us"),
        Unit("g-1a", "tiger", "ge"),
        Unit("g-1b", "tiger", "ge"),
    )
    assert [known[one] for one in ("ge.mg.1", "us.mg.1", "g-1a", "g-1b")] == [
        "German 1. MG",
        "American 1. MG",
        "Tiger I 1a",
        "Tiger I 1b",
    ]


def test_ids_in_a_sentence_are_names_and_nothing_else_is_touched() -> None:
    known = names(
        Unit("uk.1", "a", "uk", name="HQ"),
        Unit("uk.1.1", "b", "uk", name="1 Section"),
        Unit("tank", "c", "uk", name="Sherman"),
    )
    assert (
        known.said("uk.1, uk.1.1 and uk.1.12 see a tank (uk.1.1).")
        == "HQ, 1 Section and uk.1.12 see a tank (1 Section)."
    )


def test_a_ruling_reads_in_names_and_keeps_its_odds() -> None:
    odds = Odds({"no effect": Fraction(1, 3), "ge.2 is lost": Fraction(2, 3)}, is_ranked=True)
    told = names(Unit("ge.2", "tiger", "ge")).ruling(
        Ruling("at ge.2", "it may hit", (), odds, (Case("if ge.2 fires", odds),))
    )
    assert (told.question, told.cases[0].condition) == ("at Tiger I", "if Tiger I fires")
    assert told.odds is not None
    assert list(told.odds.chances.items()) == [
        ("no effect", Fraction(1, 3)),
        ("Tiger I is lost", Fraction(2, 3)),
    ]
