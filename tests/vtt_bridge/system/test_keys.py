"""Keys of other people's tables: from the environment or the keyring, and never shown."""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace

import pytest
from click.testing import CliRunner

from rules.errors import BadInput
from vtt_bridge.cli import main
from vtt_bridge.system.keys import NoKey, keep_key, key_for

RELAY = "http://127.0.0.1:3010"


class Ring(ModuleType):
    """A keyring in memory, with the functions that the library has."""

    def __init__(self, priority: float = 5) -> None:
        super().__init__("keyring")
        self.__spec__ = ModuleSpec("keyring", None)
        self.kept: dict[tuple[str, str], str] = {}
        self.priority = priority

    def get_keyring(self) -> SimpleNamespace:
        return SimpleNamespace(priority=self.priority)

    def get_password(self, service: str, table: str) -> str | None:
        return self.kept.get((service, table))

    def set_password(self, service: str, table: str, key: str) -> None:
        self.kept[service, table] = key


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> Ring:
    made = Ring()
    monkeypatch.setitem(sys.modules, "keyring", made)
    return made


def test_a_key_of_the_environment_precedes_that_of_the_keyring(ring: Ring) -> None:
    keep_key(f"{RELAY}/", "kept")
    assert ring.kept == {("blindhex", RELAY): "kept"}
    assert key_for({}, "BLINDHEX_FOUNDRY_KEY", f"{RELAY}/") == "kept"
    assert key_for({"BLINDHEX_FOUNDRY_KEY": " said \n"}, "BLINDHEX_FOUNDRY_KEY", RELAY) == "said"


def test_bridge_key_asks_for_a_key_and_does_not_show_it(ring: Ring) -> None:
    run = CliRunner().invoke(main, ["bridge", "key", RELAY], input="secret\n")
    assert run.exit_code == 0
    assert "secret" not in run.output
    assert ring.kept == {("blindhex", RELAY): "secret"}


@pytest.mark.usefixtures("ring")
def test_without_a_key_the_refusal_says_where_to_put_one() -> None:
    with pytest.raises(
        NoKey, match=r"no key for http://127.0.0.1:3010; put it into BLINDHEX_FOUNDRY_KEY, or keep it"
    ):
        key_for({}, "BLINDHEX_FOUNDRY_KEY", RELAY)


def test_without_a_keyring_the_refusal_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", Ring(priority=0))
    with pytest.raises(
        NoKey, match=r"there is no keyring here; install blindhex\[keyring\], or use the environment"
    ):
        keep_key(RELAY, "secret")


def test_a_malformed_key_is_refused_and_not_repeated() -> None:
    with pytest.raises(BadInput, match="BLINDHEX_FOUNDRY_KEY") as told:
        key_for({"BLINDHEX_FOUNDRY_KEY": "my secret"}, "BLINDHEX_FOUNDRY_KEY", RELAY)
    assert "my secret" not in str(told.value)
