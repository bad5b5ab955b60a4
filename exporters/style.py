"""The look of each role: the table from role to fill, pattern, pen and text.

Roles that must be distinguished differ in lightness or in pattern, never only in hue, so that they
stay distinct in grey print and for colour-blind eyes.
"""

from dataclasses import dataclass
from enum import StrEnum

from exporters.picture import Role

Ink = tuple[int, int, int, int]
"""Red, green, blue and opacity, each from 0 to 255."""

CLEAR_INK: Ink = (0, 0, 0, 0)
HEXSIDE = 0.022
"""The width of the pen on hexsides, for any role, in hexes."""


class Pattern(StrEnum):
    """The pattern over a fill."""

    PLAIN = "plain"
    HATCH = "hatch"
    CROSS = "cross"
    DOTS = "dots"
    DASHES = "dashes"


@dataclass(frozen=True, slots=True)
class Style:
    """The look of one role. Widths and dashes are in hexes; `casing` is a wider line beneath the pen."""

    fill: Ink = CLEAR_INK
    pen: Ink = CLEAR_INK
    width: float = 0.022
    pattern: Pattern = Pattern.PLAIN
    pattern_ink: Ink = CLEAR_INK
    dash: tuple[float, float] | None = None
    casing: Ink = CLEAR_INK
    text: Ink = CLEAR_INK
    halo: Ink = CLEAR_INK


def ink(code: str, opacity: int = 255) -> Ink:
    """A colour from its six hexadecimal digits."""
    return int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16), opacity


_PAPER = ink("fbf8ee", 235)
_BLACK = ink("1c1b19")

