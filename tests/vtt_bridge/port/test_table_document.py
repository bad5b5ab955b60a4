"""blindhex-table/1: scenes written and read again, and wrong documents refused in one sentence."""

import json
from contextlib import suppress
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exporters.json_value import Json
from maps.documents import parsed
from rules.errors import BadInput
from rules.ground.hex.hexes import First, Top
from tests.maps.damage import with_value
from vtt_bridge.port.table_document import operation_document, scene_document, scene_of
from vtt_bridge.port.virtual_table import (
    Area,
    ClearOverlay,
    Frame,
    FrameKind,
    Game,
    MarkPiece,
    MovePiece,
    Overlay,
    PutOverlay,
    Say,
    Scene,
    Source,
    Swatch,
    Token,
)

WORDS = st.text(st.characters(codec="utf-8"), max_size=30)
IDS = st.text("abcXYZ019_.:-", min_size=1, max_size=20)
NUMBERS = st.floats(-1e6, 1e6)
POINTS = st.tuples(NUMBERS, NUMBERS)
DATA: st.SearchStrategy[dict[str, Json]] = st.dictionaries(
    WORDS, st.one_of(WORDS, st.booleans(), st.none()), max_size=3
)
FRAMES = st.one_of(
    st.builds(Frame, st.just(FrameKind.INCH), st.floats(2, 4000), POINTS),
    st.builds(Frame, st.just(FrameKind.SQUARE), st.floats(2, 4000), POINTS, cell_in=st.floats(0.1, 100)),
    st.builds(Frame, st.just(FrameKind.HEX), st.floats(2, 4000), POINTS, st.just(Top.FLAT), st.sampled_from([First.HIGH, First.LOW])),
    st.builds(Frame, st.just(FrameKind.HEX), st.floats(2, 4000), POINTS, st.just(Top.POINTY), st.sampled_from([First.LEFT, First.RIGHT])),
)  # fmt: skip
TOKENS = st.builds(
    Token,
    IDS,
    WORDS,
    POINTS,
    st.none() | st.floats(1, 16384),
    st.none() | st.floats(-3600, 3600),
    NUMBERS,
    st.booleans(),
    WORDS,
    DATA,
    DATA,
)
AREAS = st.one_of(
    st.builds(
        Area, IDS, WORDS, st.integers(-9, 9), st.lists(st.just("C2"), min_size=1, max_size=4).map(tuple)
    ),
    st.builds(
        Area, IDS, WORDS, st.integers(-9, 9), polygon_px=st.lists(POINTS, min_size=3, max_size=5).map(tuple)
    ),
)
SWATCHES = st.builds(Swatch, st.just("#a3150dff"), st.sampled_from(["plain", "hatch"]), WORDS)
SIZES = st.tuples(st.floats(1, 16384), st.floats(1, 16384))
OVERLAYS = st.builds(
    Overlay, IDS, WORDS, POINTS, SIZES, WORDS, WORDS, st.lists(SWATCHES, max_size=2).map(tuple), WORDS
)
GAMES = st.builds(Game, WORDS, WORDS | DATA, st.lists(WORDS, max_size=3).map(tuple), WORDS)
SCENES = st.builds(
    Scene,
    st.builds(Source, WORDS, WORDS, WORDS, WORDS),
    WORDS,
    FRAMES,
    st.tuples(st.integers(1, 16384), st.integers(1, 16384)),
    st.none() | GAMES,
    st.lists(TOKENS, max_size=4, unique_by=lambda token: token.id).map(tuple),
    st.lists(AREAS, max_size=3, unique_by=lambda area: area.id).map(tuple),
    st.lists(OVERLAYS, max_size=2).map(tuple),
)

SMALL: dict[str, Any] = {
    "format": "blindhex-table/1",
    "source": {"vtt": "tts", "scene": "s1", "revision": "7"},
    "frame": {"kind": "hex", "top": "flat", "first_column": "high", "cell_px": 100, "origin_px": [50, 50]},
    "pieces": [{"id": "A-1", "at": "C2", "side": "US"}],
}


@given(SCENES)
def test_a_scene_written_as_a_document_is_read_back_unchanged(scene: Scene) -> None:
    assert scene_of(parsed(json.dumps(scene_document(scene)))) == scene


