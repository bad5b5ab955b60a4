"""Cheats at a game by mail: verifying the record names each, and the entry where it is."""

from functools import cache
from random import Random

import pytest

from rules.catalog import ruleset
from tests.vtt_bridge.sealed.cheating import FINISHED, NONCE_LIES, RULING_LIES, Cheat, is_named, lied
from tests.vtt_bridge.sealed.mailing import MailGame, begun_by_mail, finished, written_on
from vtt_bridge.sealed.entry_fields import Kind
from vtt_bridge.sealed.mail_file import text_of
from vtt_bridge.sealed.nonces import nonce
from vtt_bridge.sealed.record import entry_after, the_player
from vtt_bridge.sealed.verifying import verified

SEALED, IN_THE_OPEN = "kgn-sunken-crossroads", "dolgoye-crossing"
MOST, SEED = 24, 3


@cache
def begun(name: str) -> MailGame:
    return begun_by_mail(name)


@cache
def complete(name: str) -> MailGame:
    return finished(written_on(begun(name), MOST, SEED)[0])


@cache
def underway() -> MailGame:
    """A game in the open in which nothing waits."""
    return written_on(begun(IN_THE_OPEN), 14, SEED)[0]


def assert_named(cheat: Cheat | None) -> None:
    assert cheat is not None
    proof = verified(cheat.text, ruleset)
    assert is_named(cheat, proof), (cheat.number, cheat.words, *map(str, proof.wrong), proof.lacking)


@pytest.mark.parametrize("cheat", FINISHED)
def test_every_change_to_a_complete_record_is_found(cheat: object) -> None:
    assert callable(cheat)
    assert_named(cheat(complete(SEALED), Random(1)))


@pytest.mark.parametrize("lie", ["another face", "a unit shown otherwise", "other words", "another result"])
def test_every_lie_of_the_ruling_program_is_found(lie: str) -> None:
    lying, words = RULING_LIES[lie]
    game = begun(IN_THE_OPEN)
    assert_named(lied(game, game.ruler, 48, SEED, words, lie=lying))


@pytest.mark.parametrize("lie", ["a unit not shown", "a hidden unit moved"])
def test_a_hidden_unit_moved_or_left_out_by_the_ruling_program_is_found(lie: str) -> None:
    lying, words = RULING_LIES[lie]
    game = begun("lhy-market-quarter")
    assert_named(lied(game, game.ruler, 12, SEED, words, lie=lying))


@pytest.mark.parametrize("lie", NONCE_LIES)
@pytest.mark.parametrize("by_ruler", [True, False])
def test_a_nonce_that_its_player_was_not_bound_to_is_found(lie: str, by_ruler: bool) -> None:
    lying, words = NONCE_LIES[lie]
    game = begun(SEALED)
    assert_named(lied(game, game.ruler if by_ruler else game.other, MOST, SEED, words, lie=lying))


def test_a_die_thrown_again_is_found() -> None:
    game = begun(SEALED)
    assert_named(lied(game, game.ruler, MOST, SEED, "by the", throws_again=True))


@pytest.mark.parametrize(
    ("kind", "by_who_acts", "body", "words"),
    [
        (Kind.ANSWER, False, {"of": 3, "nonce": "00"}, "a die could be known before it is declared for"),
        (Kind.RULE, True, None, "rules what is not declared"),
        (Kind.RULE, False, None, "rules what is not declared"),
        (Kind.DROP, True, {}, "drops a declaration that stands"),
        (Kind.TAKE_BACK, True, {"of": 5}, "without the other side's word"),
        (Kind.AGREE, True, {"of": 5}, "agrees to what nobody asked"),
        (Kind.UNDO, True, {"turns": 99}, "takes back 99 of"),
        (Kind.OPEN, True, {"seal": None, "secret": None}, "once, at the end of the game"),
        (Kind.JOIN, False, None, "nobody else can join"),
        (Kind.RESIGN, True, {"why": "tea"}, "none that it may have"),
    ],
)
def test_an_entry_that_its_player_may_not_write_at_that_moment_is_found(
    kind: Kind, by_who_acts: bool, body: dict[str, object] | None, words: str
) -> None:
    game = underway()
    standing = game.seat(game.ruler).standing
    acting = standing.last_shown.to_act or ""
    side = acting if by_who_acts else standing.rival(acting)
    last = next(entry for entry in reversed(game.entries) if entry.kind == kind) if body is None else None
    told = dict(last.body) if last else body or {}
    entry = entry_after(game.entries, game.keys[side], side, kind, told)
    assert_named(Cheat(text_of((*game.entries, entry)), entry.number, words))


def test_a_declaration_out_of_turn_or_against_the_rules_is_found() -> None:
    """Both programs would have refused it; here two cheats work together, and a third verifies."""
    game = underway()
    standing = game.seat(game.ruler).standing
    first = next(entry for entry in game.entries if entry.kind == Kind.DECLARE)
    for side in standing.players:
        action = {"open": {**first.body["action"]["open"], "side": side}}
        number = standing.declared + 1
        shown = nonce(game.seat(side).kept.seed, number) if side == game.other else None
        entry = entry_after(
            game.entries,
            game.keys[side],
            side,
            Kind.DECLARE,
            {"number": number, "action": action, "nonce": shown},
        )
        entries = (*game.entries, entry)
        if side != standing.last_shown.to_act:
            assert_named(
                Cheat(
                    text_of(entries),
                    entry.number,
                    f"declares while {the_player(standing.last_shown.to_act)} is to act",
                )
            )
            continue
        own = nonce(game.seat(game.ruler).kept.seed, number) if shown else None
        ruling: dict[str, object] = {"of": entry.number, "nonce": own, "turn": {"open": []}, "heard": []}
        ruling |= {"view": {}, "to_act": standing.last_shown.to_act, "result": None}
        entries = (*entries, entry_after(entries, game.keys[game.ruler], game.ruler, Kind.RULE, ruling))
        assert_named(Cheat(text_of(entries), entry.number, "was not allowed"))
