"""blindhex mail: two players, each with a folder, who exchange one file."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.vtt_bridge.cli_ground import answered, refused, run
from tests.vtt_bridge.sealed.mailing import begun_by_mail, finished, written_on
from vtt_bridge.sealed.entry_fields import Kind
from vtt_bridge.sealed.mail_file import text_of
from vtt_bridge.sealed.record import Entry, entry_after


@pytest.fixture
def ann(tmp_path: Path) -> str:
    answered("mail", "key", "Ann", "--key", str(tmp_path / "ann.key"))
    return str(tmp_path / "ann.key")


@pytest.fixture
def ben(tmp_path: Path) -> str:
    answered("mail", "key", "Ben", "--key", str(tmp_path / "ben.key"))
    return str(tmp_path / "ben.key")


def test_mail_without_a_key_says_how_to_make_one(tmp_path: Path) -> None:
    none, game = tmp_path / "none.key", str(tmp_path / "game.mail")
    said = refused("mail", "new", "kgn-sunken-crossroads", game, "--key", str(none))
    assert said == f"there is no key at {none}; make one with blindhex mail key NAME"


def test_a_game_by_mail_is_begun_joined_played_resigned_opened_and_verified(
    tmp_path: Path, ann: str, ben: str
) -> None:
    hers, his = str(tmp_path / "hers.mail"), str(tmp_path / "his.mail")
    said = answered("mail", "new", "kgn-sunken-crossroads", hers, "--option", "morale=table", "--key", ann)
    assert "The program of the German player rules" in said
    assert "British player: throw for command and control." in answered(
        "mail", "join", hers, his, "--key", ben
    )
    assert "Ben plays the British." in answered("mail", "take", hers, his, "--key", ann)
    assert "throw for command and control" in answered("mail", "turn", his, "--key", ben)
    said = answered("mail", "do", his, "1", "--key", ben)
    assert "Declared, and bound as entry 2." in said
    assert (
        "The British player has declared; what comes of it is known once the German player has written."
        in said
    )
    assert "command: d6 shows" in answered("mail", "take", hers, his, "--key", ann)
    assert "command: d6 shows" in answered("mail", "take", his, hers, "--key", ben)
    assert "holds nothing new" in answered("mail", "take", his, hers, "--key", ben)
    refusal = "It is the British player's turn, not the German player's."
    assert refused("mail", "do", hers, "1", "--key", ann) == refusal
    answered("mail", "picture", his, "-o", str(tmp_path / "field.png"), "--key", ben)
    for verify in (("mail", "verify", his), ("replay", his, "--verify")):
        unproven = run(*verify)
        assert (unproven.exit_code, "Not proven yet" in unproven.output) == (1, True)
        assert "and the British player is to write the next" in unproven.output
    assert "German player is to write" in answered("mail", "resign", his, "--key", ben)
    answered("mail", "take", hers, his, "--key", ann)
    answered("mail", "open", hers, "--key", ann)
    assert "has opened what it sealed" in answered("mail", "take", his, hers, "--key", ben)
    assert answered("replay", his, "--verify").startswith("Proven: ")
    assert answered("mail", "verify", his, "--against", hers).startswith("Proven: ")


def test_a_wrong_record_of_another_version_is_reported_with_that_version(tmp_path: Path) -> None:
    game = finished(written_on(begun_by_mail("dolgoye-crossing"), 12, 3)[0])
    ruled = next(entry.number for entry in game.entries if entry.kind == Kind.RULE)
    others: dict[int, dict[str, Any]] = {
        0: {"version": "0.0.9", "rules": "others"},
        ruled: {"heard": ["the players throw"]},
    }
    entries: list[Entry] = []
    for entry in game.entries:
        other = others.get(entry.number, {})
        entries.append(
            entry_after(entries, game.keys[entry.by], entry.by, entry.kind, {**entry.body, **other})
        )
    record = tmp_path / "older.mail"
    record.write_text(text_of(tuple(entries)))
    told = run("mail", "verify", str(record))
    assert told.exit_code == 1
    assert 'was told "the players throw"' in told.output
    assert "Begun by other rules, under Blindhex 0.0.9, than those of " in told.output


def test_a_record_of_a_former_format_is_refused_without_blaming_other_rules(tmp_path: Path) -> None:
    game = begun_by_mail("dolgoye-crossing")
    before = {name: value for name, value in game.entries[0].body.items() if name != "rules"}
    body = {**before, "format": "blindhex-mail/1"}
    record = tmp_path / "before.mail"
    record.write_text(text_of((entry_after((), game.keys[game.ruler], game.ruler, Kind.NEW, body),)))
    told = run("mail", "verify", str(record))
    assert told.exit_code == 1
    assert "its format is 'blindhex-mail/1', not blindhex-mail/2" in told.output
    assert "Begun by other rules" not in told.output


def test_an_altered_file_is_not_taken_and_the_altered_entry_named(tmp_path: Path, ann: str, ben: str) -> None:
    hers, his = tmp_path / "hers.mail", tmp_path / "his.mail"
    answered("mail", "new", "dolgoye-crossing", str(hers), "--side", "soviet", "--key", ann)
    answered("mail", "join", str(hers), str(his), "--key", ben)
    meddled = tmp_path / "meddled.mail"
    meddled.write_text(his.read_text().replace('"Ben"', '"Bob"'))
    before = hers.read_text()
    said = refused("mail", "take", str(hers), str(meddled), "--key", ann)
    assert (
        said
        == "Not taken: Entry 1 of the German player: it was altered or forged; the signature is not that of the German player."
    )
    assert hers.read_text() == before


def test_no_mail_command_overwrites_a_game_or_a_key(tmp_path: Path, ann: str, ben: str) -> None:
    game = tmp_path / "game.mail"
    answered("mail", "new", "dolgoye-crossing", str(game), "--key", ann)
    shutil.copy(game, tmp_path / "came.mail")
    assert "is there already" in refused("mail", "new", "dolgoye-crossing", str(game), "--key", ann)
    assert "is there already" in refused("mail", "join", str(tmp_path / "came.mail"), str(game), "--key", ben)
    assert "no key is ever replaced" in refused("mail", "key", "Ann", "--key", ann)
    assert "another key than that" in refused("mail", "join", str(game), str(tmp_path / "x"), "--key", ann)
    assert "make one with blindhex mail key" in refused(
        "mail", "turn", str(game), "--key", str(tmp_path / "no")
    )


def test_if_both_sides_have_secrets_new_asks_which_are_open_to_the_other(tmp_path: Path, ann: str) -> None:
    game = str(tmp_path / "game.mail")
    assert "Say --open" in refused("mail", "new", "lhy-ridge-farm", game, "--key", ann)
    said = answered("mail", "new", "lhy-ridge-farm", game, "--open", "us", "--key", ann)
    assert "the American player trusts that player not to change it" in said


def test_questions_about_a_mail_file_are_answered_as_its_side_may_know(
    tmp_path: Path, ann: str, ben: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hers, his = str(tmp_path / "hers.mail"), str(tmp_path / "his.mail")
    answered("mail", "new", "lhy-tiger-at-the-bridge", hers, "--open", "us", "--key", ann)
    answered("mail", "join", hers, his, "--key", ben)
    monkeypatch.setenv("BLINDHEX_DATA_DIR", str(tmp_path))
    Path(ben).rename(tmp_path / "player.key")
    assert "ge.tiger.1" not in answered("units", his)
    assert "concealed" in answered("units", his)
    shown = answered("show", his)
    assert "Americans (us): " in shown
    assert "Tiger" not in shown


def test_mail_go_declares_several_actions_at_once(tmp_path: Path, ann: str, ben: str) -> None:
    hers, his = str(tmp_path / "hers.mail"), str(tmp_path / "his.mail")
    answered(
        "mail", "new", "kgn-two-orchards", hers, "--option", "morale=table", "--side", "uk", "--key", ann
    )
    answered("mail", "join", hers, his, "--key", ben)
    answered("mail", "take", hers, his, "--key", ann)
    for _ in range(6):
        for own, key, other, other_key in ((hers, ann, his, ben), (his, ben, hers, ann)):
            if "choose a unit to activate" in answered("mail", "turn", own, "--key", key):
                side = "uk" if own == hers else "de"
                sent = answered("mail", "go", own, f"{side}.1.1", "to", "36,24", "--key", key)
                assert sent.count("Declared, and bound") >= 2
                return
            run("mail", "do", own, "1", "--key", key)
            answered("mail", "take", other, own, "--key", other_key)
    pytest.fail("nobody came to activate a unit")
