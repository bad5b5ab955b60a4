"""A table that its own glue brought along: what is to be done at it is gathered, for the glue to do."""

from vtt_bridge.port.virtual_table import Capabilities, Operation, Scene


class PostedTable:
    """A scene as it was posted, and the operations for it in their order."""

    capabilities = Capabilities()

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self.operations: list[Operation] = []

    def read_scene(self) -> Scene:
        return self._scene

    def gather(self, operation: Operation) -> None:
        """Note what is to be done."""
        self.operations.append(operation)

    lay = say = move = mark = gather
