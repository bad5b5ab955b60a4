"""Pictures of danger: the ground shaded by it, the enemies that see a place, and the danger wherever a unit can go."""

from collections.abc import Iterable, Iterator, Mapping

from exporters.board_shapes import box, centre, module, shaded, unit_word
from exporters.number_text import counted, points
from exporters.picture import EXPOSURES, Dot, Facts, Label, Line, Mark, Picture, Role
from exporters.pictures.sight_picture import LINE_ROLES
from rules.game.chance.percent import percent
from rules.game.ruling import Ruling
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from rules.planning.change import Changes
from rules.planning.exposure import SEEN
from rules.planning.here import Here
from rules.planning.plan import CERTAIN, Watched
from rules.planning.smoke import CLOUD_WIDE_IN
from rules.planning.threat import NOW, Threat
from rules.planning.where import Posts

_STEPS = (SEEN, 25, 50, 100)
"""The danger, in hundredths, from which each shade begins; the shade before the first is for unseen places."""
_WORDS = ("no known enemy sees it", "seen", "danger 0.25 or more", "danger 0.5 or more", "danger 1 or more")

_MOST_SIDES = 3
"""A square counts as a gap if at least this many of its four neighbours were looked at."""

HEX_WIDE = 1.0

Legend = tuple[tuple[Role, str], ...]


def danger_shades(board: Board, danger: Mapping[Place, int]) -> tuple[tuple[Mark, ...], Legend]:
    """The ground shaded by its danger in hundredths, and the legend of the shades used."""
    roles = {place: EXPOSURES[sum(each >= step for step in _STEPS)] for place, each in danger.items()}
    if isinstance(board, Tabletop):
        roles |= dict(_gaps(board, roles))
    facts: dict[Place, Facts] = {place: {"danger": each / CERTAIN} for place, each in danger.items()}
    shown = set(roles.values())
    legend = tuple((role, word) for role, word in zip(EXPOSURES, _WORDS, strict=True) if role in shown)
    return shaded(board, roles, facts), legend


def _gaps(table: Tabletop, roles: Mapping[Place, Role]) -> Iterator[tuple[Place, Role]]:
    """Single squares that were not looked at within ground that was, each with the darkest shade of its
    neighbours: a hull may fit into these and not into the square itself, as along the edge of the table."""
    for x, y in table.lattice():
        if Spot(x, y) not in roles:
            beside = (Spot(x + 1, y), Spot(x - 1, y), Spot(x, y + 1), Spot(x, y - 1))
            shades = [roles[spot] for spot in beside if spot in roles]
            if len(shades) >= _MOST_SIDES:
                yield Spot(x, y), max(shades, key=EXPOSURES.index)


def danger_labels(
    board: Board, danger: Mapping[Place, int], places: Iterable[Place]
) -> tuple[tuple[Mark, ...], Legend]:
    """The danger written at the foot of hexes, as the expected number of harmful shots, and its legend; none on a table."""
    if not isinstance(board, HexBoard):
        return (), ()
    shown = sorted({place for place in places if isinstance(place, Hex) and danger.get(place, 0)})
    labels = []
    for place in shown:
        x, y = centre(board, place)
        labels.append(Label(Role.NUMBER, (x, y + 0.29), points(danger[place] / CERTAIN), 0.24))
    return tuple(labels), ((Role.NUMBER, "on a hex: harmful fires to expect"),) if labels else ()


def here_picture(board: Board, ruling: Ruling[Here]) -> Picture:
    """The place ringed, the way of the unit there, and a line from each known enemy that would see it there."""
    answer, size = ruling.verdict, module(board)
    place = answer.ground.place
    marks: list[Mark] = []
    legend: list[tuple[Role, str]] = [(Role.TARGET, str(answer.ground))]
    if answer.way is not None and answer.way.places:
        way = tuple(centre(board, step) for step in answer.way.places)
        marks += [Line(Role.ROUTE_2, way), Dot(Role.VIEWER, way[0], 0.41 * size)]
        legend.append((Role.ROUTE_2, "the way there"))
    marks += _watchers(board, answer.watched, place)
    marks.append(Dot(Role.TARGET, centre(board, place), 0.41 * size))
    if any(watcher.at != place for watcher in answer.watched.watchers):
        legend += [(Role.SIGHT_CLEAR, "would see it there"), *_watcher_words(answer.watched, place)]
    elif answer.unit and not answer.watched.watchers:
        legend.append((Role.SIGHT_BLOCKED, "no known enemy would see it there"))
    return Picture(ruling.question, box(board), tuple(marks), tuple(legend), str(ruling), size)


