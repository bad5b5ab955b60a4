"""A table that its own glue brought along: what is to be done at it is gathered, for the glue to do."""

from vtt_bridge.port.virtual_table import (
    Capabilities,
    ClearOverlay,
    MarkPiece,
    MovePiece,
    Operation,
    PutOverlay,
    Say,
    Scene,
)


class PostedTable:
    """A scene as it was posted, and the operations for it in their order."""

    capabilities = Capabilities()

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self.operations: list[Operation] = []

    def read_scene(self) -> Scene:
        return self._scene

    def lay(self, operation: PutOverlay | ClearOverlay) -> None:
        self.operations.append(operation)

    def say(self, operation: Say) -> None:
        self.operations.append(operation)

    def move(self, operation: MovePiece) -> None:
        self.operations.append(operation)

    def mark(self, operation: MarkPiece) -> None:
        self.operations.append(operation)
