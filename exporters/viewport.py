"""The conversion between board units and pixels."""

from dataclasses import dataclass

from exporters.picture import Box, Point
from rules.errors import BadInput

MOST_PX = 16_384
MOST_PIXELS = 8192 * 8192


@dataclass(frozen=True, slots=True)
class Viewport:
    """A window of pixels on a board.

    `unit_px` is the width and the height of one board unit in pixels (they differ on maps that were
    scanned askew); `origin_px` is the pixel of the board's (0, 0), on a hex board the centre of A1.
    Pixel (0, 0) fills the square from (0.0, 0.0) to (1.0, 1.0).

    >>> Viewport(400, 300, (50.0, 50.0), (30.0, 25.0)).pixel((1.0, 2.0))
    (80.0, 125.0)

    Raises:
        BadInput: if the size or the scale cannot be drawn.
    """

    width_px: int
    height_px: int
    unit_px: tuple[float, float]
    origin_px: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        for name in ("width_px", "height_px"):
            if not 1 <= getattr(self, name) <= MOST_PX:
                raise BadInput(f"picture.{name}", getattr(self, name), f"a size from 1 to {MOST_PX} pixels")
        if self.width_px * self.height_px > MOST_PIXELS:
            size = f"{self.width_px} x {self.height_px}"
            raise BadInput("picture.size", size, f"a picture of at most {MOST_PIXELS} pixels")
        if not all(0.01 <= scale <= MOST_PX for scale in self.unit_px):
            raise BadInput(
                "picture.unit_px", self.unit_px, f"two scales from 0.01 to {MOST_PX} pixels a unit"
            )

    @classmethod
    def of(cls, box: Box, unit_px: float, margin_px: int = 0) -> "Viewport":
        """The window that shows this part of the board, with `unit_px` pixels to the hex or inch."""
        return cls(
            max(1, round(box.width * unit_px)) + 2 * margin_px,
            max(1, round(box.height * unit_px)) + 2 * margin_px,
            (unit_px, unit_px),
            (margin_px - box.left * unit_px, margin_px - box.top * unit_px),
        )

    @property
    def scale_px(self) -> float:
        """Pixels to the board unit, the smaller of the two if they differ."""
        return min(self.unit_px)

    def pixel(self, point: Point) -> Point:
        """A point of the board in the picture's pixels."""
        return self.origin_px[0] + point[0] * self.unit_px[0], self.origin_px[1] + point[1] * self.unit_px[1]

    def point(self, pixel: Point) -> Point:
        """The point of the board that a pixel shows."""
        return (pixel[0] - self.origin_px[0]) / self.unit_px[0], (
            pixel[1] - self.origin_px[1]
        ) / self.unit_px[1]