def threat_picture(board: Board, ruling: Ruling[Threat]) -> Picture:
    """Every place a unit can reach shaded by its danger, other ground that known enemies see, and a line from
    each enemy that sees the unit, or could."""
    threat, size = ruling.verdict, module(board)
    seen = {} if threat.everywhere else dict.fromkeys(threat.seen_by, SEEN)
    shades, legend = danger_shades(board, {**seen, **threat.danger})
    marks = [*shades, *_watchers(board, threat.watched, threat.source)]
    enemies = {watcher.at for watcher in threat.watched.watchers}
    labels, figures = danger_labels(board, threat.danger, threat.danger.keys() - enemies)
    marks += [*labels, Dot(Role.TARGET, centre(board, threat.source), 0.41 * size)]
    if threat.watched.watchers:
        words = "sees it now" if threat.time == NOW else "could see it from there"
        legend = ((Role.SIGHT_CLEAR, words), *_watcher_words(threat.watched, threat.source), *legend)
    return Picture(ruling.question, box(board), tuple(marks), (*legend, *figures), str(ruling), size)


def change_picture(board: Board, ruling: Ruling[Changes]) -> Picture:
    """The present line, the places for the unit that would change it ringed with their cost, and the smoke that helps most."""
    changes, size = ruling.verdict, module(board)
    start, end = centre(board, changes.other_at), centre(board, changes.source)
    role = LINE_ROLES[changes.sight.visibility]
    marks: list[Mark] = [Line(role, (start, end))]
    legend: list[tuple[Role, str]] = [(role, str(changes.sight))]
    if changes.smoke:
        wide = HEX_WIDE if isinstance(board, HexBoard) else CLOUD_WIDE_IN
        for at in (centre(board, smoke.place) for smoke in changes.smoke):
            marks += [Dot(Role.SMOKE, at, wide / 2), Dot(Role.NOTED, at, wide / 2)]
        legend.append((Role.NOTED, "smoke here helps most"))
    broken = changes.out_of_sight or changes.in_sight
    stands = [*((Role.WORST, stand) for stand in changes.covers), *([(Role.BEST, broken)] if broken else [])]
    for kind, stand in stands:
        x, y = centre(board, stand.place)
        chance = f", {percent(stand.harm)}" if stand.harm else ""
        words = f"{counted(round(float(stand.cost), 2), changes.measure)}{chance}"
        marks += [
            Dot(kind, (x, y), 0.33 * size),
            Label(Role.NUMBER, (x, y + 0.29 * size), words, 0.24 * size),
        ]
    if broken:
        word = "out of sight" if changes.out_of_sight else "in sight"
        legend.append((Role.BEST, f"the cheapest place {word}"))
    else:
        legend.append((Role.VIEWER, changes.no_place))
    if changes.covers:
        legend.append((Role.WORST, "less harm there"))
    if stands:
        chance = ", and the chance to be harmed there" if any(stand.harm for _, stand in stands) else ""
        legend.append((Role.NUMBER, f"what it costs to go there{chance}"))
    marks += [Dot(Role.VIEWER, start, 0.41 * size), Dot(Role.TARGET, end, 0.41 * size)]
    return Picture(ruling.question, box(board), tuple(marks), tuple(legend), str(ruling), size)


def where_picture(board: Board, ruling: Ruling[Posts], aim: Place | None) -> Picture:
    """The suitable places shaded by their danger, the best of them ringed, and the target."""
    posts, size = ruling.verdict, module(board)
    shades, legend = danger_shades(board, posts.danger)
    labels, figures = danger_labels(board, posts.danger, posts.danger)
    marks = [*shades, *labels]
    marks.append(Dot(Role.VIEWER, centre(board, posts.source), 0.41 * size))
    if aim is not None:
        marks.append(Dot(Role.TARGET, centre(board, aim), 0.41 * size))
    if posts.posts:
        marks.append(Dot(Role.BEST, centre(board, posts.posts[0].place), 0.33 * size))
        legend = (*legend, (Role.BEST, "the best place"), *figures)
    else:
        legend = ((Role.VIEWER, "no place within its reach serves"),)
    return Picture(ruling.question, box(board), tuple(marks), legend, str(ruling), size)


def _watcher_words(watched: Watched, place: Place) -> Legend:
    """The legend of the figures at the enemies that see a place."""
    shown = [watcher for watcher in watched.watchers if watcher.at != place]
    kinds = {
        "its chance to harm": any(watcher.harm is not None for watcher in shown),
        "how far off it is": any(watcher.harm is None for watcher in shown),
    }
    words = " or ".join(kind for kind, is_there in kinds.items() if is_there)
    return ((Role.NUMBER, f"at an enemy: {words}"),) if words else ()


def _watchers(board: Board, watched: Watched, place: Place) -> Iterator[Mark]:
    """A line from each enemy that sees a place, and at it the distance or the chance of harm; enemies in
    one place share a label."""
    size = module(board)
    end = centre(board, place)
    words_at: dict[Place, list[str]] = {}
    for watcher in watched.watchers:
        if watcher.at == place:
            continue
        far = counted(round(watcher.distance, 1), unit_word(board))
        words_at.setdefault(watcher.at, []).append(far if watcher.harm is None else percent(watcher.harm))
        yield Line(Role.SIGHT_CLEAR, (centre(board, watcher.at), end), {"watcher": watcher.name})
    for at, words in words_at.items():
        x, y = centre(board, at)
        yield Label(Role.NUMBER, (x, y + 0.55 * size), ", ".join(words), 0.24 * size)
