"""Cheats at a game by mail: each is named, where it is, by whoever verifies the record."""

from functools import cache
from random import Random

import pytest

from rules.catalog import ruleset
from tests.vtt_bridge.sealed.cheating import (
    FINISHED,
    NONCE_LIES,
    RULING_LIES,
    Cheat,
    is_named,
    lied,
)
from tests.vtt_bridge.sealed.mailing import MailGame, begun_by_mail, finished, written_on
from vtt_bridge.sealed.verifying import verified

SEALED, IN_THE_OPEN = "kgn-sunken-crossroads", "dolgoye-crossing"
MOST, SEED = 24, 3


@cache
def begun(name: str) -> MailGame:
    return begun_by_mail(name)


@cache
def complete(name: str) -> MailGame:
    return finished(written_on(begun(name), MOST, SEED)[0])


def assert_named(cheat: Cheat | None) -> None:
    assert cheat is not None
    proof = verified(cheat.text, ruleset)
    assert is_named(cheat, proof), (cheat.number, cheat.words, *map(str, proof.wrong), proof.lacking)


@pytest.mark.parametrize("cheat", FINISHED)
def test_whoever_changes_a_complete_record_is_found_out(cheat: object) -> None:
    assert callable(cheat)
    assert_named(cheat(complete(SEALED), Random(1)))


@pytest.mark.parametrize("lie", ["another face", "a unit shown otherwise", "other words", "another result"])
def test_a_program_that_rules_and_lies_is_found_out(lie: str) -> None:
    lying, words = RULING_LIES[lie]
    game = begun(IN_THE_OPEN)
    assert_named(lied(game, game.ruler, 48, SEED, words, lie=lying))


@pytest.mark.parametrize("lie", ["a unit not shown", "a hidden unit moved"])
def test_a_unit_that_lies_hidden_cannot_be_moved_or_denied_later(lie: str) -> None:
    lying, words = RULING_LIES[lie]
    game = begun("lhy-market-quarter")
    assert_named(lied(game, game.ruler, 12, SEED, words, lie=lying))


@pytest.mark.parametrize("lie", NONCE_LIES)
@pytest.mark.parametrize("by_ruler", [True, False])
def test_whoever_shows_another_nonce_than_he_was_bound_to_is_found_out(lie: str, by_ruler: bool) -> None:
    lying, words = NONCE_LIES[lie]
    game = begun(SEALED)
    assert_named(lied(game, game.ruler if by_ruler else game.other, MOST, SEED, words, lie=lying))


def test_whoever_throws_a_die_again_is_found_out() -> None:
    game = begun(SEALED)
    assert_named(lied(game, game.ruler, MOST, SEED, "by the", throws_again=True))
