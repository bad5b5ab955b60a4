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


def subjects(only: Collection[str] = ()) -> list[str]:
    """The subjects there are, bench_SUBJECT.py; of words that name some ("hex", "hex.field") those alone."""
    files = Path(__file__).parent.parent.glob("bench_*.py")
    every = sorted(file.stem.removeprefix("bench_") for file in files)
    named = [subject for subject in every if any(subject == word.partition(".")[0] for word in only)]
    return named or every


def groups_of(subject: str, only: Collection[str] = ()) -> dict[str, Group]:
    """The groups of a subject by name, or those whose name has one of some words in it."""
    import_module(f"bench.bench_{subject}")
    own = {name: work for name, work in _groups.items() if name.startswith(f"{subject}.")}
    return {name: work for name, work in own.items() if not only or any(word in name for word in only)}


def rows_of(subject: str, only: Collection[str] = ()) -> dict[str, list[Row]]:
    """Measure the chosen groups of a subject."""
    return {name: list(_measured(work)) for name, work in groups_of(subject, only).items()}


def _measured(work: Group) -> Iterator[Row]:
    gc.collect()
    gc.freeze()  # as the table does when it is served: what is there already is not looked through again and again
    yield from work()
    gc.unfreeze()
