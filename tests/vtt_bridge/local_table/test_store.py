"""The store of a table: revisions, op_ids, owners, listeners and its file."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from queue import Queue

import pytest

from rules.errors import Unknown
from tests.vtt_bridge.scenes import fight
from tests.waiting import PATIENCE_S
from vtt_bridge.errors import NotStored, Refused, Stale
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.database import Change
from vtt_bridge.local_table.storage.revisions import Sent
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.virtual_table import Area, Overlay, Token

PNG = b"\x89PNG any bytes will do for the store"
OURS = Overlay("blindhex-los", "LOS", (0, 0), (10, 10))


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    store = Store(where)
    open_scenario(store, fight())
    yield store
    store.close()


def revision(store: Store) -> str:
    return store.scene("small-fight").source.revision


def shifted(token: Token) -> Token:
    return replace(token, position_px=(token.position_px[0] + 5, token.position_px[1]))


def test_every_change_of_a_token_or_area_raises_the_revision(store: Store) -> None:
    assert store.put_token("small-fight", Token("x", "X", (1, 2))) == 2
    assert store.change_token("small-fight", "x", shifted) == 3
    assert store.scene("small-fight").token("x").position_px == (6, 2)
    assert store.put_area("small-fight", Area("s", "smoke", 0, ("A1",))) == 4
    assert store.remove_area("small-fight", "s") == 5
    assert store.remove_token("small-fight", "x") == 6
    with pytest.raises(Unknown, match="no token named 'x'"):
        store.remove_token("small-fight", "x")
    assert revision(store) == "6"


def test_overlays_chat_and_maps_leave_the_revision_as_it_is(store: Store) -> None:
    assert store.overlays.put("small-fight", OURS, PNG, Sent("1")) == 1
    store.chat.say("small-fight", "Umpire", "No.", ("LHY 4.2",), "", "now", Sent("1"))
    assert store.put_map("small-fight", PNG) == 1
    assert revision(store) == "1"


def test_a_write_for_an_older_revision_is_refused_and_nothing_is_kept(store: Store) -> None:
    store.change_token("small-fight", "A-1", shifted)
    before = store.scene("small-fight")
    with pytest.raises(Stale):
        store.overlays.put("small-fight", OURS, PNG, Sent("1", "o1"))
    with pytest.raises(Stale):
        store.chat.say("small-fight", "Umpire", "No.", (), "", "now", Sent("1", "o2"))
    with pytest.raises(Stale):
        store.change_token("small-fight", "A-1", shifted, Sent("1", "o3"))
    assert store.scene("small-fight") == before
    assert store.chat.lines("small-fight") == ()
    store.change_token("small-fight", "A-1", shifted, Sent("2", "o3"))
    assert revision(store) == "3"


def test_operations_done_at_once_are_stored_and_heard_together_or_not_at_all(store: Store) -> None:
    before, heard = store.scene("small-fight"), list[str]()
    store.listen(lambda change: heard.append(change.kind))

    def answer(revision: str) -> None:
        with store.at_once("small-fight"):
            store.overlays.put("small-fight", OURS, PNG)
            assert [overlay.tag for overlay in store.scene("small-fight").overlays] == [OURS.tag]
            store.record("small-fight", "asked")
            store.chat.say("small-fight", "Umpire", "No.", (), "", "now", Sent(revision))

    with pytest.raises(Stale):
        answer("0")
    assert store.scene("small-fight") == before
    assert store.recorded("small-fight") == ()
    assert not {"overlay", "chat"} & {*heard}
    answer("1")
    assert store.recorded("small-fight") == ("asked",)


def test_the_same_op_id_again_changes_nothing_even_when_the_scene_has_moved_on(store: Store) -> None:
    for _ in range(2):
        store.change_token("small-fight", "A-1", shifted, Sent("1", "o1"))
        store.chat.say("small-fight", "Umpire", "No.", (), "", "now", Sent(op_id="o2"))
        store.overlays.put("small-fight", OURS, PNG, Sent("2", "o3"))
    assert revision(store) == "2"
    assert len(store.chat.lines("small-fight")) == 1


def test_an_overlay_is_replaced_and_cleared_by_its_owner_alone(store: Store) -> None:
    store.overlays.put("small-fight", replace(OURS, tag="mine", owner="Ann"), PNG)
    for owner in ("blindhex", ""):
        with pytest.raises(Refused, match="overlay: 'mine' was laid by Ann"):
            store.overlays.put("small-fight", replace(OURS, tag="mine", owner=owner), PNG)
        with pytest.raises(Refused):
            store.overlays.clear("small-fight", "mine", owner)
    store.overlays.clear("small-fight", "mine", "Ann")
    store.overlays.clear("small-fight", "mine", "Ann")
    assert store.scene("small-fight").overlays == ()


def test_an_unknown_scene_overlay_or_token_is_named_with_those_there_are(store: Store) -> None:
    with pytest.raises(Unknown, match="no scene named 'x'; there are small-fight"):
        store.scene("x")
    with pytest.raises(Unknown, match="no overlay named 'x'"):
        store.overlays.png("small-fight", "x")
    with pytest.raises(Unknown, match="no token named 'x'; there are A-1, G-1, T-1"):
        store.change_token("small-fight", "x", shifted)


def test_listeners_hear_stored_changes_only_and_none_after_they_stop(store: Store) -> None:
    heard: list[Change] = []
    other: Queue[Change] = Queue()
    stop = store.listen(heard.append)
    store.listen(other.put)

    def until(revision: int, kind: str) -> None:
        while (change := other.get(timeout=PATIENCE_S)).revision < revision or change.kind != kind:
            pass

    store.change_token("small-fight", "A-1", shifted)
    with pytest.raises(Stale):
        store.overlays.put("small-fight", OURS, PNG, Sent("1"))
    store.overlays.put("small-fight", OURS, PNG)
    until(2, "overlay")
    stop()
    store.change_token("small-fight", "A-1", shifted)
    until(3, "token")
    assert [(event.kind, event.id, event.revision) for event in heard if event.kind != "scene"] == [
        ("token", "A-1", 2),
        ("overlay", "blindhex-los", 2),
    ]


def test_of_eight_players_writing_at_once_no_change_is_lost(tmp_path: Path) -> None:
    store = Store(tmp_path / "t.sqlite")
    open_scenario(store, fight())

    def play(player: int) -> None:
        for turn in range(10):
            store.change_token("small-fight", "A-1", shifted)
            store.chat.say("small-fight", f"Player {player}", f"Turn {turn}.", (), "", "now")

    with ThreadPoolExecutor(8) as players:
        list(players.map(play, range(8)))
    assert revision(store) == "81"
    x, _ = fight_px(store)
    assert store.scene("small-fight").token("A-1").position_px[0] == pytest.approx(x + 80 * 5)
    assert len(store.chat.lines("small-fight")) == 80
    store.close()


def fight_px(store: Store) -> tuple[float, float]:
    other = Store(":memory:")
    open_scenario(other, fight())
    assert store.scene("small-fight").frame == other.scene("small-fight").frame
    return other.scene("small-fight").token("A-1").position_px


def test_the_journal_keeps_the_last_questions_of_each_scene(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vtt_bridge.local_table.storage.store.MOST_JOURNAL_LINES", 2)
    scene = store.scene("small-fight")
    store.put_scene(replace(scene, source=replace(scene.source, scene="another")))
    store.record("another", "other")
    for line in ("one", "two", "three"):
        store.record("small-fight", line)
    assert store.recorded("small-fight") == ("two", "three")
    assert store.recorded("another") == ("other",)
    with pytest.raises(Unknown, match="no scene named 'nowhere'"):
        store.recorded("nowhere")


def test_a_file_that_is_no_database_or_of_a_newer_format_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t.sqlite").write_text(
        "a letter to my aunt, which is long enough to be no database at all" * 20
    )
    with pytest.raises(NotStored, match="cannot be opened: file is not a database"):
        Store(tmp_path / "t.sqlite")
    (tmp_path / "file").touch()
    with pytest.raises(NotStored, match="cannot be opened"):
        Store(tmp_path / "file" / "t.sqlite")
    with sqlite3.connect(tmp_path / "newer.sqlite") as newer:
        newer.execute("CREATE TABLE kept (format TEXT)")
        newer.execute("INSERT INTO kept VALUES ('blindhex-local-table/3')")
    newer.close()
    with pytest.raises(NotStored, match="is kept as blindhex-local-table/3, and this table reads"):
        Store(tmp_path / "newer.sqlite")
