"""Answers drawn on a player's own map picture, in its pixels: `--on-map PICTURE --a1 X,Y`."""

from base64 import b64decode
from io import BytesIO
from math import sqrt
from pathlib import Path

import pytest
from PIL import ExifTags, Image, ImageChops

from tests.vtt_bridge.cli_ground import answered, refused, run, scenario_file

PAPER = (214, 205, 170)
SIZE = WIDTH, HEIGHT = 700, 500
CELL_PX = 60.5
FLAT = {"columns": 7, "rows": 6, "top": "flat"}
POINTY = {"columns": 7, "rows": 6, "top": "pointy"}
ROW_APART = sqrt(3) / 2


def own_map(folder: Path, size: tuple[int, int] = SIZE) -> str:
    path = folder / "map.png"
    Image.new("RGB", size, PAPER).save(path)
    return str(path)


def drawn(path: Path) -> Image.Image:
    with Image.open(path) as picture:
        return picture.convert("RGBA")


@pytest.mark.parametrize(
    ("grid", "a1", "c2"),
    [
        ({**FLAT, "first_column": "high"}, (61.3, 47.5), (2 * ROW_APART, 1.0)),
        ({**FLAT, "first_column": "low"}, (61.3, 87.5), (2 * ROW_APART, 1.0)),
        ({**POINTY, "first_row": "left"}, (55.0, 58.0), (2.5, ROW_APART)),
        ({**POINTY, "first_row": "right"}, (95.0, 58.0), (1.5, ROW_APART)),
    ],
    ids=["flat, high", "flat, low", "pointy, left", "pointy, right"],
)
def test_an_overlay_fits_a_picture_whose_hexes_stand_like_the_board(
    tmp_path: Path, grid: dict[str, object], a1: tuple[float, float], c2: tuple[float, float]
) -> None:
    """The ring round a squad in C2 lies where C2 is printed, and the overlay is as large as the map."""
    board = {"format": "blindhex-board/1", "name": "Own", "ground": "hex", "grid": grid}
    squad = {"id": "A-1", "type": "us.able.1.squad.1", "side": "us", "at": "C2"}
    source = scenario_file(tmp_path, board=board, units=[squad])
    out = tmp_path / "o.png"
    at = f"{a1[0]},{a1[1]}"
    answered(
        *("range", source, "A-1", "--on-map", own_map(tmp_path), "--a1", at, "--hex-px", str(CELL_PX)),
        *("--bare", "-o", str(out)),
    )
    overlay = drawn(out)
    assert overlay.size == SIZE
    red, _, blue, _ = overlay.split()
    ring = ImageChops.subtract(blue, red).point(lambda more: 255 if more > 60 else 0)
    box = ring.getbbox()
    assert box is not None
    middle = [a1[axis] + CELL_PX * c2[axis] for axis in (0, 1)]
    assert [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] == pytest.approx(middle, abs=1)


def test_without_bare_the_map_lies_beneath_the_answer_and_the_legend_below(tmp_path: Path) -> None:
    out = tmp_path / "on.png"
    on = ("--on-map", own_map(tmp_path), "--a1", "60,50", "--hex-px", "60")
    answered("field", scenario_file(tmp_path), "A-1", *on, "-o", str(out))
    picture = drawn(out)
    assert picture.width == WIDTH
    assert picture.height > HEIGHT + 60
    assert picture.getpixel((WIDTH - 3, 3)) == (*PAPER, 255)
    assert picture.getpixel((60, 50 + 2 * 60 + 8)) != (*PAPER, 255)
    answered("show", scenario_file(tmp_path), *on, "-o", str(out))
    assert drawn(out).getpixel((60, 50)) == (*PAPER, 255)  # neither ground nor labels of ours are drawn


def test_an_svg_contains_the_map_and_with_bare_only_the_answer_at_its_size(tmp_path: Path) -> None:
    out = tmp_path / "on.svg"
    on = ("--on-map", own_map(tmp_path), "--a1", "60,50", "--hex-px", "60", "-o", str(out))
    answered("field", scenario_file(tmp_path), "A-1", *on)
    whole = out.read_text(encoding="utf-8")
    assert f'viewBox="0 0 {WIDTH} {HEIGHT}"' not in whole, "what the colours mean stands below the map"
    _, _, packed = whole.partition("data:image/png;base64,")
    with Image.open(BytesIO(b64decode(packed.partition('"')[0]))) as beneath:
        assert (beneath.size, beneath.convert("RGB").getpixel((0, 0))) == (SIZE, PAPER)
    answered("range", scenario_file(tmp_path), "A-1", *on, "--bare")
    bare = out.read_text(encoding="utf-8")
    assert f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"' in bare
    assert "<image" not in bare
    assert "<rect" not in bare
    assert '<ellipse class="viewer" cx="60.00" cy="170.00"' in bare, "the squad stands two hexes below A1"


