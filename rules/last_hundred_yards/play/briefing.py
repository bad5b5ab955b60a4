"""A mission in sentences with their rules: its light, its landings, what wins it, and the present score.

Chapters 17.5, 18, 21 and 22.
"""

from collections.abc import Iterator
from itertools import pairwise

from rules.game.rule_ids import implements
from rules.game.side_names import people
from rules.last_hundred_yards.book.rulebook import cite_later, figure_citation, our
from rules.last_hundred_yards.effects.winning import (
    FIRST_BOXES,
    casualty_box,
    highest_listed,
    objective_points,
    score_of,
    sectors_in_words,
    winner_by_score,
)
from rules.last_hundred_yards.state.mission.landings import Landings
from rules.last_hundred_yards.state.mission.light import Light, LightSpan
from rules.last_hundred_yards.state.mission.mission import NO_LIMIT, Mission
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import Phase


@implements("LHY-21.1.0", "LHY-21.4.0", "LHY-22.0b")
def setting(mission: Mission) -> Iterator[str]:
    """The light and how long it lasts, the sides that may ask for illumination, and those that land from the air."""
    if mission.lights:
        yield f"It is {', then '.join(_spans(mission.lights))} ({cite_later('21.1')})."
    for side in mission.sides:
        if landing := _landing(side.landings):
            yield f"The {people(side.id)} land {landing}, in a turn of theirs once all others have been activated ({cite_later('22.0')})."
        if side.id in mission.illumination:
            yield f"The {people(side.id)} may ask for illumination once in a night turn ({cite_later('21.4')})."


def _landing(landings: Landings) -> str:
    kinds = ((len(landings.parachutes), "parachute"), (len(landings.gliders), "glider"))
    return " and ".join(f"{count} unit{'' if count == 1 else 's'} by {how}" for count, how in kinds if count)


def _spans(spans: tuple[LightSpan, ...]) -> Iterator[str]:
    for before, span in pairwise((LightSpan(Light.DAY, 0), *spans)):
        if span.until is None:
            yield f"{span.light}{'' if before.until else ' from beginning to end'}"
        else:
            yield f"{span.light} for {span.until - (before.until or 0)} minutes"
    if spans[-1].until is not None:
        yield "day"


def what_wins(position: Position) -> Iterator[str]:
    """What wins the mission; after the first turn also how it stands, and at the end how it stood."""
    mission = position.mission
    yield from _early_ends(mission)
    yield from _by_clearing(mission)
    yield from _by_score(mission)
    if position.course.phase is Phase.OVER:
        yield from _present_standing(position, "In the end")
    elif position.course.turn > 1:
        yield from _present_standing(position, "By now")


@implements("LHY-17.5a", "LHY-18.0a", "LHY-18.0b")
def _early_ends(mission: Mission) -> Iterator[str]:
    """What ends the game before its time: points, casualties, a side without units."""
    if mission.points_to_win is not None:
        words = f"Whoever controls objectives of {mission.points_to_win} points at the end of a turn wins"
        yield f"{words}; if both do, the final score says who ({cite_later('18.0').together_with(our(244))})."
    for side in mission.sides:
        if side.casualty_limit != NO_LIMIT:
            lost = (
                f"the {people(side.id)} have lost at least {_steps(side.casualty_limit + 1)} more than they"
            )
            winner = people(mission.enemy(side.id))
            yield f"The {winner} win if at the end of a turn {lost} ({cite_later('17.5')})."
    yield f"A side with nobody in play at the end of a turn has lost, unless both have nobody ({our(199)})."


@implements("LHY-20.1b")
def _by_clearing(mission: Mission) -> Iterator[str]:
    """What ends an Advance Mission, and what decides it then."""
    if mission.to_clear:
        defender = people(mission.enemy(mission.attacker))
        yield (
            f"The game ends with a turn after which {sectors_in_words(mission)} clear: no combat unit of the {defender} is "
            f"there that is neither disrupted nor shocked; the final score says who has won ({cite_later('20.1b')})."
        )


@implements("LHY-18.0c", "LHY-18.2", "LHY-18.3")
def _by_score(mission: Mission) -> Iterator[str]:
    """What ends the game otherwise, what the final score consists of, and which scores win."""
    highest = highest_listed(mission)
    above = f", or with a turn after which the final score is above {highest}" if highest is not None else ""
    yield f"Else the game ends after {mission.minutes} minutes{above} ({cite_later('18.0')})."
    if highest is None:
        yield f"Then {_whose(mission.bands[-1].winner)} ({cite_later('18.3')})."
        return
    attacker, defender = people(mission.attacker), people(mission.enemy(mission.attacker))
    gained, lost = (
        f" and the objectives that the {side} gain" if mission.objectives else ""
        for side in (defender, attacker)
    )
    yield (
        f"The {attacker} attack: to the minutes the final score adds the Casualty Points of what they have lost more"
        f"{gained}, and takes off those of what the {defender} have lost more{lost} ({cite_later('18.2')})."
    )
    bands = [
        f"{f'up to {band.up_to}' if band.up_to is not None else 'above that'} {_whose(band.winner)}"
        for band in mission.bands
    ]
    yield f"With a final score {', '.join(bands)} ({cite_later('18.3')})."


@implements("LHY-18.2", "LHY-18.3", "LHY-17.5a")
def _present_standing(position: Position, when: str) -> Iterator[str]:
    """The present casualties, points and final score, as far as a side knows them.

    A game may have ended for another reason than its score.
    """
    mission, score = position.mission, score_of(position)
    box = casualty_box(mission, position.course.losses)
    for side, lost in ((mission.attacker, box), (mission.enemy(mission.attacker), -box)):
        limit = mission.side(side).casualty_limit
        if lost > 0 and limit != NO_LIMIT:
            yield f"{when} the {people(side)} have lost {_steps(lost)} more, of {limit} that they may ({cite_later('17.5')})."
    if mission.points_to_win is not None:
        held = (
            f"the {people(side.id)} control {_points(objective_points(position, side.id))}"
            for side in mission.sides
        )
        yield f"{when} {' and '.join(held)} of objectives ({cite_later('18.1')})."
    if highest_listed(mission) is not None:
        rule = cite_later("18.2")
        if abs(box) >= len(FIRST_BOXES):
            rule = rule.together_with(figure_citation("casualty_points_a_box"))
        winner, ended = winner_by_score(mission, score.total), position.course.ended
        whose = f": {_whose(winner)}" if ended is None or ended[0] == winner else ", which decides nothing"
        yield f"{when} the final score is {score}{whose} ({rule})."


def _whose(winner: str | None) -> str:
    return f"the {people(winner)} win" if winner else "it is a draw"


def _steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"


def _points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"
