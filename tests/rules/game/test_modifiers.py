"""Modifiers as players read them out."""

from rules.game.citation import Rulebook
from rules.game.modifiers import Modifier, Modifiers
from rules.game.ruling import Reason
from rules.ground.hex.hexes import Hex

BOOK = Rulebook("LHY", "Last Hundred Yards", "2019")
PLATOON = Modifier(1, Reason("same platoon", BOOK.cite("11.2")))
STONE = Modifier(-2, Reason("stone building", BOOK.cite("4.1.9"), at=(Hex.named("F5"),)))


def test_modifiers_print_with_sign_and_rule_and_sum() -> None:
    both = Modifiers((PLATOON,)) + Modifiers((STONE,))
    assert both.net == -1
    assert str(both) == "+1 same platoon (LHY 11.2); -2 stone building (LHY 4.1.9): net -1"
    assert [modifier.value for modifier in both] == [1, -2]


def test_no_modifiers_say_so() -> None:
    assert (Modifiers().net, str(Modifiers())) == (0, "no modifiers")


def test_modifiers_are_reasons_of_a_ruling() -> None:
    (reason,) = Modifiers((STONE,)).as_reasons
    assert (reason.text, reason.at) == ("-2 stone building", (Hex.named("F5"),))