@pytest.mark.parametrize(("orientation", "kind"), [(1, "jpeg"), (6, "png")])
def test_a_photograph_is_embedded_in_an_svg_unchanged_unless_it_has_to_be_turned(
    tmp_path: Path, orientation: int, kind: str
) -> None:
    """6: the camera was held on its side."""
    path, out = tmp_path / "photo.jpg", tmp_path / "on.svg"
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    Image.new("RGB", SIZE, PAPER).save(path, exif=exif)
    on = ("--on-map", str(path), "--a1", "60,50", "--hex-px", "60", "-o", str(out))
    answered("field", scenario_file(tmp_path), "A-1", *on)
    _, _, packed = out.read_text(encoding="utf-8").partition(f"data:image/{kind};base64,")
    content = b64decode(packed.partition('"')[0])
    assert (content == path.read_bytes()) == (kind == "jpeg")
    with Image.open(BytesIO(content)) as beneath:
        assert beneath.size == (SIZE if kind == "jpeg" else SIZE[::-1])


def test_a_transparent_map_is_drawn_on_white(tmp_path: Path) -> None:
    path = tmp_path / "cut.png"
    Image.new("RGBA", SIZE).save(path)
    out = tmp_path / "on.png"
    on = ("--on-map", str(path), "--a1", "60,50", "--hex-px", "60")
    answered("show", scenario_file(tmp_path), *on, "-o", str(out))
    assert drawn(out).getpixel((WIDTH - 3, 3)) == (255, 255, 255, 255)


def test_a_picture_too_large_to_draw_on_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    """Pillow warns of pictures of so many pixels, and unpacks none twice as large."""
    for width in (10_000, 20_000):
        path = tmp_path / "vast.png"
        Image.new("1", (width, 10_000)).save(path)
        on = ("--on-map", str(path), "--a1", "60,50", "-o", str(tmp_path / "on.png"))
        told = refused("show", scenario_file(tmp_path), *on)
        assert told.startswith("--on-map: ")
        assert told.endswith(" is not a picture of at most 67108864 pixels")


def test_in_inches_the_corner_of_the_table_lies_at_the_given_pixel(tmp_path: Path) -> None:
    """An inch is a third of --hex-px: 48 x 36 inches at 14 px are 672 x 504."""
    out = tmp_path / "o.png"
    on = (
        "--on-map",
        own_map(tmp_path, (700, 520)),
        "--a1",
        "20,10",
        "--hex-px",
        "42",
        "--bare",
        "-o",
        str(out),
    )
    answered("field", "kgn-cider-farm", "uk.tank.1", *on)
    assert drawn(out).getchannel("A").getbbox() == pytest.approx((20, 10, 692, 514), abs=2)


def test_a_board_partly_outside_the_picture_is_drawn_with_a_warning(tmp_path: Path) -> None:
    out = str(tmp_path / "o.png")
    on = ("--on-map", own_map(tmp_path), "--a1", "300,50", "--hex-px", "80", "--bare", "-o", out)
    told = run("field", scenario_file(tmp_path), "A-1", *on)
    assert told.exit_code == 0
    assert "map.png: a part of the board lies outside; it goes from 254,10 to 762,530" in told.stderr


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--on-map", "map.png"), "--a1 is missing; it must be given with --on-map"),
        (("--a1", "3,4"), "--on-map is missing; it must be given with --a1"),
        (
            ("--on-map", "./map.png", "--a1", "60,50", "-o", "map.png"),
            "-o: 'map.png' is not another file than the map picture, which it would overwrite",
        ),
        (("--on-map", "map.png", "--a1", "nan,4"), "--a1: 'nan,4' is not a pixel such as 58,100"),
        (
            ("--on-map", "two_squads.json", "--a1", "3,4"),
            "--on-map: 'two_squads.json' is not a picture: PNG, JPEG or WebP",
        ),
        (
            ("--on-map", "map.png.jpg", "--a1", "3,4"),
            "map.png.jpg cannot be read: No such file or directory.",
        ),
        (
            ("--on-map", "map.png", "--a1", "5000,2"),
            "--a1: '5000,2' is not a pixel with which the board lies on the 700 x 500 pixels of map.png",
        ),
    ],
)
def test_wrong_options_for_an_own_map_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], sentence: str
) -> None:
    own_map(tmp_path)
    monkeypatch.chdir(tmp_path)
    source = scenario_file(tmp_path)
    assert refused("los", source, "A-1", "G-1", "-o", "o.png", *options) == sentence
    assert not Path("o.png").exists()


def test_a_profile_cannot_be_drawn_on_a_map(tmp_path: Path) -> None:
    on = ("--on-map", own_map(tmp_path), "--a1", "60,50", "-o", str(tmp_path / "o.png"))
    assert "is not for a picture that lies on no map" in refused(
        "profile", scenario_file(tmp_path), "A-1", "G-1", *on
    )
