"""blindhex atlas: the best observation posts, and the cache of atlases."""

import json
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from PIL import Image
from shapely import box

from exporters.documents import RULING_SCHEMA
from exporters.picture import Dot
from exporters.pictures.atlas_picture import atlas_picture
from rules.game.state import GameState
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.last_hundred_yards.ruleset import RULESET
from rules.micro_armour.ruleset import MATG2
from tests.drawing import board
from tests.vtt_bridge.cli_ground import answered, document, scenario_file
from vtt_bridge.system import atlas_cache
from vtt_bridge.system.atlas_cache import cached_atlas

STATE = GameState(board(". w . h2"))


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(atlas_cache, "user_cache_path", lambda _: tmp_path / "cache")
    return tmp_path / "cache"


def test_atlas_lists_the_best_observation_posts_first_and_rings_them(tmp_path: Path) -> None:
    source, drawn = scenario_file(tmp_path), tmp_path / "atlas.png"
    said = answered("atlas", source, "--best", "2", "-o", str(drawn)).splitlines()
    told = document("atlas", source, "--best", "2")
    sees, best = told["verdict"]["sees"], told["verdict"]["best"]
    assert [line.split()[0] for line in said[2:]] == best
    schema = json.loads(files("exporters").joinpath(RULING_SCHEMA).read_text("utf-8"))
    Draft202012Validator(schema).validate(told)
    assert said[0].startswith("atlas of ")
    assert [int(line.split()[1]) for line in said[2:]] == sorted(sees.values(), reverse=True)[:2]
    with Image.open(drawn) as picture:
        assert min(picture.size) > 100
    rings = [
        mark
        for mark in atlas_picture(STATE.board, cached_atlas(RULESET, STATE), 2).marks
        if isinstance(mark, Dot)
    ]
    assert len(rings) == 2, "those that are listed"


def test_a_damaged_atlas_in_the_cache_is_made_again(cache: Path) -> None:
    first = cached_atlas(RULESET, STATE).verdict
    (kept,) = cache.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-1] + bytes([whole[-1] ^ 0xFF]))
    assert cached_atlas(RULESET, STATE).verdict.counts == first.counts
    assert kept.read_bytes() == whole


def test_a_cache_that_cannot_be_written_is_no_error(cache: Path) -> None:
    cache.write_text("a file, no folder")
    assert len(cached_atlas(RULESET, STATE).verdict.counts) == 4


def test_an_atlas_in_inches_is_read_from_the_cache_until_the_table_changes(cache: Path) -> None:
    flat, hilly = (
        GameState(Tabletop("a table", 4, 3, pieces))
        for pieces in ((), (Piece("hill", TableTerrain.HILL, box(1, 1, 2, 2), level=1),))
    )
    cached_atlas(MATG2, flat)
    (kept,) = cache.iterdir()
    written = kept.stat().st_mtime_ns
    assert cached_atlas(MATG2, flat).verdict.what == "inch squares"
    assert kept.stat().st_mtime_ns == written
    cached_atlas(MATG2, hilly)
    assert len([*cache.iterdir()]) == 2
