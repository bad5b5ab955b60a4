"""Why a line is blocked, blind, hindered or clear: the findings in words, nearest first, each cited."""

from collections.abc import Sequence
from typing import NamedTuple

from rules.game.citation import Citation, Provenance
from rules.game.ruling import Reason
from rules.game.verdicts import Visibility
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.terrain_effects import heights
from rules.last_hundred_yards.questions.sight.sight_ground import Image, SightGround
from rules.last_hundred_yards.questions.sight.sight_lines import (
    EFFECTS,
    NO_IMAGE,
    Effect,
    Finding,
    ImageKind,
    Line,
)
from rules.last_hundred_yards.questions.terrain.roads import (
    ANTI_TANK_HEXES,
    REACTION_TO_OTHERS_HEXES,
    REACTION_TO_VEHICLES_HEXES,
    SMALL_ARMS_HEXES,
    SPOTTING_HEXES,
)

_TOLD = {
    visibility: frozenset(int(finding) for finding in Finding if EFFECTS[finding] in effects)
    for visibility, effects in (
        (Visibility.BLOCKED, (Effect.BLOCKS,)),
        (Visibility.BLIND, (Effect.BLINDS,)),
        (Visibility.HINDERED, (Effect.HINDERS, Effect.LIMITS, Effect.SPARES)),
        (Visibility.CLEAR, (Effect.LIMITS, Effect.SPARES)),
    )
}
"""The kinds of findings that are given as reasons, by the verdict on the line."""


class Case(NamedTuple):
    """One finding: its kind, in which hex, on which image of the board, and its amount."""

    kind: int
    position: int
    image: int
    amount: int


class WordingContext(NamedTuple):
    """What the words of a reason depend on: the level of the line's higher end, whether both ends are on it, and whether
    vehicles count on all enclosed roads."""

    high: int
    is_level: bool
    on_enclosed_roads: bool


def reasons(
    ground: SightGround,
    on_enclosed_roads: bool,
    line: Line,
    passed: Sequence[int],
    findings: Sequence[int],
    visibility: Visibility,
) -> tuple[Reason, ...]:
    """The reasons of a ruling on one line that passes these positions; `findings` has four numbers for each finding."""
    wanted, about = _TOLD[visibility], WordingContext(line.high, line.is_level, on_enclosed_roads)
    words = ground.said.setdefault(about, {})
    each = iter(findings)
    cases = [key for key in zip(each, each, each, each, strict=True) if key[0] in wanted]
    if not cases:
        return (_clear_reason(ground, line),)
    order = dict(zip(passed, range(len(passed)), strict=True))
    together: dict[int, list[Case]] = {}
    ranked = []
    for number, key in enumerate(cases):
        if (reason := words.get(key)) is None:
            if key[0] in _TOGETHER:
                together.setdefault(key[0], []).append(Case(*key))
                continue
            reason = words[key] = _reason(ground, about, Case(*key))
        ranked.append((order[key[1]], number, reason))
    for which, several in together.items():
        first = min(order[case.position] for case in several)
        ranked.append((first, cases.index(several[0]), _said_together(ground, which, several)))
    ranked.sort()
    listed = tuple({reason.text: reason for _, _, reason in ranked}.values())
    if visibility is not Visibility.CLEAR:
        return listed
    return (*listed, _clear_reason(ground, line))


def field_reasons(reported: int) -> tuple[Reason, ...]:
    """The rules that shaped a whole field, in the order of the book; `reported` has a bit for each kind of finding."""
    return tuple(dict.fromkeys(reason for finding, reason in _SHAPES.items() if reported >> finding & 1))


