"""The cost of starting a command: CPU time of whole processes, compared with `import numpy`."""

from collections.abc import Iterator

from bench.harness.groups import group
from bench.harness.measuring import Peer
from bench.harness.processes import compare_processes, python
from bench.harness.rows import Row

COMMANDS = (
    (1.5, "--version"),
    (4, "los mill-crossing L4 H6"),
    (None, "los dolgoye-crossing s-1a g-1a"),
    (None, "los kgn-two-orchards uk.1.1 de.1.1"),
    (None, "reach mill-crossing ge.stug.1"),
    (None, "field mill-crossing ge.stug.1"),
)
"""Commands, each with its limit as a multiple of `import numpy`."""


@group
def command() -> Iterator[Row]:
    """A command as it is typed; the first run of each is not timed, so that compiled code is on the disk."""
    for limit, words in COMMANDS:
        ours = python("-m", "vtt_bridge", *words.split())
        yield from compare_processes(
            f"blindhex {words}", ours, Peer("import numpy", python("-c", "import numpy"), limit), seconds=1
        )
