"""A stand-in for Tabletop Simulator: our script runs in real Lua 5.2 against the API that is documented.

What the documentation does not name does not exist here, arguments of a wrong kind are refused as the game
refuses them, and requests go over real HTTP to wherever the script sends them.
"""

import json
from dataclasses import dataclass, field
from typing import Any

import requests
from lupa import lua52

from tests.waiting import PATIENCE_S

_LOAD = """
local script, given = ...
for _, name in ipairs({"string", "table", "math", "os", "pairs", "ipairs", "type", "tostring", "tonumber", "pcall", "next"}) do
  given[name] = _G[name]
end
setmetatable(given, {__index = function(_, name) error("the game has no " .. tostring(name), 2) end})
assert(load(script, "Global", "t", given))()
"""
"""The script sees only what it is given; any other global name is an error."""


@dataclass
class Thing:
    """An object on the table."""

    guid: str
    name: str
    x: float
    z: float
    turn_deg: float = 0.0
    notes: str = ""

    @property
    def saved(self) -> dict[str, Any]:
        """The object in a save file."""
        transform = {"posX": self.x, "posY": 1.0, "posZ": self.z, "rotX": 0, "rotY": self.turn_deg, "rotZ": 0}
        return {"GUID": self.guid, "Nickname": self.name, "GMNotes": self.notes, "Transform": transform}


@dataclass
class TableGame:
    """A loaded game with our script as its Global script."""

    things: list[Thing]
    colours: tuple[str, ...] = ("White", "Green")
    said: list[tuple[str, str]] = field(default_factory=list)
    posted: list[dict[str, Any]] = field(default_factory=list)
    decals: list[dict[str, Any]] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)
    before_answer: Any = None
    pointer: tuple[float, float] = (0.0, 0.0)

    def load(self, script: str, state: str = "") -> None:
        """Load the script and run its onLoad."""
        self.lua = lua52.LuaRuntime(unpack_returned_tuples=True)
        self.given = given = self._table({})
        given["JSON"] = self._table({"encode": self._encode, "decode": self._decode})
        given["WebRequest"] = self._table({"custom": self._request})
        decal_and_lines = {
            "getDecals": lambda: self._lua(self.decals) if self.decals else None,
            "setDecals": self._set_decals,
            "getVectorLines": lambda: self._lua(self.lines) if self.lines else None,
            "setVectorLines": self._set_lines,
        }
        given["Global"] = self._table(decal_and_lines)
        given["getObjects"] = lambda: self._table([self._object(thing) for thing in self.things])
        given["getObjectFromGUID"] = self._from_guid
        # Everybody is a player; whether the game master is seated the documentation does not say.
        given["Player"] = self._table(
            {"getPlayers": lambda: self._lua([{"color": colour} for colour in self.colours])}
        )
        given["printToAll"] = lambda words, *_: self._say("", words)
        given["printToColor"] = lambda words, colour, *_: self._say(colour, words)
        self.lua.execute(_LOAD, script, given)
        given["onLoad"](state)

    def chat(self, words: str, colour: str = "White", selected: tuple[str, ...] = ()) -> None:
        """A player says something, having selected some pieces."""
        chosen = [self._object(thing) for guid in selected for thing in self.things if thing.guid == guid]
        x, z = self.pointer
        player = {
            "color": colour,
            "getSelectedObjects": lambda: self._table(chosen),
            "getPointerPosition": lambda: self._table({"x": x, "y": 1.0, "z": z}),
        }
        self.given["onChat"](words, self._table(player))

    def save(self) -> str:
        """The state that the script saves."""
        return str(self.given["onSave"]())

    def carry_out(self, operation: dict[str, Any]) -> None:
        """Let the script carry out one operation, as if it had come in a reply."""
        self.given["carry_out"](self._lua(operation), self._lua({}), self._lua({}))

    def thing(self, guid: str) -> Thing:
        return next(thing for thing in self.things if thing.guid == guid)

    def _request(self, url: str, method: str, download: bool, data: str, headers: Any, callback: Any) -> None:
        assert isinstance(url, str)
        assert (method, download) == ("POST", True), "without download the text cannot be read"
        told = dict(headers.items())
        assert all(isinstance(word, str) for pair in told.items() for word in pair)
        self.posted.append(json.loads(data))
        answer: dict[str, Any]
        try:
            response = requests.post(url, data=data.encode(), headers=told, timeout=PATIENCE_S)
            # A status of 4xx or 5xx is no error of the request (docs/webrequest/instance.md).
            answer = {"is_error": False, "response_code": response.status_code, "text": response.text}
        except requests.ConnectionError:
            answer = {"is_error": True, "error": "Cannot connect to destination host", "response_code": 0}
        if self.before_answer is not None:
            self.before_answer()
        callback(self._table(answer))

    def _object(self, thing: Thing) -> Any:
        def set_notes(notes: str) -> bool:
            assert isinstance(notes, str)
            thing.notes = notes
            return True

        def set_position(at: Any, collide: bool, fast: bool) -> bool:
            assert (collide, fast) == (False, False)
            thing.x, thing.z = at[1], at[3]
            return True

        def set_rotation(turn: Any, *_: bool) -> bool:
            thing.turn_deg = turn[2]
            return True

        return self._table(
            {
                "getGUID": lambda: thing.guid,
                "getName": lambda: thing.name,
                "getGMNotes": lambda: thing.notes,
                "setGMNotes": set_notes,
                "getPosition": lambda: self._table({"x": thing.x, "y": 1.0, "z": thing.z}),
                "getRotation": lambda: self._table({"x": 0.0, "y": thing.turn_deg, "z": 0.0}),
                "setPositionSmooth": set_position,
                "setRotationSmooth": set_rotation,
            }
        )

    def _from_guid(self, guid: str) -> Any:
        return next((self._object(thing) for thing in self.things if thing.guid == guid), None)

    def _say(self, colour: str, words: str) -> bool:
        assert isinstance(words, str)
        self.said.append((colour, words))
        return True

    def _set_decals(self, decals: Any) -> bool:
        found = self._python(decals) if list(decals) else []
        for decal in found:
            assert set(decal) == {"name", "url", "position", "rotation", "scale"}
        self.decals = found
        return True

    def _set_lines(self, lines: Any) -> bool:
        found = self._python(lines) if list(lines) else []
        for line in found:
            assert set(line) <= {"points", "color", "thickness", "rotation", "square", "loop"}
            assert len(line["points"]) > 1
        self.lines = found
        return True

    def _encode(self, value: Any) -> str:
        return json.dumps(self._python(value))

    def _decode(self, text: str) -> Any:
        return self._lua(json.loads(text))

    def _table(self, value: Any) -> Any:
        return self.lua.table_from(value)

    def _lua(self, value: Any) -> Any:
        """A JSON value as the game gives it to Lua, where null is nil."""
        if isinstance(value, dict):
            return self._table({key: self._lua(entry) for key, entry in value.items() if entry is not None})
        if isinstance(value, list):
            return self._table([self._lua(entry) for entry in value])
        return value

    def _python(self, value: Any) -> Any:
        if lua52.lua_type(value) != "table":
            return value
        keys = list(value)
        if not keys:
            raise AssertionError("an empty table is a list or an object, and nobody knows which")
        if keys == list(range(1, len(keys) + 1)):
            return [self._python(entry) for entry in value.values()]
        return {key: self._python(entry) for key, entry in value.items()}
