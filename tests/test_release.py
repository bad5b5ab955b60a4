"""The files of a release agree on version, extras and what the containers start."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from tests.test_docs import check_known
from vtt_bridge.cli import main

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_the_version_is_the_same_in_project_citation_and_change_log() -> None:
    version = PROJECT["version"]
    assert re.findall(r"^version: (.+)$", text("CITATION.cff"), re.MULTILINE) == [version]
    newest = re.findall(
        r"^## (\S+) \((?:not yet released|\d{4}-\d\d-\d\d)\)$", text("CHANGELOG.md"), re.MULTILINE
    )
    assert newest[0] == version


@pytest.mark.parametrize(
    "name", ["Dockerfile", "docs/club.md", "docs/by_mail.md", "docs/planarally.md", "docs/foundry.md"]
)
def test_extras_named_in_documents_exist(name: str) -> None:
    named = {
        extra
        for extras in re.findall(r"(?:blindhex|\.)\[([a-z,]+)\]", text(name))
        for extra in extras.split(",")
    }
    assert named
    assert named <= set(PROJECT["optional-dependencies"])


def test_containers_start_an_existing_command_and_use_existing_settings() -> None:
    (started,) = re.findall(r"^CMD (\[.*\])$", text("Dockerfile"), re.MULTILINE)
    (composed,) = re.findall(r"^    command: (.+)$", text("compose.yaml"), re.MULTILINE)
    assert json.loads(started) == composed.split()
    check_known(
        main, main.make_context("blindhex", composed.split(), resilient_parsing=True), composed.split()
    )
    assert "/healthz" in text("Dockerfile")
    settings = set(re.findall(r"BLINDHEX_[A-Z]+", text("compose.yaml") + text("Dockerfile"))) - {
        "BLINDHEX_PASSWORD"
    }
    assert settings <= set(re.findall(r"BLINDHEX_[A-Z_]+", text("vtt_bridge/system/config.py"))) | {
        "BLINDHEX_DATA"
    }


def test_ci_pins_every_dependency_of_the_project() -> None:
    pinned = {re.split(r"[=\[ ]", line)[0] for line in text(".ci/constraints.txt").splitlines()}
    asked = [
        *PROJECT["dependencies"],
        *PROJECT["optional-dependencies"]["dev"],
        *PROJECT["optional-dependencies"]["metrics"],
    ]
    names = {re.split(r"[>\[]", one)[0].lower() for one in asked} - {"blindhex"}
    assert names <= pinned, "make constraints renews them"
