"""Why a line is blocked, blind, hindered or clear: the findings in words, nearest first, each cited."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from rules.game.citation import Citation, Provenance
from rules.game.ruling import Reason
from rules.game.verdicts import Visibility
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.rulebook import cite, our
from rules.last_hundred_yards.book.switches import LaterGround
from rules.last_hundred_yards.book.terrain_effects import heights
from rules.last_hundred_yards.questions.sight.sight_ground import Image, ImageKind, SightGround
from rules.last_hundred_yards.questions.sight.sight_lines import Effect, Finding, Found, SightLines
from rules.last_hundred_yards.questions.terrain.enclosed_roads import (
    ANTI_TANK_HEXES,
    REACTION_TO_OTHERS_HEXES,
    REACTION_TO_VEHICLES_HEXES,
    SMALL_ARMS_HEXES,
    SPOTTING_HEXES,
)

_TOLD = {
    Visibility.BLOCKED: (Effect.BLOCKS,),
    Visibility.BLIND: (Effect.BLINDS,),
    Visibility.HINDERED: (Effect.HINDERS, Effect.LIMITS, Effect.SPARES),
    Visibility.CLEAR: (Effect.LIMITS, Effect.SPARES),
}


class _Case(NamedTuple):
    position: int
    hex: Hex
    image: Image | None
    touched: bool


def reasons(
    sight_lines: SightLines, found: Iterable[Finding], visibility: Visibility, start: Hex, end: Hex
) -> tuple[Reason, ...]:
    """The reasons of a ruling on one line."""
    order = {at: k for k, at in reversed(list(enumerate(sight_lines.lines.passed.tolist())))}
    told: list[tuple[int, Reason]] = []
    for finding in found:
        if len(finding.line) and finding.effect in _TOLD[visibility]:
            told.extend(_told(sight_lines, finding, order))
    told.sort(key=lambda pair: pair[0])
    listed = tuple({reason.text: reason for _, reason in told}.values())
    if listed and visibility is not Visibility.CLEAR:
        return listed
    return (*listed, _clear(sight_lines, start, end))


def field_reasons(found: Iterable[Finding]) -> tuple[Reason, ...]:
    """The rules that shaped a whole field, in the order of the book."""
    told = {finding.found for finding in found if len(finding.line) and finding.effect is not Effect.SPARES}
    return tuple(dict.fromkeys(_SHAPES[kind] for kind in Found if kind in told))


_BETWEEN_LEVELS = Reason("ground as high as the higher end blocks between levels", cite("4.2.2"))
_BLIND_HEXES = Reason("obstacles below the higher end cast blind hexes", cite("4.2.3", Provenance.HOUSE))
_MARKERS = Reason("smoke and mortar fire hinder", cite("4.2.4"))
_CONTOURS = Reason("contours block on one level", cite("4.2.1c"))
_SHAPES = {
    Found.THROUGH: Reason("woods, forest and higher hills block", cite("4.2.1a")),
    Found.BOTH_SIDES: Reason("hexes on both sides block along hexsides", cite("4.2.1b")),
    Found.CONTOUR: _CONTOURS,
    Found.CONTOUR_BOTH_SIDES: _CONTOURS,
    Found.IMAGE: Reason("the images of buildings, walls and contours block", cite("4.2.1c-e")),
    Found.OWN_ROW: Reason("urban buildings beside its own road block", cite("4.2.1f")),
    Found.BETWEEN_LEVELS: _BETWEEN_LEVELS,
    Found.BETWEEN_LEVELS_SIDES: _BETWEEN_LEVELS,
    Found.BETWEEN_LEVELS_IMAGE: _BETWEEN_LEVELS,
    Found.FOREST_ROAD: Reason(
        "roads through woods and forest block between levels", cite("4.2.2b", Provenance.LATER_EDITION)
    ),
    Found.ENCLOSED_ROAD: Reason(
        "reaction, fire and mortar spotting are limited along enclosed roads", our(34)
    ),
    Found.BLIND: _BLIND_HEXES,
    Found.BLIND_SIDES: _BLIND_HEXES,
    Found.BLIND_IMAGE: _BLIND_HEXES,
    Found.MARKER: _MARKERS,
    Found.MARKER_BESIDE: _MARKERS,
    Found.MARKERS_BOTH_SIDES: _MARKERS,
    Found.VEHICLE: Reason("vehicles on urban roads hinder", cite("4.2.4d")),
}


def _clear(sight_lines: SightLines, start: Hex, end: Hex) -> Reason:
    if int(sight_lines.range_hexes[0]) <= 1:
        return Reason("adjacent hexes see each other", cite("4.2"), (start, end))
    section = "4.2.1" if sight_lines.all_same else "4.2.2"
    return Reason("nothing stands in the way", cite(section), (start, end))


def _told(sight_lines: SightLines, finding: Finding, order: dict[int, int]) -> Iterator[tuple[int, Reason]]:
    cases = _cases(sight_lines, finding)
    if finding.found in _TOGETHER:
        text, cited = _TOGETHER[finding.found]
        is_bare = finding.found in (Found.CONTOUR_BOTH_SIDES, Found.ENCLOSED_ROAD)
        names = " and ".join(str(case.hex) if is_bare else _standing(sight_lines, case) for case in cases)
        first = min(order[case.position] for case in cases)
        places = tuple(case.hex for case in cases)
        decides = finding.effect is not Effect.LIMITS
        yield first, Reason(text.format(names=names), cited, places, decides)
        return
    for k, case in enumerate(cases):
        amount = 0 if finding.amount is None else int(finding.amount[k])
        if (reason := _reason(sight_lines, finding.found, finding.effect, case, amount)) is not None:
            yield order[case.position], reason


_TOGETHER = {
    Found.BOTH_SIDES: ("{names} block on both sides of the hexsides", cite("4.2.1b")),
    Found.CONTOUR_BOTH_SIDES: ("contours at {names} block along the hexside", our(4)),
    Found.BETWEEN_LEVELS_SIDES: ("{names} block on both sides of the hexsides", our(6)),
    Found.BLIND_SIDES: ("{names} cast blind hexes along the hexside", our(7)),
    Found.ENCLOSED_ROAD: (
        f"along the enclosed road through {{names}} small arms reach {SMALL_ARMS_HEXES} hexes, anti-tank fire "
        f"{ANTI_TANK_HEXES}, mortar spotters see {SPOTTING_HEXES}, and units react within "
        f"{REACTION_TO_VEHICLES_HEXES} to vehicles and guns, within {REACTION_TO_OTHERS_HEXES} to others",
        our(34),
    ),
}


def _cases(sight_lines: SightLines, finding: Finding) -> list[_Case]:
    ground = sight_lines.ground
    cases = []
    for k, at in enumerate(finding.hex.tolist()):
        image = None if finding.image is None else ground.images[int(finding.image[k])]
        touched = finding.touched is not None and bool(finding.touched[k])
        cases.append(_Case(at, ground.where.hex(at), image, touched))
    return cases


def _standing(sight_lines: SightLines, case: _Case) -> str:
    """What stands in a hex, in words: "woods at C2"."""
    if case.image is not None and case.image.kind is ImageKind.TREE_LINE:
        return _standing_on_side(case.image)
    if case.image is not None:
        return f"{case.image.terrain.words} at {case.hex}"
    return _fills(sight_lines.ground, case.hex)


@lru_cache(maxsize=65536)
def _fills(ground: SightGround, place: Hex) -> str:
    filled = ground.board.ground(place)
    for terrain in (Terrain.FOREST, Terrain.WOODS):
        if terrain in filled.terrain:
            hill = f" on level {filled.level}" if filled.level else ""
            return f"{terrain.words} at {place}{hill}"
    return f"level {filled.level} hill at {place}"


def _reason(sight_lines: SightLines, found: Found, effect: Effect, case: _Case, amount: int) -> Reason | None:
    name, at = _standing(sight_lines, case), (case.hex,)
    match found:
        case Found.THROUGH:
            return Reason(f"{name} blocks", _height_cite(sight_lines, case, "4.2.1a"), at)
        case Found.CONTOUR:
            number = int(sight_lines.ground.band[case.position])
            given = sight_lines.ground.board.ground(case.hex).contour is not None
            return Reason(f"contour {number} at {case.hex} blocks", cite("4.2.1c") if given else our(12), at)
        case Found.IMAGE:
            return _image_reason(case)
        case Found.OWN_ROW:
            cited = cite("4.2.1f") if sight_lines.all_same else our(16)
            return Reason(f"{name} beside the road blocks", _as_drawn(case.image, cited), at)
        case Found.BETWEEN_LEVELS | Found.BETWEEN_LEVELS_IMAGE:
            total = case.image.total if case.image else int(sight_lines.ground.top[case.position])
            text = f"{name} reaches level {total}, the higher end is on {int(sight_lines.high[0])}"
            cited = _image_cite(case.image) if case.image else _height_cite(sight_lines, case, "4.2.2")
            return Reason(text, _by_its_levels(sight_lines, case.image, cited), at)
        case Found.FOREST_ROAD:
            return Reason(f"the line runs along the road through {name}", our(28), at)
        case Found.BLIND | Found.BLIND_IMAGE:
            is_tree_line = case.image is not None and case.image.kind is ImageKind.TREE_LINE
            cited = our(31) if is_tree_line else _as_drawn(case.image, cite("4.2.3", Provenance.HOUSE))
            cited = _by_its_levels(sight_lines, case.image, cited)
            return Reason(f"{name} {_blind(sight_lines, case)}", cited, at)
        case Found.MARKER:
            return Reason(f"smoke or mortar fire at {case.hex} hinders by {amount}", cite("4.2.4a"), at)
        case Found.MARKERS_BOTH_SIDES:
            text = f"markers on both sides hinder by {amount}, the greatest, at {case.hex}"
            if effect is Effect.SPARES:
                text = f"smoke or mortar fire at {case.hex}, beside the line too, adds nothing"
            return Reason(text, cite("4.2.4c"), at)
        case Found.MARKER_BESIDE:
            if effect is Effect.SPARES:
                return Reason(f"{name} is on the other side of the hexsides", cite("4.2.4b"), at)
            return Reason(
                f"smoke or mortar fire beside the line at {case.hex} hinders by {amount}", cite("4.2.4b"), at
            )
        case Found.VEHICLE if LaterGround.ENCLOSED_ROADS in sight_lines.switches:
            text = f"vehicle on the enclosed road at {case.hex} hinders by {amount}"
            return Reason(text, our(36), at)
        case Found.VEHICLE:
            return Reason(f"vehicle on the urban road at {case.hex} hinders by {amount}", cite("4.2.4d"), at)
        case Found.LOWER_WOODS:
            return Reason(f"{name} does not rise above both", our(1), at, decides=False)
        case Found.FOREST_WAY:
            way = "road" if sight_lines.ground.board.has(case.hex, Terrain.ROAD) else "river"
            return Reason(f"the line keeps to the {way} through {name}", our(33), at, decides=False)
        case Found.HILL_BESIDE:
            return Reason(f"{name} does not block beside the line", our(29), at, decides=False)
        case Found.LOWER_IMAGE:
            return _spared_image(case)
        case Found.PASSED_OVER:
            return Reason(f"the line passes over {case.hex}", our(17), at, decides=False)
    return None


def _height_cite(sight_lines: SightLines, case: _Case, section: str) -> Citation:
    """The section, marked if it takes an inferred height for the verdict."""
    surely = int(sight_lines.ground.surely_top[case.position])
    high = int(sight_lines.high[0])
    certain = surely > high if sight_lines.all_same else surely >= high
    return (
        cite(section)
        if certain or not sight_lines.ground.wooded[case.position]
        else cite(section, Provenance.INFERRED)
    )


def _image_reason(case: _Case) -> Reason:
    image = case.image
    assert image is not None
    at = (case.hex,)
    match image.kind:
        case ImageKind.BUILDING:
            cited = _as_drawn(image, our(10) if case.touched else cite("4.2.1d"))
            return Reason(f"{image.terrain.words} at {case.hex} blocks", cited, at)
        case ImageKind.WALL:
            return Reason(f"wall drawn at {case.hex} blocks", our(10) if case.touched else cite("4.2.1d"), at)
        case ImageKind.WALL_HEXSIDE:
            one, other = image.beside[:2]
            cited = our(9) if case.touched else cite("4.2.1e")
            return Reason(f"wall at {one}/{other} blocks", cited, (one, other))
        case ImageKind.TREE_LINE:
            return Reason(f"{_standing_on_side(image)} blocks", our(30), image.beside[:2])
        case ImageKind.CONTOUR:
            return Reason(f"contour {image.total} drawn at {case.hex} blocks", cite("4.2.1c"), at)


def _spared_image(case: _Case) -> Reason:
    image = case.image
    assert image is not None
    if image.kind is ImageKind.BUILDING:
        return Reason(
            f"{image.terrain.words} at {case.hex} does not rise above both",
            our(2),
            (case.hex,),
            decides=False,
        )
    if image.kind is ImageKind.CONTOUR:
        return Reason(
            f"contour {image.total} at {case.hex} holds no centre dot", our(4), (case.hex,), decides=False
        )
    if image.kind is ImageKind.TREE_LINE:
        text = f"{_standing_on_side(image)} does not rise above both"
        return Reason(text, our(30), image.beside[:2], decides=False)
    return Reason(f"wall at {case.hex} stands below both", our(3), (case.hex,), decides=False)


def _image_cite(image: Image) -> Citation:
    """Why an image counts between levels."""
    return our(31) if image.kind is ImageKind.TREE_LINE else _as_drawn(image, our(18))


def _by_its_levels(sight_lines: SightLines, image: Image | None, cited: Citation) -> Citation:
    """What a verdict rests on where the height of a house or tree line decides it: with the source of its levels."""
    height = None if image is None else heights(sight_lines.house).get(image.terrain)
    if height is None or height.cite.provenance is Provenance.BOOK:
        return cited
    return cited.together_with(height.cite)


def _as_drawn(image: Image | None, cited: Citation) -> Citation:
    """What a verdict on an image rests on: where nobody drew it, also on where it is taken to stand (reading 11)."""
    if image is None or image.is_drawn:
        return cited
    return our(11) if cited == cite("4.2.1d") else cited.together_with(our(11))


def _standing_on_side(image: Image) -> str:
    one, other = image.beside[:2]
    return f"{image.terrain.words} at {one}/{other}"


def _blind(sight_lines: SightLines, case: _Case) -> str:
    where, lines = sight_lines.ground.where, sight_lines.lines
    higher = (
        int(lines.targets[0]) if int(sight_lines.target_level[0]) > sight_lines.source_level else lines.source
    )
    near = int(where.distance(higher, case.position))
    total = case.image.total if case.image else int(sight_lines.ground.top[case.position])
    difference = int(sight_lines.high[0]) - total
    count = sight_lines.house.blind_hexes.blind(difference, near)
    return (
        f"of level {total}, {difference} below the higher end and {near} from it, "
        f"casts {count} blind {'hex' if count == 1 else 'hexes'}"
    )
