"""The questions of each subject, in groups with names: `@group` above a generator of rows in bench/bench_SUBJECT.py."""

import gc
from collections.abc import Callable, Collection, Iterable, Iterator
from importlib import import_module
from pathlib import Path

from bench.harness.rows import Row

Group = Callable[[], Iterable[Row]]

_groups: dict[str, Group] = {}


def group(work: Group) -> Group:
    """Put a generator of rows on the bench under "subject.name"."""
    _groups[f"{work.__module__.rpartition('bench_')[2]}.{work.__name__}"] = work
    return work


def groups(only: Collection[str] = ()) -> list[str]:
    """The names of all groups, "subject.name", or of those that contain one of these words."""
    for file in Path(__file__).parent.parent.glob("bench_*.py"):
        import_module(f"bench.{file.stem}")
    return sorted(name for name in _groups if not only or any(word in name for word in only))


def rows_of(name: str) -> list[Row]:
    """Measure a group."""
    import_module(f"bench.bench_{name.partition('.')[0]}")
    return list(_measured(_groups[name]))


def _measured(work: Group) -> Iterator[Row]:
    gc.collect()
    gc.freeze()  # as `blindhex serve` does: garbage collection does not scan the loaded books again and again
    yield from work()
    gc.unfreeze()
