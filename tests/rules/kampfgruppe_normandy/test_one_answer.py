"""The odds of a shot are the same as a question of fire and as a declaration."""

from fractions import Fraction

import pytest

from rules.game.state import GameState
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    RULESET,
    UK,
    act,
    activated,
    ready,
    record_of,
    shot,
    table,
    unit,
)

FAR = unit("far", "de.squad", (70, 46))


def in_words_of_the_question(told: str) -> str:
    """An outcome of a declaration in the words of the question, which names no unit."""
    said = told.replace("without MG 42", "a special weapon lost").replace("; b may", ", may")
    return said.removeprefix("b: ").replace("b may act", "may act")


@pytest.mark.parametrize(
    ("firer", "target", "kind", "weapon"),
    [
        ("uk.squad", "de.squad", K.DIRECT_SMALL_ARMS, ""),
        ("uk.squad", "de.squad", K.SUPPRESS_SMALL_ARMS, ""),
        ("uk.vickers", "de.pak40", K.DIRECT_SMALL_ARMS, ""),
        ("uk.sherman", "de.squad", K.DIRECT_HE, "75mm"),
        ("uk.sherman", "de.pz4h", K.DIRECT_AT, "75mm"),
        ("uk.sherman", "de.pz4h", K.SUPPRESS_HE, "75mm"),
        ("uk.sherman", "de.opel", K.DIRECT_HE, "75mm"),
        ("uk.sherman", "de.pak40", K.DIRECT_AT, "75mm"),
    ],
)
def test_the_question_of_fire_gives_the_odds_of_the_declaration(
    firer: str, target: str, kind: K, weapon: str
) -> None:
    state = ready(table(), unit("a", firer, (10, 24), 90), unit("b", target, (26, 24), 270), FAR)
    state = activated(state, "a", kind, kind)
    asked = RULESET.fire(state, state.unit("a"), state.unit("b"), kind.value)
    declared = GAME.chances(state, shot(state, "a", "b", kind, weapon))
    assert asked.odds is not None
    assert declared.odds is not None
    found: dict[str, Fraction] = {}
    for outcome, chance in declared.odds.chances.items():
        found[in_words_of_the_question(outcome)] = (
            found.get(in_words_of_the_question(outcome), Fraction(0)) + chance
        )
    assert found == dict(asked.odds.chances)
    harmless = sum(found.get(words, Fraction(0)) for words in ("no effect", "may act heroically"))
    assert asked.verdict.harm == 1 - harmless


def test_covering_fire_gives_the_odds_of_the_same_shot_in_the_own_turn() -> None:
    covering = unit("a", "uk.sherman", (10, 24), 90, "covering_fire")
    mover = unit("b", "de.squad", (26, 24), 270)
    state = ready(table(), covering, mover, FAR, attacker="de")
    state = activated_by_enemy(state)
    met = GAME.chances(state, CoverFire(UK, "a", "b", K.DIRECT_HE, "75mm"))
    own = ready(table(), unit("a", "uk.sherman", (10, 24), 90), mover, FAR)
    own = activated(own, "a", K.DIRECT_HE, K.DIRECT_HE)
    assert met.odds == GAME.chances(own, shot(own, "a", "b", K.DIRECT_HE, "75mm")).odds


def activated_by_enemy(state: GameState) -> GameState:
    """The squad begins an activation that is no move, which covering fire may meet."""
    return act(state, Activate(DE, "b", (K.DIRECT_SMALL_ARMS, K.MOVE)))


@proves("KN-DFHE-04", "KN-DFHE-05", "KN-DFHE-07")
def test_the_record_gives_the_number_a_shell_needed_with_its_modifiers() -> None:
    """At 16 inches 2+ hits; the firer will move and the target has: -2, so a 4 is needed. 7 against armour 6 takes 8 or more."""
    firer, target = unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.pz4h", (26, 24), 270, "moved")
    state = act(ready(table(), firer, target, FAR), Activate(UK, "a", (K.DIRECT_AT, K.MOVE)))
    record = record_of(state, shot(state, "a", "b", K.DIRECT_AT, "75mm"), 3, 4, 2, 1, 4)
    assert "a at b: to hit at -2: d6 shows 4, needs 4 or more" in record
    assert "a at b: penetration, two dice of 8 or more: d6 shows 2" in record
    assert "a at b: morale of b: d6 shows 4 (3 to 5 count alike)" in record
