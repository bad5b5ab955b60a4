"""Correctly signed entries with any content: each is read, or refused in words."""

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from rules.catalog import ruleset
from rules.errors import RulesError
from tests.vtt_bridge.sealed.mailing import begun_by_mail, finished, written_on
from vtt_bridge.sealed.entry_fields import Kind
from vtt_bridge.sealed.mail_file import taken, text_of
from vtt_bridge.sealed.record import Entry, entry_after
from vtt_bridge.sealed.seat import Seat
from vtt_bridge.sealed.verifying import verified

STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 10**30, 1.5, "", "x", "soviet", [], {}, [1], {"open": 1}, {"set": [1]}, {"pairs": [[1]]},
    {"is": "x"}, {"is": "Unit"}, {"is": "SeededDice", "seed": 1}, {"is": "os:system"},
)  # fmt: skip


def made_strange(body: Any, chance: Random) -> Any:
    """A body in which one value is replaced or removed."""
    whole = here = json.loads(json.dumps(body))
    while here:
        key = chance.choice(list(here) if isinstance(here, dict) else range(len(here)))
        if isinstance(here[key], dict | list) and chance.random() < 0.7:
            here = here[key]
        elif chance.random() < 0.3:
            del here[key]
            break
        else:
            here[key] = chance.choice(STRANGE)
            break
    return whole


def test_any_content_of_an_entry_is_read_or_refused_as_a_rules_error() -> None:
    game = finished(written_on(begun_by_mail("dolgoye-crossing"), 14, 3)[0])
    chance = Random(1)
    refused = 0
    for _ in range(24):
        strange = chance.randrange(len(game.entries))
        entries: list[Entry] = []
        for entry in game.entries:
            body = made_strange(entry.body, chance) if entry.number == strange else entry.body
            entries.append(entry_after(entries, game.keys[entry.by], entry.by, entry.kind, body))
        text = text_of(tuple(entries))
        refused += not verified(text, ruleset).is_proven
        with suppress(RulesError):
            taken(game.entries[: max(strange, 1)], text, ruleset)
        with suppress(RulesError):
            seat = Seat.at(entries, game.keys[game.other], ruleset)
            if not seat.standing.wrong:
                seat.known.choices()  # any other error than a RulesError fails
    assert refused > 12


def _no_totals(body: dict[str, Any]) -> None:
    next(event for event in body["turn"]["open"] if event["is"] == "InitiativeRolled")["totals"] = []


def _nobodys_initiative(body: dict[str, Any]) -> None:
    body["turn"]["open"].append(
        {"is": "InitiativeRolled", "sides": [], "dice": [], "totals": [], "winner": "x"}
    )


def _at_words(body: dict[str, Any]) -> None:
    unit = next(iter(body["view"]["units"].values()))
    unit["at"] = ["left", "right"]


@pytest.mark.parametrize(
    ("event", "stranger", "words"),
    [
        ("", _at_words, "was shown another start"),
        ("InitiativeRolled", _no_totals, "could not come of the rules"),
        ("InitiativeRolled", _nobodys_initiative, "by the rules and the dice of both"),
    ],
)
def test_an_impossible_event_or_place_is_found_at_its_entry(
    event: str, stranger: Callable[[dict[str, Any]], None], words: str
) -> None:
    game = finished(written_on(begun_by_mail("dolgoye-crossing"), 14, 3)[0])
    where = next(entry.number for entry in game.entries if event in entry.line)
    entries: list[Entry] = []
    for entry in game.entries:
        body = json.loads(json.dumps(entry.body))
        if entry.number == where:
            stranger(body)
        entries.append(entry_after(entries, game.keys[entry.by], entry.by, entry.kind, body))
    found = verified(text_of(tuple(entries)), ruleset).wrong
    assert any(wrong.number == where and words in str(wrong) for wrong in found), [*map(str, found)]


def test_a_record_of_a_former_format_is_refused_for_its_format_alone() -> None:
    game = begun_by_mail("dolgoye-crossing")
    body = {name: value for name, value in game.entries[0].body.items() if name != "rules"}
    before = {**body, "format": "blindhex-mail/1"}
    first = entry_after((), game.keys[game.ruler], game.ruler, Kind.NEW, before)
    joined = entry_after((first,), game.keys[game.other], game.other, Kind.JOIN, game.entries[1].body)
    (wrong,) = verified(text_of((first, joined)), ruleset).wrong
    assert str(wrong) == (
        "Entry 0 of the Soviet player: its format is 'blindhex-mail/1', not blindhex-mail/2: the version that began it plays it on."
    )