STYLES: dict[Role, Style] = {
    # the board
    Role.OPEN_GROUND: Style(fill=ink("e6dfbf"), pen=ink("b5ab84")),
    Role.URBAN_GROUND: Style(fill=ink("d2cdc4"), pen=ink("a39d92")),
    Role.WOODS_GROUND: Style(fill=ink("b9c98f"), pen=ink("98a674")),
    Role.FOREST_GROUND: Style(fill=ink("93ad78"), pen=ink("7b9465")),
    Role.HIGH_GROUND: Style(fill=ink("a9763a", 30)),
    Role.LOW_GROUND: Style(fill=ink("3f6f7a", 44)),
    Role.TREE: Style(fill=ink("6f8f4a"), pen=ink("4c6633"), width=0.014),
    Role.FIR: Style(fill=ink("3f6a45"), pen=ink("294a31"), width=0.014),
    Role.TREE_LIT: Style(fill=ink("8fae63")),
    Role.FIR_LIT: Style(fill=ink("5d8a5c")),
    Role.LIT_SLOPE: Style(fill=ink("fff8e0", 84)),
    Role.DARK_SLOPE: Style(fill=ink("4a3010", 44)),
    Role.CURRENT: Style(pen=ink("b4d5e2", 200), width=0.025, dash=(0.3, 0.22)),
    Role.DARK_ROOF: Style(fill=ink("1c1b19", 62)),
    Role.ROOF_RIDGE: Style(pen=ink("2b2320", 190), width=0.018),
    Role.CONTOUR: Style(pen=ink("a5713a", 210), width=0.02),
    Role.LEVEL_LINE: Style(pen=ink("85531f"), width=0.05),
    Role.RIVER: Style(pen=ink("7fb0c9"), width=0.3, casing=ink("4c7f9c")),
    Role.ROAD: Style(pen=ink("f4ead0"), width=0.12, casing=ink("857a5f")),
    Role.BRIDGE: Style(pen=ink("8a8378"), width=0.24, casing=ink("3b3833")),
    Role.FORD: Style(pen=ink("4c7f9c"), width=0.12, dash=(0.05, 0.08)),
    Role.WALL: Style(pen=ink("6d675d"), width=0.08, casing=ink("35322d")),
    Role.TREE_LINE: Style(pen=ink("7f9b58"), width=0.11),
    Role.STONE_BUILDING: Style(fill=ink("8f9298"), pen=ink("33353a"), width=0.03),
    Role.WOODEN_BUILDING: Style(
        fill=ink("b98a58"), pen=ink("523619"), width=0.03, pattern=Pattern.HATCH, pattern_ink=ink("8f6336")
    ),
    Role.URBAN_BUILDING: Style(
        fill=ink("a77f74"), pen=ink("3f2b26"), width=0.03, pattern=Pattern.DOTS, pattern_ink=ink("7d574d")
    ),
    Role.ROUGH_GROUND: Style(
        fill=ink("d3c79d"), pen=ink("9c8f63"), width=0.015, pattern=Pattern.DOTS, pattern_ink=ink("9c8f63")
    ),
    Role.SOFT_GROUND: Style(
        fill=ink("c3c8a6"), pen=ink("82906f"), width=0.015, pattern=Pattern.DASHES, pattern_ink=ink("7d93a0")
    ),
    Role.CROPS: Style(
        fill=ink("e3d48a"), pen=ink("b09c4a"), width=0.015, pattern=Pattern.HATCH, pattern_ink=ink("c3ae5b")
    ),
    Role.WATER: Style(fill=ink("7fb0c9"), pen=ink("4c7f9c"), width=0.02),
    Role.SHALLOWS: Style(
        fill=ink("f4ead0", 120),
        pen=ink("4c7f9c"),
        width=0.015,
        pattern=Pattern.DASHES,
        pattern_ink=ink("4c7f9c"),
    ),
    Role.ROADWAY: Style(fill=ink("f4ead0")),
    Role.TRACK: Style(fill=ink("dfcfa2")),
    Role.ROAD_EDGE: Style(pen=ink("857a5f"), width=0.02),
    Role.DECK: Style(fill=ink("b3a58a"), pen=ink("3b3833"), width=0.035),
    Role.HEDGE: Style(fill=ink("5b7d43"), pen=ink("35502a"), width=0.015),
    Role.STONEWORK: Style(fill=ink("6d675d"), pen=ink("35322d"), width=0.015),
    Role.WORKS: Style(
        fill=ink("b39b72"), pen=ink("54431f"), width=0.02, pattern=Pattern.CROSS, pattern_ink=ink("7a6231")
    ),
    Role.SMOKE: Style(
        fill=ink("efefef", 200),
        pen=ink("8b8b8b", 220),
        width=0.02,
        pattern=Pattern.DOTS,
        pattern_ink=ink("a8a8a8"),
    ),
    Role.CENTRE_DOT: Style(fill=ink("7d745a")),
    Role.HEX_LABEL: Style(text=ink("5d5541"), halo=ink("efe8cf", 120)),
    Role.LEVEL_LABEL: Style(text=ink("7a4a18"), halo=ink("f3ead2", 190)),
    Role.PIECE_LABEL: Style(text=ink("3d3829"), halo=ink("f3ecd2", 205)),
    Role.CAUSE_NAME: Style(text=ink("3d3829"), halo=ink("f3ecd2", 205)),
    Role.FOOT_LINE: Style(pen=ink("a89d74", 90), width=0.012),
    # what stands on it
    Role.SHADOW: Style(fill=ink("2a2416", 78)),
    Role.SIDE_1: Style(fill=ink("76965f"), pen=ink("22301c"), width=0.03),
    Role.SIDE_2: Style(fill=ink("b3c3d3"), pen=ink("262d33"), width=0.03),
    Role.SIDE_3: Style(fill=ink("b08a5a"), pen=ink("3c2b15"), width=0.03),
    Role.SIDE_4: Style(fill=ink("a66a5f"), pen=ink("3c1813"), width=0.03),
    Role.SYMBOL_FRAME: Style(fill=ink("fbf8ee", 215), pen=_BLACK, width=0.018),
    Role.SYMBOL: Style(pen=_BLACK, width=0.022),
    Role.UNIT_NAME: Style(text=_BLACK, halo=ink("ffffff", 110)),
    Role.NAME_BESIDE: Style(text=_BLACK, halo=ink("ffffff", 225)),
    Role.CONDITION: Style(text=ink("8c1c13"), halo=_PAPER),
    Role.FACING: Style(fill=ink("d98b1f"), pen=ink("3a2404"), width=0.02),
    Role.MARKER: Style(fill=ink("f7f3e8", 225), pen=ink("5a5346"), width=0.02, text=_BLACK),
    Role.FLAG: Style(fill=ink("f7f3e8"), pen=_BLACK, width=0.022),
    # a line of sight
    Role.VIEWER: Style(pen=ink("0b3d63"), width=0.07, casing=ink("ffffff", 200)),
    Role.TARGET: Style(pen=ink("0b3d63"), width=0.07, dash=(0.14, 0.09), casing=ink("ffffff", 200)),
    Role.SIGHT_CLEAR: Style(pen=ink("ffffff"), width=0.07, casing=_BLACK),
    Role.SIGHT_HINDERED: Style(pen=ink("ffb83d"), width=0.07, casing=_BLACK, dash=(0.22, 0.1)),
    Role.SIGHT_BLOCKED: Style(pen=ink("a3150d"), width=0.07, casing=ink("1c1b19", 120), dash=(0.07, 0.13)),
    Role.REFUSED_LINE: Style(pen=ink("6b6b6b"), width=0.06, casing=ink("ffffff", 200), dash=(0.06, 0.16)),
    Role.CAUSE: Style(
        fill=ink("a3150d", 60),
        pen=ink("a3150d"),
        width=0.07,
        pattern=Pattern.CROSS,
        pattern_ink=ink("a3150d", 150),
    ),
    Role.HINDRANCE: Style(
        fill=ink("ffb83d", 70),
        pen=ink("c37a00"),
        width=0.06,
        pattern=Pattern.HATCH,
        pattern_ink=ink("a86600", 170),
    ),
    Role.NOTED: Style(pen=ink("4a4a4a", 220), width=0.04, dash=(0.08, 0.08)),
    # a field of sight: lit, lit through something, in shadow, dead ground behind a crest
    Role.CLEAR: Style(fill=ink("ffec82", 72), pen=ink("b08900", 190)),
    Role.HINDERED: Style(
        fill=ink("f2a93b", 140), pen=ink("8a5200", 200), pattern=Pattern.HATCH, pattern_ink=ink("8a5200", 190)
    ),
    Role.BLOCKED: Style(fill=ink("20263a", 160), pen=ink("20263a", 200)),
    Role.BLIND: Style(
        fill=ink("3b2352", 165), pen=ink("3b2352", 215), pattern=Pattern.CROSS, pattern_ink=ink("dccbf0", 165)
    ),
    # how far it goes: the dearer, the darker
    Role.REACH_START: Style(fill=ink("ffffff", 130), pen=ink("0a2f4d"), width=0.06),
    Role.REACH_1: Style(fill=ink("e3f4ec", 185), pen=ink("2c6f83", 230)),
    Role.REACH_2: Style(fill=ink("b9e2d5", 185), pen=ink("2c6f83", 230)),
    Role.REACH_3: Style(fill=ink("86c8c6", 190), pen=ink("1f5d78", 230)),
    Role.REACH_4: Style(fill=ink("549fb9", 195), pen=ink("174a6b", 230)),
    Role.REACH_5: Style(fill=ink("3273a3", 200), pen=ink("0f3658", 230)),
    Role.REACH_6: Style(fill=ink("234e84", 205), pen=ink("0a2342", 230)),
    Role.PROVISO: Style(fill=ink("ffd34d"), pen=ink("3f2f00"), width=0.03, text=_BLACK),
    # how far it shoots: the nearer, the stronger
    Role.BAND_1: Style(fill=ink("a8321f", 140), pen=ink("6b1a0e", 190)),
    Role.BAND_2: Style(fill=ink("cc5f36", 130), pen=ink("6b1a0e", 170)),
    Role.BAND_3: Style(fill=ink("e79460", 125), pen=ink("6b1a0e", 150)),
    Role.BAND_4: Style(fill=ink("f3bf92", 125), pen=ink("6b1a0e", 140)),
    Role.BAND_5: Style(fill=ink("f9dec4", 130), pen=ink("6b1a0e", 130)),
    Role.BAND_6: Style(
        fill=ink("fdf1e4", 140), pen=ink("6b1a0e", 120), pattern=Pattern.DOTS, pattern_ink=ink("6b1a0e", 110)
    ),
    Role.BAND_EDGE: Style(pen=ink("4d0f06"), width=0.08, casing=ink("ffffff", 150)),
    Role.ARC: Style(pen=ink("161616"), width=0.05, casing=ink("ffffff", 190), dash=(0.2, 0.12)),
    # which way is safest: the more dangerous the darker, and a stroke of its own for each way
    Role.EXPOSURE_0: Style(fill=ink("e9f6d8", 165), pen=ink("6f8a4a", 150)),
    Role.EXPOSURE_1: Style(fill=ink("f6d7a7", 165), pen=ink("8a5a3a", 150)),
    Role.EXPOSURE_2: Style(fill=ink("e59866", 175), pen=ink("8a3a2a", 160)),
    Role.EXPOSURE_3: Style(fill=ink("b9504a", 180), pen=ink("6b1a1a", 170)),
    Role.EXPOSURE_4: Style(
        fill=ink("6f1d3a", 165), pen=ink("3c0a1c", 180), pattern=Pattern.HATCH, pattern_ink=ink("a85a74", 140)
    ),
    Role.ROUTE_1: Style(pen=ink("ffffff"), width=0.08, casing=_BLACK),
    Role.ROUTE_2: Style(pen=ink("5fd0ff"), width=0.08, casing=_BLACK, dash=(0.3, 0.12)),
    Role.ROUTE_3: Style(pen=ink("ffe14d"), width=0.08, casing=_BLACK, dash=(0.14, 0.12)),
    Role.ROUTE_4: Style(pen=ink("8cf06e"), width=0.08, casing=_BLACK, dash=(0.05, 0.14)),
    Role.ROUTE_NAME: Style(fill=ink("fbf8ee"), pen=_BLACK, width=0.03, text=_BLACK),
    Role.BEST: Style(pen=ink("0b6b2e"), width=0.06, casing=ink("ffffff", 220), dash=(0.1, 0.07)),
    Role.WORST: Style(pen=ink("e0001a"), width=0.06, casing=ink("ffffff", 220), dash=(0.1, 0.07)),
    # the outcomes of a shot: the paler, the less harm
    Role.ODDS_1: Style(fill=ink("f4efe0"), pen=ink("4a4437"), width=0.02),
    Role.ODDS_2: Style(fill=ink("f0b64f"), pen=ink("4a4437"), width=0.02),
    Role.ODDS_3: Style(fill=ink("cf6a32"), pen=ink("4a4437"), width=0.02),
    Role.ODDS_4: Style(fill=ink("96231b"), pen=ink("4a4437"), width=0.02),
    Role.ODDS_5: Style(
        fill=ink("3a0d12"), pen=ink("4a4437"), width=0.02, pattern=Pattern.HATCH, pattern_ink=ink("96231b")
    ),
    # words on answers
    Role.NUMBER: Style(text=_BLACK, halo=ink("ffffff", 225)),
    Role.MORE: Style(text=_BLACK, halo=ink("ffffff", 225)),
    Role.REFUSAL: Style(text=ink("8c1c13")),
    Role.RULER: Style(pen=ink("4a4437"), width=0.018),
    Role.NORTH: Style(fill=_BLACK, pen=_BLACK, width=0.01, text=_BLACK),
    Role.SCALE: Style(fill=_BLACK, pen=_BLACK, width=0.02, text=_BLACK, halo=ink("fbf8ee", 200)),
    Role.RIM: Style(fill=ink("efe8d2")),
    Role.EDGE_NUMBER: Style(text=ink("5d5541")),
    Role.LEGEND_PANEL: Style(fill=ink("fbf8ee"), pen=ink("6b6350"), width=0.03),
    Role.LEGEND_TEXT: Style(text=_BLACK),
}
"""The look of every role."""


def style_of(role: Role) -> Style:
    return STYLES[role]