_BETWEEN_LEVELS = Reason("ground as high as the higher end blocks between levels", cite("4.2.2"))
_BLIND_HEXES = Reason("obstacles below the higher end cast blind hexes", cite("4.2.3", Provenance.HOUSE))
_MARKERS = Reason("smoke and mortar fire hinder", cite("4.2.4"))
_CONTOURS = Reason("contours block on one level", cite("4.2.1c"))
_SHAPES: dict[Finding, Reason] = {
    Finding.THROUGH: Reason("woods, forest and higher hills block", cite("4.2.1a")),
    Finding.BOTH_SIDES: Reason("hexes on both sides block along hexsides", cite("4.2.1b")),
    Finding.CONTOUR: _CONTOURS,
    Finding.CONTOUR_BOTH_SIDES: _CONTOURS,
    Finding.IMAGE: Reason("the images of buildings, walls and contours block", cite("4.2.1c-e")),
    Finding.OWN_ROW: Reason("urban buildings beside its own road block", cite("4.2.1f")),
    Finding.BETWEEN_LEVELS: _BETWEEN_LEVELS,
    Finding.BETWEEN_LEVELS_SIDES: _BETWEEN_LEVELS,
    Finding.BETWEEN_LEVELS_IMAGE: _BETWEEN_LEVELS,
    Finding.FOREST_ROAD: Reason("roads through woods and forest block between levels", cite_later("4.2.2b")),
    Finding.BLIND: _BLIND_HEXES,
    Finding.BLIND_SIDES: _BLIND_HEXES,
    Finding.BLIND_IMAGE: _BLIND_HEXES,
    Finding.MARKER: _MARKERS,
    Finding.MARKER_BESIDE: _MARKERS,
    Finding.MARKERS_BOTH_SIDES: _MARKERS,
    Finding.VEHICLE: Reason("vehicles on urban roads hinder", cite("4.2.4d")),
    Finding.ENCLOSED_ROAD: Reason(
        "reaction, fire and mortar spotting are limited along enclosed roads", our(34)
    ),
}


def _clear_reason(ground: SightGround, line: Line) -> Reason:
    ends = ground.where.hex(line.source), ground.where.hex(line.target)
    if line.range_hexes == 0:
        return Reason("a unit sees its own hex", cite("4.2"), ends[:1])
    if line.range_hexes == 1:
        return Reason("adjacent hexes see each other", cite("4.2"), ends)
    return Reason("nothing stands in the way", cite("4.2.1" if line.is_level else "4.2.2"), ends)


def _said_together(ground: SightGround, which: int, cases: Sequence[Case]) -> Reason:
    text, cited = _TOGETHER[which]
    is_bare = which in (Finding.CONTOUR_BOTH_SIDES, Finding.ENCLOSED_ROAD)
    places = tuple(ground.where.hex(case.position) for case in cases)
    names = " and ".join(map(str, places) if is_bare else (_standing(ground, case) for case in cases))
    return Reason(text.format(names=names), cited, places, which != Finding.ENCLOSED_ROAD)


_TOGETHER: dict[int, tuple[str, Citation]] = {
    Finding.BOTH_SIDES: ("{names} block on both sides of the hexsides", cite("4.2.1b")),
    Finding.CONTOUR_BOTH_SIDES: ("contours at {names} block along the hexside", our(4)),
    Finding.BETWEEN_LEVELS_SIDES: ("{names} block on both sides of the hexsides", our(6)),
    Finding.BLIND_SIDES: ("{names} cast blind hexes along the hexside", our(7)),
    Finding.ENCLOSED_ROAD: (
        f"along the enclosed road through {{names}} small arms reach {SMALL_ARMS_HEXES} hexes, anti-tank fire "
        f"{ANTI_TANK_HEXES}, mortar spotters see {SPOTTING_HEXES}, and units react within "
        f"{REACTION_TO_VEHICLES_HEXES} to vehicles and guns, within {REACTION_TO_OTHERS_HEXES} to others",
        our(34),
    ),
}


def _standing(ground: SightGround, case: Case) -> str:
    """The obstacle of a finding in words: "woods at C2"."""
    place = ground.where.hex(case.position)
    if case.image == NO_IMAGE:
        return _fills(ground, place)
    image = ground.images[case.image]
    if image.kind is ImageKind.TREE_LINE:
        return _standing_on_side(image)
    return f"{image.terrain.words} at {place}"


