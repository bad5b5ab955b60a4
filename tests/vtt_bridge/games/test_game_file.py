"""The file of a game: only one game writes to it at a time."""

from pathlib import Path

import pytest

from vtt_bridge.errors import CannotWrite, LogExists
from vtt_bridge.games import game_file
from vtt_bridge.games.game_file import begin_log, log_under_way


def test_a_file_that_a_game_is_writing_cannot_be_begun_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_file, "_PATIENCE_S", 0.1)
    log = str(tmp_path / "game.log")
    with log_under_way(log, "head\n") as add:
        add("one\n")
        with pytest.raises(CannotWrite, match="cannot be written: somebody else is writing to it"):
            begin_log(log, "another\n")
        add("two\n")
    assert Path(log).read_text() == "head\none\ntwo\n"
    with pytest.raises(LogExists):
        begin_log(log, "another\n")


def test_a_file_removed_during_a_game_is_not_created_again(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    with log_under_way(str(log), "head\n") as add:
        log.unlink()
        with pytest.raises(CannotWrite, match="No such file"):
            add("one\n")
    assert not log.exists()
