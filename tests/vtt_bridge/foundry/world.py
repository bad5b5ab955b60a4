"""A stand-in for a Foundry world that follows the documentation: it carries out or refuses the requests of a relay's module.

Strict: an unknown field, a list where one object is taken, a document that is not there, bare base64 in an
upload are errors, as they are in Foundry. Updates merge; a key that begins with -= takes one off.
"""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from maps.library import scenario
from vtt_bridge.foundry.scene_file import scenario_module

Document = dict[str, Any]

_FIELDS = {
    "tokens": "_id name x y elevation rotation width height shape hexagonalShape hidden locked lockRotation actorId actorLink"
    " delta disposition displayName texture alpha sort bar1 bar2 light sight detectionModes occludable ring turnMarker flags"
    " depth level",
    "tiles": "_id texture width height x y elevation sort rotation alpha hidden locked occlusion restrictions video flags levels",
    "regions": "_id name color elevation shapes behaviors visibility locked flags levels",
    "drawings": "_id x y shape text rotation flags fillColor strokeColor hidden locked",
}
_WHOLE = {"tokens": ("x", "y"), "tiles": ("x", "y")}


class No(Exception):
    """The module's answer carries an error."""


class World:
    """Scenes, chat, files and users of a world; `hear` is told of hooks and of chat."""

    def __init__(self, *scenes: Document) -> None:
        self.scenes = {scene["_id"]: scene for scene in scenes}
        self.active = next(iter(self.scenes))
        self.chat: list[Document] = []
        self.files: dict[str, str] = {}
        self.hear: Callable[[str, str, Any], None] = lambda *_: None
        self.stops_tokens = False
        """Whether a wall stands in the way of every token that is updated (version 13 on: foundryvtt #12159)."""
        self._count = 0

    @property
    def scene(self) -> Document:
        return self.scenes[self.active]

    def get_scene(self, query: dict[str, str]) -> Document:
        chosen = {key for key in ("sceneId", "name", "active", "viewed", "all") if key in query}
        if len(chosen) != 1:
            raise No("one of sceneId, name, active, viewed, all is needed")
        for scene in self.scenes.values():
            if query.get("sceneId") == scene["_id"] or query.get("name") == scene["name"]:
                return deepcopy(scene)
        if "active" not in query:
            raise No("Scene not found")
        return deepcopy(self.scene)

    def create(self, kind: str, scene_id: str, data: Any) -> list[Document]:
        if not isinstance(data, dict):
            raise No("'data' must be an object")
        self._check(kind, data)
        self._count += 1
        made = {"_id": f"made{self._count:012d}", **deepcopy(data)}
        self._documents(kind, scene_id).append(made)
        if kind == "tokens":
            self.hear("hooks", "createToken", [made, {}, "gm"])
        return [deepcopy(made)]

    def update(self, kind: str, scene_id: str, document_id: str, data: Any) -> list[Document]:
        if not isinstance(data, dict):
            raise No("'data' must be an object")
        self._check(kind, data)
        found = self._found(kind, scene_id, document_id)
        if self.stops_tokens and kind == "tokens":
            data = {key: value for key, value in data.items() if key not in ("x", "y")}
        merge(found, deepcopy(data))
        if kind == "tokens":
            self.hear("hooks", "updateToken", [deepcopy(found), data, {}, "gm"])
        return [deepcopy(found)]

    def delete(self, kind: str, scene_id: str, document_id: str) -> None:
        self._documents(kind, scene_id).remove(self._found(kind, scene_id, document_id))

    def say(self, given: Document, author: str = "gm") -> Document:
        if not isinstance(given.get("content"), str) or set(given) - {
            "content",
            "alias",
            "whisper",
            "speaker",
            "flavor",
        }:
            raise No("ChatMessage validation failed")
        self._count += 1
        message = {
            "id": f"chat{self._count:012d}",
            "author": {"id": author, "name": author.title()},
            "whisper": [],
            **given,
        }
        self.chat.append(message)
        self.hear("chat", "chat-create", {"eventType": "create", "data": message})
        return message

    def upload(self, given: Document) -> str:
        if not str(given.get("fileData", "")).startswith("data:image/png;base64,"):
            raise No("Invalid file data format: must be data URL with base64 content")
        path = f"{given['path']}/{given['filename']}"
        if path in self.files and not given.get("overwrite"):
            raise No("File already exists. Set overwrite to true to replace it.")
        self.files[path] = given["fileData"]
        return path

    def _documents(self, kind: str, scene_id: str) -> list[Document]:
        found: list[Document] = self.scenes[scene_id or self.active][kind]
        return found

    def _found(self, kind: str, scene_id: str, document_id: str) -> Document:
        for document in self._documents(kind, scene_id):
            if document["_id"] == document_id:
                return document
        raise No(f"{kind[:-1]} {document_id} not found")

    def _check(self, kind: str, data: Document) -> None:
        if unknown := set(data) - set(_FIELDS[kind].split()):
            raise No(f"validation errors: unknown fields {sorted(unknown)}")
        for key in _WHOLE.get(kind, ()):
            if key in data and not isinstance(data[key], int):
                raise No(f"validation errors: {key} must be an integer")


def merge(into: Document, changes: Document) -> None:
    """Foundry's recursive update."""
    for key, value in changes.items():
        if key.startswith("-="):
            into.pop(key[2:], None)
        elif isinstance(value, dict) and isinstance(into.get(key), dict):
            merge(into[key], value)
        elif isinstance(value, dict):
            into[key] = {}
            merge(into[key], value)
        else:
            into[key] = value


def scenario_scene(name: str = "mill-crossing", version: int = 13) -> Document:
    """The scene of a scenario as our module imports it into a world."""
    scene: Document = json.loads(_scene_text(name, version))
    without_keys(scene)
    return scene


@cache
def _scene_text(name: str, version: int) -> bytes:
    """The scene as JSON text, made without drawing the map and counters, which these worlds do not need."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("vtt_bridge.foundry.scene_file.render", lambda *_: b"")
        return scenario_module(scenario(name), version)["src/scenes/scene.json"]


def without_keys(value: Any) -> None:
    """Remove the keys for the packer."""
    if isinstance(value, dict):
        value.pop("_key", None)
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        without_keys(item)