def _fills(ground: SightGround, place: Hex) -> str:
    filled = ground.board.ground(place)
    for terrain in (Terrain.FOREST, Terrain.WOODS):
        if terrain in filled.terrain:
            hill = f" on level {filled.level}" if filled.level else ""
            return f"{terrain.words} at {place}{hill}"
    return f"level {filled.level} hill at {place}"


_ALONE: dict[int, tuple[str, Citation]] = {
    Finding.FOREST_ROAD: ("the line runs along the road through {name}", our(28)),
    Finding.MARKER: ("smoke or mortar fire at {place} hinders by {amount}", cite("4.2.4a")),
    Finding.MARKERS_BOTH_SIDES: (
        "markers on both sides hinder by {amount}, the greatest, at {place}", cite("4.2.4c"),
    ),
    Finding.LESSER_MARKER_BESIDE: (
        "smoke or mortar fire at {place}, beside the line too, adds nothing", cite("4.2.4c"),
    ),
    Finding.SHELTER_BESIDE: ("{name} is on the other side of the hexsides", cite("4.2.4b")),
    Finding.MARKER_BESIDE: ("smoke or mortar fire beside the line at {place} hinders by {amount}", cite("4.2.4b")),
    Finding.LOWER_WOODS: ("{name} does not rise above both", our(1)),
    Finding.HILL_BESIDE: ("{name} does not block beside the line", our(29)),
    Finding.PASSED_OVER: ("the line passes over {place}", our(17)),
}  # fmt: skip
"""The reasons for findings whose words need only the obstacle, the hex and the amount."""
_SPARED = (Finding.LOWER_WOODS, Finding.HILL_BESIDE, Finding.PASSED_OVER)
"""The findings among them that do not affect the verdict."""


def _reason(ground: SightGround, about: WordingContext, case: Case) -> Reason:
    """The reason for one finding."""
    name, place, amount = _standing(ground, case), ground.where.hex(case.position), case.amount
    if case.kind in _ALONE:
        text, cited = _ALONE[case.kind]
        words = text.format(name=name, place=place, amount=amount)
        return Reason(words, cited, (place,), decides=case.kind not in _SPARED)
    image = None if case.image == NO_IMAGE else ground.images[case.image]
    at = (place,)
    match Finding(case.kind):
        case Finding.THROUGH:
            return Reason(f"{name} blocks", _height_cite(ground, about, case, "4.2.1a"), at)
        case Finding.CONTOUR:
            number = ground.listed.hexes[case.position].band
            given = ground.board.ground(place).contour is not None
            return Reason(f"contour {number} at {place} blocks", cite("4.2.1c") if given else our(12), at)
        case Finding.IMAGE:
            return _image_reason(image, place, amount > 0)
        case Finding.OWN_ROW:
            cited = cite("4.2.1f") if about.is_level else our(16)
            return Reason(f"{name} beside the road blocks", _as_drawn(image, cited), at)
        case Finding.BETWEEN_LEVELS | Finding.BETWEEN_LEVELS_IMAGE:
            text = f"{name} reaches level {_total(ground, case)}, the higher end is on {about.high}"
            cited = _image_cite(image) if image else _height_cite(ground, about, case, "4.2.2")
            return Reason(text, _by_its_levels(ground, image, cited), at)
        case Finding.BLIND | Finding.BLIND_IMAGE:
            is_tree_line = image is not None and image.kind is ImageKind.TREE_LINE
            cited = our(31) if is_tree_line else _as_drawn(image, cite("4.2.3", Provenance.HOUSE))
            cited = _by_its_levels(ground, image, cited)
            return Reason(f"{name} {_blind(ground, about, case)}", cited, at)
        case Finding.VEHICLE if about.on_enclosed_roads:
            return Reason(f"vehicle on the enclosed road at {place} hinders by {amount}", our(36), at)
        case Finding.VEHICLE:
            return Reason(f"vehicle on the urban road at {place} hinders by {amount}", cite("4.2.4d"), at)
        case Finding.FOREST_WAY:
            way = "road" if ground.board.has(place, Terrain.ROAD) else "river"
            return Reason(f"the line keeps to the {way} through {name}", our(33), at, decides=False)
        case Finding.LOWER_IMAGE:
            return _spared_image(image, place)
        case which:
            raise AssertionError(f"{which.name} is said of several hexes together")


