"""Settings from the environment: defaults and refusals."""

from pathlib import Path

import pytest

from rules.errors import BadInput
from vtt_bridge.system.config import config_from


def test_without_settings_the_table_is_served_on_this_machine_at_port_8642() -> None:
    config = config_from({})
    assert (config.host, config.port, config.timeout_s) == ("127.0.0.1", 8642, 10.0)
    assert "blindhex" in str(config.data_dir)
    assert config.table_file.parent == config.data_dir


def test_settings_are_read_from_the_environment() -> None:
    config = config_from(
        {
            "BLINDHEX_DATA_DIR": "/games",
            "BLINDHEX_HOST": "0.0.0.0",
            "BLINDHEX_DATABASE": "postgresql+psycopg:///club",
            "BLINDHEX_PORT": "0",
            "BLINDHEX_TIMEOUT_S": "2.5",
        }
    )
    assert (config.data_dir, config.host, config.port, config.timeout_s) == (
        Path("/games"),
        "0.0.0.0",
        0,
        2.5,
    )
    assert config.database == "postgresql+psycopg:///club"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BLINDHEX_PORT", "eighty"),
        ("BLINDHEX_PORT", "70000"),
        ("BLINDHEX_PORT", "-1"),
        ("BLINDHEX_TIMEOUT_S", "nan"),
        ("BLINDHEX_TIMEOUT_S", "0"),
    ],
)
def test_a_setting_out_of_range_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(BadInput, match=f"{name}: '{value}' is not a number from"):
        config_from({name: value})
