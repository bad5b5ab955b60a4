"""blindhex list on the command line."""

from maps.library import boards, scenarios
from tests.vtt_bridge.cli_ground import answered, document


def test_list_names_the_bundled_boards_scenarios_and_books_with_descriptions() -> None:
    listed = document("list")
    assert [entry["name"] for entry in listed["boards"]] == [entry.name for entry in boards()]
    assert [entry["name"] for entry in listed["scenarios"]] == [entry.name for entry in scenarios()]
    assert "lhy" in [entry["name"] for entry in listed["rulesets"]]
    said = answered("list")
    assert all(entry["description"] in said for kind in listed.values() for entry in kind)
