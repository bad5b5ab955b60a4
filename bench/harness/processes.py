"""CPU time of whole processes and of a running process, and peak memory."""

import ctypes
import subprocess
import sys
from collections.abc import Iterator
from os import environ
from pathlib import Path
from resource import RUSAGE_CHILDREN, getpagesize, getrusage
from time import clock_gettime

from bench.harness.measuring import Clock, Peer, Work, compare
from bench.harness.rows import NotMeasured, Row


def of_children() -> float:
    """The CPU seconds of all ended child processes, as a clock for `compare`."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def python(*arguments: str) -> Work:
    """The work of running this Python with some arguments; its output is discarded, a failure is raised.

    After the first run our modules are compiled on the disk, as in an installed package, whatever the shell's settings.
    """
    command = [sys.executable, *arguments]
    as_installed = {name: value for name, value in environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=as_installed)


def compare_processes(question: str, ours: Work, *peers: Peer, seconds: float = 2.0) -> Iterator[Row]:
    """A row for each peer: the CPU time of whole processes, in turn."""
    return compare(question, ours, *peers, seconds=seconds, clock=of_children)


def clock_of(process: int) -> Clock:
    """The CPU seconds of another running process, by its number, as a clock for `compare`.

    Raises:
        NotMeasured: if the system has no such clock.
    """
    number = ctypes.c_int()
    try:
        failed = ctypes.CDLL(None).clock_getcpuclockid(process, ctypes.byref(number))
    except AttributeError:
        raise NotMeasured("this system does not tell the CPU time of another process") from None
    if failed:
        raise NotMeasured(f"the CPU time of process {process} cannot be read (error {failed})")
    return lambda: clock_gettime(number.value)


def memory_mb(process: int) -> float:
    """The memory that another process holds now, by its number.

    Raises:
        NotMeasured: if this system does not tell.
    """
    try:
        resident_pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    except OSError:
        raise NotMeasured("this system does not tell the memory of another process") from None
    return int(resident_pages) * getpagesize() / 1e6


def peak_mb(code: str) -> float:
    """The most memory, in megabytes, that a fresh Python needed to run some code."""
    told = f"{code}\nimport resource\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    ran = subprocess.run([sys.executable, "-c", told], check=True, stdout=subprocess.PIPE, text=True)
    per_mb = 1e6 if sys.platform == "darwin" else 1e6 / 1024
    return int(ran.stdout.split()[-1]) / per_mb
