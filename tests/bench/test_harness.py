"""The bench's figures: ratios and limits, the exit status, unmeasured rows, and the order of turns."""

import json
from collections.abc import Callable
from itertools import groupby

import pytest

from bench.harness.groups import groups
from bench.harness.measuring import Peer, compare, forget, within_ms
from bench.harness.native import compiled
from bench.harness.report import document, exit_status, text
from bench.harness.rows import NotMeasured, Row, Standing, within
from bench.harness.yardstick import REFERENCE_LOOP_S, here, loop
from rules.ground.hex.hexes import Hex, HexGrid
from rules.ground.hex.sight import hex_positions


class Watch:
    """A clock that only work moves on."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.done: list[str] = []

    def __call__(self) -> float:
        return self.now_s

    def work(self, name: str, *seconds: float) -> Callable[[], None]:
        """Work that takes these times in turn, and then always the last of them."""
        ahead = list(seconds)

        def take() -> None:
            self.now_s += ahead.pop(0) if len(ahead) > 1 else ahead[0]
            self.done.append(name)

        return take


@pytest.fixture(autouse=True)
def nothing_to_collect(monkeypatch: pytest.MonkeyPatch) -> None:
    """Garbage is looked for before all that is timed; what the suite holds would take a second each time, and
    nothing is timed here."""
    monkeypatch.setattr("bench.harness.measuring.gc.collect", lambda: 0)


def missing() -> None:
    raise NotMeasured("no C compiler")


def test_a_row_compares_the_least_of_each() -> None:
    watch = Watch()
    ours = watch.work("ours", 9, 9, 0.5, 0.2, 0.4)
    (row,) = compare("field", ours, Peer("C", watch.work("C", 0.1), limit=2), clock=watch)
    assert [row.ours, row.theirs] == pytest.approx([200, 100])
    assert row.ratio == pytest.approx(2)


def test_competitors_take_turns_in_every_round() -> None:
    watch = Watch()
    list(
        compare(
            "field",
            watch.work("a", 1),
            Peer("b", watch.work("b", 1)),
            Peer("c", watch.work("c", 1)),
            clock=watch,
        )
    )
    assert "".join(watch.done[6:]) == "abc" * 3, "the first six are to warm up"


def test_work_quicker_than_the_clock_is_repeated_within_a_turn() -> None:
    watch = Watch()
    (row,) = compare("pair", watch.work("pair", 0.000125), seconds=0, clock=watch)
    assert row.ours == pytest.approx(0.125)
    assert len(watch.done) == 2 + 3 * 8


def test_a_call_may_ask_many_questions() -> None:
    watch = Watch()
    peer = Peer("C", watch.work("C", 1), asks=4)
    (row,) = compare("field", watch.work("ours", 2), peer, asks=40, clock=watch)
    assert [row.ours, row.theirs] == pytest.approx([50, 250])


def test_preparation_runs_before_every_turn_and_is_not_timed() -> None:
    watch = Watch()
    cold = watch.work("cold", 1)
    (row,) = compare("field", watch.work("ask", 0.25), before=cold, seconds=0, clock=watch)
    assert row.ours == pytest.approx(250)
    assert "".join(watch.done) == "coldask" * 5


def test_the_yardstick_takes_turns_with_the_budgeted_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watch = Watch()
    monkeypatch.setattr("bench.harness.measuring.loop", watch.work("loop", 2 * REFERENCE_LOOP_S))
    monkeypatch.setattr("bench.harness.measuring.process_time", watch)
    row = within_ms("odds", watch.work("odds", 0.021), 10, asks=2, seconds=0, clock=watch)
    assert [row.ours, row.theirs, row.ratio] == pytest.approx([10.5, 20, 0.525])
    assert [each for each, _ in groupby(watch.done[2:])][-6:] == ["odds", "loop"] * 3
    assert within_ms("odds", missing, 10, clock=watch).standing is Standing.NOT_MEASURED


@pytest.mark.parametrize(
    ("row", "standing"),
    [
        (Row("q", 10.0, "C", 1.0, limit=10), Standing.WITHIN),
        (Row("q", 10.1, "C", 1.0, limit=10), Standing.OVER),
        (Row("q", 10.1, "C", 1.0), Standing.SHOWN),
        (Row("q", 10.1), Standing.SHOWN),
        (Row("q", 10.1, "C", 0.0, limit=10), Standing.OVER),
        (Row("q", 10.1, "C", None, limit=10, missing="no compiler"), Standing.NOT_MEASURED),
        (within("memory", 500.0, 500.0, "MB"), Standing.WITHIN),
        (within("memory", 501.0, 500.0, "MB"), Standing.OVER),
    ],
)
def test_how_a_row_stands_to_its_limit(row: Row, standing: Standing) -> None:
    assert row.standing is standing


def test_the_exit_status_is_red_over_a_limit_and_never_green_for_unmeasured_rows() -> None:
    kept, over = Row("q", 1.0, "C", 1.0, limit=1), Row("q", 2.0, "C", 1.0, limit=1)
    unmeasured, shown = (
        Row("q", 2.0, "C", None, limit=1, missing="why"),
        Row("q", 2.0, "C", None, missing="why"),
    )
    assert exit_status({"a": [kept, shown]}) == 0
    assert exit_status({"a": [kept], "b": [over, unmeasured]}) == 1
    assert exit_status({"a": [kept], "b": [unmeasured]}) == 2
    assert exit_status({"a": [kept]}, broken=["b"]) == 1


def test_without_a_compiler_the_floor_is_named_as_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    compiled.cache_clear()
    watch = Watch()
    peers = Peer("C", lambda: compiled("dial"), limit=5), Peer("SciPy", watch.work("SciPy", 1), limit=5)
    floor, scipy = compare("reach", watch.work("ours", 1), *peers, clock=watch)
    assert floor.missing == "no C compiler: 'no-such-compiler' is not installed, and CC names no other"
    assert (floor.standing, scipy.standing) == (Standing.NOT_MEASURED, Standing.WITHIN)
    assert "not measured: reach, against C: no C compiler" in text({"hex.reach": [floor, scipy]})
    assert exit_status({"hex.reach": [floor, scipy]}) == 2


def test_the_table_marks_rows_over_their_limit() -> None:
    told = text(
        {"hex.field": [Row("field", 3.0, "C flat field", 0.25, 10, remark="on 60 x 60")]}, broken=["web"]
    )
    assert "x12.0" in told
    assert "on 60 x 60" in told
    assert "OVER: field, x12.0 C flat field, limit 10" in told
    assert "1 rows: 0 within their limits, 1 over, 0 without a limit, 0 not measured" in told
    assert "broken: web" in told


def test_the_json_holds_every_row_with_its_group_and_its_standing() -> None:
    told = json.loads(json.dumps(document({"hex.field": [Row("field", 3.0, "C", 1.0, 2)]})))
    assert told["rows"][0] | {"missing": "", "remark": ""} == {
        "group": "hex.field", "question": "field", "ours": 3.0, "peer": "C", "theirs": 1.0, "unit": "ms", "ratio": 3.0,
        "limit": 2, "standing": "OVER", "missing": "", "remark": "",
    }  # fmt: skip


def test_a_budget_is_carried_over_by_the_yardstick(monkeypatch: pytest.MonkeyPatch) -> None:
    assert loop() == 4950
    monkeypatch.setattr("bench.harness.yardstick.loop_s", lambda: 2 * REFERENCE_LOOP_S)
    assert here(12) == pytest.approx(24)


def test_groups_are_chosen_by_a_word_in_their_name_and_measured_one_by_one() -> None:
    assert groups(["hex.pair"]) == ["hex.pair"]
    assert {"hex.field", "hex.pair"} <= set(groups(["hex"])) < set(groups())
    assert groups(["no such group"]) == []


def test_forget_clears_the_caches() -> None:
    grid = HexGrid(3, 2)
    hex_positions(grid).of(Hex(1, 1))
    assert hex_positions.cache_info().currsize
    forget()
    assert not hex_positions.cache_info().currsize
