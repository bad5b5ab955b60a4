"""Numbers stand where they can be read."""

from itertools import combinations

from exporters.picture import Box, Dot, Label, Line, Picture, Role
from exporters.pictures.label_layout import label_box, with_labels_apart
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.hexes import Hex
from tests.drawing import board

GROUND = board(". . .\n . . .\n . . .")
STATE = GameState(
    GROUND, {"a": Unit("a", "tank", "US", Hex.named("B2"))}, (Marker("smoke", Hex.named("C2")),)
)


def middle(label: str) -> tuple[float, float]:
    return GROUND.grid.position(GROUND.grid.centre(Hex.named(label)))


WIDE = Box(-1, -1, 9, 9)


def placed(*marks: Label | Dot, box: Box = WIDE) -> list[Label | Dot]:
    shown = with_labels_apart(Picture("costs", box, marks), STATE).marks
    return [mark for mark in shown if isinstance(mark, Label | Dot)]


def test_a_number_stands_at_the_left_of_a_counter_and_of_a_marker() -> None:
    for place in ("B2", "C2"):
        (label,) = placed(Label(Role.NUMBER, middle(place), "1", 0.3))
        assert label.at[0] < middle(place)[0] - 0.31
        assert label.at[1] == middle(place)[1]


def test_a_number_of_an_empty_hex_stays() -> None:
    label = Label(Role.NUMBER, middle("A2"), "1", 0.3)
    assert placed(label) == [label]


def test_other_marks_stay() -> None:
    viewer = Dot(Role.VIEWER, middle("B2"), 0.41)
    assert placed(viewer) == [viewer]


def test_a_number_on_the_edge_of_a_map_cut_in_half_hexes_is_moved_inside() -> None:
    (label,) = placed(Label(Role.NUMBER, middle("A1"), "1", 0.3), box=Box(0, 0, 9, 9))
    assert isinstance(label, Label)
    found = label_box(label)
    assert min(found.left, found.top) >= 0
    assert max(label.at) < 0.3


def test_numbers_side_by_side_are_moved_apart_and_those_without_room_are_counted() -> None:
    shown = placed(*(Label(Role.NUMBER, middle("A2"), f"LHY 4.2.{k}", 0.3) for k in range(60)))
    boxes = [label_box(mark) for mark in shown if isinstance(mark, Label)]
    for box, other in combinations(boxes, 2):
        assert (
            box.right <= other.left
            or other.right <= box.left
            or box.bottom <= other.top
            or other.bottom <= box.top
        )
    (more,) = [mark.text for mark in shown if isinstance(mark, Label) and mark.role is Role.MORE]
    assert more == f"and {60 - len(shown) + 1} more"
    assert shown[0] == Label(Role.NUMBER, middle("A2"), "LHY 4.2.0", 0.3)


def test_the_light_around_a_number_hides_no_part_of_another() -> None:
    """Two hexsides of a hex are not much farther from its middle than a citation is high."""
    x, y = middle("B2")
    shown = placed(*(Label(Role.NUMBER, (x, y + 0.26 * k), "4.2.1a", 0.25) for k in range(3)))
    boxes = [label_box(mark) for mark in shown if isinstance(mark, Label)]
    assert len(boxes) == 3
    for box, other in combinations(boxes, 2):
        apart = max(
            box.left - other.right, other.left - box.right, box.top - other.bottom, other.top - box.bottom
        )
        assert apart > 0.03


def test_a_number_that_had_to_be_moved_far_is_tied_to_its_place() -> None:
    crowd = [Label(Role.NUMBER, middle("A2"), "1 MP, 10%", 0.24) for _ in range(12)]
    shown = with_labels_apart(Picture("costs", WIDE, tuple(crowd)), STATE).marks
    labels = [mark for mark in shown if isinstance(mark, Label)]
    lines = [mark for mark in shown if isinstance(mark, Line)]
    assert labels[0].at == middle("A2")
    assert 0 < len(lines) < len(labels) - 1
    for line in lines:
        assert line.points[0] == middle("A2")
        assert any(
            box.left <= line.points[1][0] <= box.right and box.top <= line.points[1][1] <= box.bottom
            for box in map(label_box, labels)
        )