def test_a_piece_given_by_its_hex_stands_on_the_centre() -> None:
    (token,) = scene_of(SMALL).tokens
    assert token.position_px == pytest.approx((50 + 173.205, 150), abs=0.001)


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("format",), "blindhex-table/2", r"format: 'blindhex-table/2' is not blindhex-table/1"),
        (("frame", "kind"), "round", r"frame\.kind: 'round' is not one of hex, square, inch"),
        (("frame", "cell_px"), 0, r"frame\.cell_px: 0 is not a number of pixels from 2 to 4000"),
        (("frame", "origin_px"), [1e300, 0], r"frame\.origin_px\[0\]: 1e\+300 is not a number"),
        (("frame", "first_column"), None, r"frame\.first_column is missing; wanted high if"),
        (("pieces", 0, "at"), "C0", r"piece A-1\.at: 'C0' is not a hex label"),
        (("pieces", 0, "at"), [3, 4], r"piece A-1\.at: \[3, 4\] is not a hex label"),
        (("pieces", 0, "id"), "", r"pieces\[0\]\.id: '' is not an id of 1 to 100"),
        (("pieces", 0, "hidden"), "no", r"pieces\[0\]\.hidden: 'no' is not true or false"),
        (("pieces", 0, "colour"), "red", r"pieces\[0\]: 'colour' is not one of its keys: id"),
        (("pieces",), {}, r"pieces: \{\} is not a list of at most 5000 pieces"),
        (("size_px",), [10], r"size_px: \[10\] is not the width and height"),
        (("source", "revision"), 7, r"source\.revision: 7 is not a text"),
    ],
)
def test_a_wrong_value_is_refused_by_its_field(
    path: tuple[str | int, ...], value: Json, sentence: str
) -> None:
    document = with_value(deepcopy(SMALL), path, value)
    with pytest.raises(BadInput, match=sentence):
        scene_of(document)


def test_a_missing_field_is_refused_by_name() -> None:
    for key, sentence in (("source", "source is missing"), ("pieces", "pieces is missing")):
        with pytest.raises(BadInput, match=sentence):
            scene_of({name: value for name, value in SMALL.items() if name != key})
    with pytest.raises(BadInput, match=r"frame\.first_column is missing; wanted high or low"):
        scene_of(
            {**SMALL, "frame": {key: SMALL["frame"][key] for key in ("kind", "top", "cell_px", "origin_px")}}
        )
    with pytest.raises(BadInput, match=r"piece A-1\.at_px is missing"):
        scene_of({**SMALL, "pieces": [{"id": "A-1"}]})
    with pytest.raises(BadInput, match=r"area smoke\.cells is missing"):
        scene_of({**SMALL, "areas": [{"id": "smoke", "terrain": "smoke"}]})


def test_two_pieces_of_one_id_are_refused() -> None:
    with pytest.raises(BadInput, match="pieces: 'A-1' is not an id that stands there once"):
        scene_of({**SMALL, "pieces": [*SMALL["pieces"], *SMALL["pieces"]]})


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_arbitrary_bytes_and_text_are_refused(noise: bytes | str) -> None:
    with pytest.raises(BadInput):
        scene_of(parsed(noise))


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
PLACES = [(key,) for key in SMALL] + [("frame", key) for key in SMALL["frame"]] + [("pieces", 0, key) for key in ("id", "at", "at_px", "unit", "marks", "size_px", "facing_deg")]  # fmt: skip


@given(st.sampled_from(PLACES), ANY_JSON)
def test_any_value_in_any_field_is_read_or_refused_as_bad_input(
    path: tuple[str | int, ...], value: Json
) -> None:
    document = with_value(deepcopy(SMALL), path, value)
    with suppress(BadInput):  # anything else that is raised fails
        scene_of(parsed(json.dumps(document)))


def test_operations_are_documents_with_op_id_and_revision_if_given() -> None:
    overlay = Overlay("blindhex-los", "LOS", (0, 0), (10, 20), revision="7")
    assert operation_document(MovePiece("o1", "A-1", (3, 4), 90.0, "7")) == {
        "op": "piece.move",
        "piece": "A-1",
        "to_px": [3, 4],
        "facing_deg": 90.0,
        "op_id": "o1",
        "revision": "7",
    }
    assert operation_document(MarkPiece("o2", "A-1", {"disrupted": True})) == {
        "op": "piece.mark",
        "piece": "A-1",
        "marks": {"disrupted": True},
        "op_id": "o2",
    }
    laid = operation_document(PutOverlay("o3", overlay, b"\x89PNG", "7"))
    assert (laid["op"], laid["tag"], laid["owner"], laid["png_base64"]) == (
        "overlay.put",
        "blindhex-los",
        "blindhex",
        "iVBORw==",
    )
    assert operation_document(ClearOverlay("o4", "t")) == {"op": "overlay.clear", "tag": "t", "op_id": "o4"}
    assert operation_document(Say("o5", "No LOS.", ("LHY 4.2.1a",))) == {
        "op": "say",
        "text": "No LOS.",
        "rules": ["LHY 4.2.1a"],
        "to": "",
        "op_id": "o5",
    }
