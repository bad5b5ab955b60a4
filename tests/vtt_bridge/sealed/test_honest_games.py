"""Honest games by mail: proven from the first entry to the last, and each player knows only what his side may know."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from rules.catalog import ruleset
from rules.errors import BadInput
from rules.game.engine.carrying_out import IllegalAction
from tests.secrets import leaks
from tests.vtt_bridge.sealed.mailing import MailGame, begun_by_mail, finished, written_on
from vtt_bridge.errors import NothingToUndo, NotOffered, NotYourTurn
from vtt_bridge.sealed.entry_fields import Kind
from vtt_bridge.sealed.keys import new_key
from vtt_bridge.sealed.mail_file import Cheated, begin_record, seat_at, taken, text_of
from vtt_bridge.sealed.nonces import NONCES
from vtt_bridge.sealed.seat import Seat
from vtt_bridge.sealed.shared_dice import DiceOfTwo, NeedsBoth
from vtt_bridge.sealed.verifying import verified


@cache
def played(name: str) -> tuple[MailGame, Mapping[str, Seat]]:
    return written_on(begun_by_mail(name), 32, 5)


@pytest.mark.parametrize("name", ["dolgoye-crossing", "kgn-sunken-crossroads", "lhy-market-quarter"])
def test_an_honest_game_of_each_book_is_proven(name: str) -> None:
    game = finished(played(name)[0])
    proof = verified(game.text, ruleset)
    assert [*map(str, proof.wrong)] == []
    assert proof.is_proven
    assert proof.rulings > 10


def test_the_other_side_knows_its_view_and_the_record_names_no_hidden_unit() -> None:
    game, seats = played("lhy-market-quarter")
    truth, known = seats[game.ruler].truth.state, seats[game.other].known.state
    assert known == seats[game.ruler].truth.game.ruleset.seen_by(truth, game.other)
    assert leaks(truth, known, game.other) == []
    secret = truth.units.keys() - known.units.keys()
    assert secret
    assert [name for name in secret if f'"{name}"' in game.text] == []


def test_the_first_entry_names_nothing_that_is_sealed() -> None:
    first = begun_by_mail("kgn-sunken-crossroads").entries[0]
    assert "Brook bridge" not in first.line
    assert "de.1.4" not in first.line


def test_a_declaration_that_needs_dice_is_bound_and_waits_for_the_other_side() -> None:
    game = begun_by_mail("kgn-night-at-two-orchards", opens="de")
    seat = game.seat(game.ruler)
    assert seat.standing.due == game.ruler
    bound = seat.declared(1)
    assert bound.entries[-1].kind == Kind.DECLARE
    assert bound.standing.due == game.other
    with pytest.raises(NotOffered, match="has to write first"):
        bound.declared(1)
    with pytest.raises(NeedsBoth):
        bound.truth.declare(bound.truth.action_said(1), DiceOfTwo(game.ruler, None, None, None, ""))
    answer = replace(game.seat(game.other), entries=bound.entries, standing=bound.standing).answered()
    ruled = replace(seat, entries=answer.entries, standing=answer.standing).answered()
    assert [entry.kind for entry in ruled.entries[-3:]] == [Kind.DECLARE, Kind.ANSWER, Kind.RULE]


def test_an_illegal_declaration_is_refused_before_it_is_bound() -> None:
    _, seats = written_on(begun_by_mail("dolgoye-crossing"), 12, 1)
    seat = next(seat for seat in seats.values() if seat.may_declare)
    before = seat.entries
    with pytest.raises((IllegalAction, BadInput)):
        seat.declared(10_000)
    assert seat.entries == before
    with pytest.raises(NotYourTurn):
        seats[seat.standing.rival(seat.side)].declared(1)


def test_turns_are_undone_only_if_both_agree_and_stay_in_the_record() -> None:
    game, seats = written_on(begun_by_mail("dolgoye-crossing"), 20, 1)
    ruler = seats[game.ruler]
    was = len(ruler.standing.ruled)
    before = ruler.truth.up_to(was - 2).state
    asked = ruler.offers_undo(2)
    with pytest.raises(NotOffered, match="asked to take turns back"):
        asked.declared(1)
    other = replace(seats[game.other], entries=asked.entries, standing=asked.standing)
    agreed = other.answers_undo(agrees=True)
    back = Seat.at(agreed.entries, ruler.key, ruleset).answered()
    assert back.truth.state == before
    assert len(back.standing.ruled) == was - 2
    assert len(back.entries) == len(asked.entries) + 2
    complete = finished(replace(game, entries=back.entries))
    assert verified(complete.text, ruleset).is_proven


def test_undo_before_the_first_ruling_is_refused() -> None:
    game = begun_by_mail("dolgoye-crossing")
    with pytest.raises(NothingToUndo):
        Seat.at(game.entries, game.keys[game.ruler], ruleset).offers_undo(1)


def test_an_undo_that_is_refused_changes_nothing() -> None:
    game, seats = written_on(begun_by_mail("dolgoye-crossing"), 12, 1)
    asked = seats[game.other].offers_undo(1)
    refused = Seat.at(asked.entries, seats[game.ruler].key, ruleset).answers_undo(agrees=False)
    assert refused.standing.last_shown == asked.standing.last_shown
    assert refused.standing.due == refused.standing.last_shown.to_act


def test_a_side_declares_ahead_as_long_as_it_can_foresee_the_outcome() -> None:
    game, _ = played("lhy-market-quarter")
    kinds = [(entry.by, entry.kind) for entry in game.entries]
    ahead = (game.other, Kind.DECLARE)
    assert any(before == then == ahead for before, then in pairwise(kinds))


def test_nothing_is_declared_beyond_the_last_nonce() -> None:
    game = begun_by_mail("lhy-market-quarter")
    seat = next(seat for side in (game.ruler, game.other) if (seat := game.seat(side)).may_declare)
    seat = replace(seat, standing=replace(seat.standing, declared=NONCES))
    assert not seat.may_declare
    with pytest.raises(NotOffered, match="at most 4096 declarations; resign it"):
        seat.declared(1)


def test_the_key_of_a_stranger_opens_no_seat_and_no_secret(tmp_path: Path) -> None:
    game = begun_by_mail("kgn-sunken-crossroads")
    stranger = Seat.at(game.entries, new_key("Eve"), ruleset)
    begin_record(str(tmp_path / "game.mail"), game.entries)
    with pytest.raises(BadInput, match="the key of a player of this game"):
        seat_at(str(tmp_path / "game.mail"), stranger.key, ruleset)
    with pytest.raises(BadInput, match="the key that this side of the game was begun with"):
        stranger.key.unlock(game.entries[0].body["keep"])


def test_a_record_that_departs_from_the_own_copy_or_is_cut_off_is_refused() -> None:
    begun = begun_by_mail("dolgoye-crossing")
    one, _ = written_on(begun, 12, 1)
    another, _ = written_on(begun, 12, 2)
    assert taken(one.entries[:6], one.text, ruleset) == one.entries
    assert taken(one.entries, text_of(one.entries[:6]), ruleset) == one.entries
    with pytest.raises(Cheated, match="shows two records of one game"):
        taken(one.entries, another.text, ruleset)
    with pytest.raises(Cheated, match="cut off in the middle"):
        taken(one.entries[:6], one.text[:-5], ruleset)


def test_a_game_in_which_both_sides_have_secrets_is_refused_without_an_open_side() -> None:
    with pytest.raises(NotOffered, match="Both sides have secrets here"):
        begun_by_mail("lhy-mill-heights", opens="")
    with pytest.raises(NotOffered, match="morale counters"):
        begun_by_mail("kgn-two-orchards", opens="")
