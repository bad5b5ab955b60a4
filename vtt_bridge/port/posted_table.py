"""A table whose own glue posts its scene to us: our operations are collected, and the glue carries them out."""

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
        """Note an operation for the glue."""
        self.operations.append(operation)

    lay = say = move = mark = gather