def _total(ground: SightGround, case: Case) -> int:
    return (
        ground.listed.hexes[case.position].top if case.image == NO_IMAGE else ground.images[case.image].total
    )


def _height_cite(ground: SightGround, about: WordingContext, case: Case, section: str) -> Citation:
    """The citation of a section, marked as inferred if the verdict needs trees higher than one level."""
    here = ground.listed.hexes[case.position]
    surely = min(here.level + 1, here.top)
    certain = surely > about.high if about.is_level else surely >= about.high
    if certain or not here.wooded:
        return cite(section)
    return cite(section, Provenance.INFERRED)


def _image_reason(image: Image | None, place: Hex, is_touched: bool) -> Reason:
    assert image is not None
    at = (place,)
    match image.kind:
        case ImageKind.BUILDING:
            cited = _as_drawn(image, our(10) if is_touched else cite("4.2.1d"))
            return Reason(f"{image.terrain.words} at {place} blocks", cited, at)
        case ImageKind.WALL:
            return Reason(f"wall drawn at {place} blocks", our(10) if is_touched else cite("4.2.1d"), at)
        case ImageKind.WALL_HEXSIDE:
            one, other = image.beside[:2]
            cited = our(9) if is_touched else cite("4.2.1e")
            return Reason(f"wall at {one}/{other} blocks", cited, (one, other))
        case ImageKind.TREE_LINE:
            return Reason(f"{_standing_on_side(image)} blocks", our(30), image.beside[:2])
        case ImageKind.CONTOUR:
            return Reason(f"contour {image.total} drawn at {place} blocks", cite("4.2.1c"), at)


def _spared_image(image: Image | None, place: Hex) -> Reason:
    assert image is not None
    if image.kind is ImageKind.BUILDING:
        text = f"{image.terrain.words} at {place} does not rise above both"
        return Reason(text, our(2), (place,), decides=False)
    if image.kind is ImageKind.CONTOUR:
        why = "stands in a hex that the line only touches" if image.holds_dot else "holds no centre dot"
        return Reason(f"contour {image.total} at {place} {why}", our(4), (place,), decides=False)
    if image.kind is ImageKind.TREE_LINE:
        text = f"{_standing_on_side(image)} does not rise above both"
        return Reason(text, our(30), image.beside[:2], decides=False)
    return Reason(f"wall at {place} stands below both", our(3), (place,), decides=False)


def _image_cite(image: Image) -> Citation:
    """The citation for counting an image between levels."""
    return our(31) if image.kind is ImageKind.TREE_LINE else _as_drawn(image, our(18))


def _by_its_levels(ground: SightGround, image: Image | None, cited: Citation) -> Citation:
    """A citation with the source of the image's levels added, if the book does not print them."""
    height = None if image is None else heights(ground.house).get(image.terrain)
    if height is None or height.cite.provenance is Provenance.BOOK:
        return cited
    return cited.together_with(height.cite)


def _as_drawn(image: Image | None, cited: Citation) -> Citation:
    """A citation for an image, with reading 11 on where it stands added if the board does not draw it."""
    if image is None or image.is_drawn:
        return cited
    return our(11) if cited == cite("4.2.1d") else cited.together_with(our(11))


def _standing_on_side(image: Image) -> str:
    one, other = image.beside[:2]
    return f"{image.terrain.words} at {one}/{other}"


def _blind(ground: SightGround, about: WordingContext, case: Case) -> str:
    total, near = _total(ground, case), case.amount
    difference = about.high - total
    count = ground.house.blind_hexes.blind(difference, near)
    return (
        f"of level {total}, {difference} below the higher end and {near} from it, "
        f"casts {count} blind {'hex' if count == 1 else 'hexes'}"
    )
