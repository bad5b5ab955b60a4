"""The definition of a study: variants of a scenario, the number of games of each, and who plays which side."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from itertools import product
from typing import Any

from maps.library import lasting, scenario
from rules.catalog import ruleset
from rules.errors import BadInput, Unknown
from rules.game.state import GameState
from rules.players.named import names_by_side
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.game_setup import opened, opened_anew

STUDY_FORMAT = "blindhex-study/1"


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of the scenario in a study: its differences in words (empty if none) and the setup of its games."""

    name: str
    head: GameHead


@dataclass(frozen=True, slots=True)
class Study:
    """A number of games of each variant; game k of every variant has the seed first_seed + k - 1."""

    variants: tuple[Variant, ...]
    players: Mapping[str, str]
    games: int
    first_seed: int = 1

    @property
    def digest(self) -> str:
        """A hash of the study, without its number of games, which may grow."""
        heads = [variant.head.digest for variant in self.variants]
        content = [STUDY_FORMAT, heads, dict(self.players), self.first_seed]
        return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    @property
    def jobs(self) -> Iterator["Job"]:
        """Every game of the study, in order."""
        for number in range(1, self.games + 1):
            for variant in self.variants:
                yield Job(variant, dict(self.players), number, self.first_seed + number - 1)


@dataclass(frozen=True, slots=True)
class Job:
    """One game of a study."""

    variant: Variant
    players: Mapping[str, str] = field(default_factory=dict)
    number: int = 1
    seed: int = 1

    @property
    def key(self) -> tuple[int, str]:
        """The identity of the game within its study."""
        return self.number, self.variant.name


def study_of(
    scenario_name: str,
    games: int,
    assigned: Iterable[str] = (),
    seed: int = 1,
    sweeps: tuple[str, ...] = (),
    *,
    book: str = "",
    switches: tuple[str, ...] = (),
    house: Mapping[str, Any] | None = None,
) -> tuple[Study, GameState]:
    """A study of a scenario (bundled name or file) by players such as us=careful, and the state its games begin in.

    Raises:
        RulesError: if there is no such scenario, player, sweep, switch or house value, or a variant cannot be begun.
    """
    by_book = book or scenario(scenario_name).ruleset
    first = opened_anew(GameHead(by_book, lasting(scenario_name), None, switches, house or {}), ruleset)
    players = names_by_side([words for words in assigned if words], first.state.sides)
    asked = Study(variants(first.head, sweeps), players, games, seed)
    for variant in asked.variants:
        opened(variant.head, ruleset)
    return asked, first.state


def variants(head: GameHead, sweeps: tuple[str, ...]) -> tuple[Variant, ...]:
    """Every combination of what the sweeps vary; without sweeps, the scenario as it is.

    A sweep is `house.NAME=VALUE,VALUE…` (values as JSON), `switch=NAME` (without and with it) or `without=UNIT,UNIT…`
    (as it is, then each of these units left out).

    Raises:
        BadInput: if a sweep is none of these.
        Unknown: if it names a unit that is not in the scenario.
    """
    ways = [tuple(_ways(words, head)) for words in sweeps]
    combinations = []
    for combined in product(*ways):
        name, here = [], head
        for words, change in combined:
            name.append(words)
            here = replace(here, **change(here))
        combinations.append(Variant(", ".join(word for word in name if word), here))
    return tuple(combinations)


def _ways(sweep: str, head: GameHead) -> Iterator[tuple[str, Any]]:
    varied, _, values = sweep.partition("=")
    if not values:
        raise BadInput("sweep", sweep, "house.NAME=VALUE,…, switch=NAME or without=UNIT,…")
    if varied.startswith("house."):
        key = varied.removeprefix("house.")
        for value in _values(sweep, values):
            yield f"{key} {json.dumps(value)}", _with_house(key, value)
    elif varied == "switch":
        yield "", lambda _: {}
        yield values, lambda here: {"switches": (*here.switches, values)}
    elif varied == "without":
        units = [unit["id"] for unit in head.setup["units"]]
        yield "", lambda _: {}
        for unit in values.split(","):
            if unit not in units:
                raise Unknown("unit", unit, units)
            yield f"without {unit}", _without(unit)
    else:
        raise BadInput("sweep", sweep, "house.NAME=VALUE,…, switch=NAME or without=UNIT,…")


def _values(sweep: str, values: str) -> list[Any]:
    try:
        parsed_values: list[Any] = json.loads(f"[{values}]")
    except ValueError:
        raise BadInput(
            "sweep", sweep, 'values as in JSON, such as house.NAME=1,2 or house.NAME="word"'
        ) from None
    return parsed_values


def _with_house(key: str, value: Any) -> Any:
    return lambda here: {"house": {**here.house, key: value}}


def _without(unit: str) -> Any:
    def left_out(here: GameHead) -> Mapping[str, Any]:
        units = [entry for entry in here.setup["units"] if entry["id"] != unit]
        return {"setup": {**here.setup, "units": units}}

    return left_out


def study_document(study: Study) -> Mapping[str, Any]:
    """A study as `study.json` describes it: everything on which its figures rest."""
    return {
        "format": STUDY_FORMAT,
        "digest": study.digest,
        "games": study.games,
        "first_seed": study.first_seed,
        "players": dict(study.players),
        "variants": [
            {"name": variant.name, "digest": variant.head.digest, **asdict(variant.head)}
            for variant in study.variants
        ],
    }
