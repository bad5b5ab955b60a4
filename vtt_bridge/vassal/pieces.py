"""Pieces of VASSAL: traits wrapped round a core, each with its part of the type and of the state.

Only traits that matter to the umpire are read. Source: VASSAL/counters/*.java.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from vtt_bridge.vassal.sequences import joined, split

_NOBODY = ("", "null")


@dataclass(frozen=True)
class Piece:
    """A piece: its traits from the outermost to the core, as (type, state)."""

    id: str
    traits: tuple[tuple[str, str], ...]

    @staticmethod
    def read(piece_id: str, type_: str, state: str) -> "Piece":
        """A piece from its type and state; missing parts of the state are empty."""
        types, states = _nested(type_), _nested(state)
        states += [""] * (len(types) - len(states))
        return Piece(piece_id, tuple(zip(types, states, strict=False)))

    def with_state(self, state: str, before: str) -> "Piece":
        """The piece in another state; with `before`, only the parts that differ from it are changed."""
        new, old = _nested(state), _nested(before) if before else []
        kept = [own for _, own in self.traits]
        for number, part in enumerate(new[: len(kept)]):
            if number >= len(old) or old[number] != part:
                kept[number] = part
        return Piece(
            self.id, tuple((type_, part) for (type_, _), part in zip(self.traits, kept, strict=True))
        )

    def moved(self, map_: str, x_px: int, y_px: int) -> "Piece":
        """The piece at another point."""
        core, state = self.traits[-1]
        fields = [map_ or "null", str(x_px), str(y_px), *split(state, ";")[3:]]
        return Piece(self.id, (*self.traits[:-1], (core, joined(fields, ";"))))

    @cached_property
    def name(self) -> str:
        """The name of the piece, without the additions of its layers."""
        fields = split(self.traits[-1][0], ";")
        return fields[4] if fields[0] == "piece" and len(fields) > 4 else ""

    @cached_property
    def map(self) -> str:
        """The map that it is on; empty if on none."""
        first = split(self.traits[-1][1], ";")[0]
        return "" if first in _NOBODY else first

    @cached_property
    def at_px(self) -> tuple[int, int]:
        """Its point on the map."""
        fields = [*split(self.traits[-1][1], ";"), "0", "0", "0"]
        return _whole(fields[1]), _whole(fields[2])

    @cached_property
    def layers(self) -> Mapping[str, int]:
        """The level of each layer by name, from 1; 0 or less while none is shown."""
        layer_traits = ((split(type_, ";"), state) for type_, state in self._of("emb2"))
        return {
            fields[_LAYER_NAME]: _whole(split(state, ";")[0])
            for fields, state in layer_traits
            if len(fields) > _LAYER_NAME
        }

    @cached_property
    def level_names(self) -> Mapping[str, str]:
        """The name of the level shown by each layer that shows one."""
        shown: dict[str, str] = {}
        for type_, state in self._of("emb2"):
            fields, level = split(type_, ";"), _whole(split(state, ";")[0])
            if level > 0 and len(fields) > _LAYER_NAME:
                names = split(fields[_LEVEL_NAMES], ",")
                shown[fields[_LAYER_NAME]] = names[level - 1].strip("+ ") if level <= len(names) else ""
        return shown

    @cached_property
    def bearing_deg(self) -> float | None:
        """Its rotation, clockwise from its drawing; None if it cannot be turned."""
        for type_, state in self._of("rotate"):
            facings, shown = _whole([*split(type_, ";"), "0"][1]), split(state, ";")[0]
            if facings > 1:
                return _whole(shown) * 360 / facings % 360
            return -_number(shown) % 360
        return None

    @cached_property
    def properties(self) -> Mapping[str, str]:
        """Its markers and dynamic properties, by name."""
        values: dict[str, str] = {}
        for type_, state in self._of("mark"):
            names = split([*split(type_, ";"), ""][1], ",")
            values.update(zip(names, split(state, ","), strict=False))
        for type_, state in self._of("PROP"):
            values[[*split(type_, ";"), ""][1]] = state
        return values

    @cached_property
    def is_masked(self) -> bool:
        """Whether somebody has masked it. By whom is not read, as players' ids are their passwords."""
        return self._is_owned("obs")

    @cached_property
    def is_hidden(self) -> bool:
        """Whether somebody has made it invisible."""
        return self._is_owned("hide")

    def _is_owned(self, word: str) -> bool:
        return any(split(state, ";")[0] not in _NOBODY for _, state in self._of(word))

    def _of(self, word: str) -> Iterator[tuple[str, str]]:
        return ((type_, state) for type_, state in self.traits if type_.partition(";")[0] == word)


_LEVEL_NAMES, _LAYER_NAME = 17, 19
"""The numbers of a layer's fields with the names of its levels and its own name."""


def _nested(text: str) -> list[str]:
    """The parts of a type or state, from the outermost to the core."""
    parts: list[str] = []
    while len(fields := split(text, "\t")) > 1:
        parts.append(fields[0])
        text = fields[1]
    return [*parts, fields[0] if fields else ""]


def _whole(text: str) -> int:
    return int(_number(text))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
