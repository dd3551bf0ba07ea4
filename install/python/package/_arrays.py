"""NumPy arrays in memory that Python and the worker share.

An array from `warpbook.zeros(…)` lies in a file in memory, and a kernel gets it as it is. Any other NumPy array is copied to such a
file for a call, and copied back if the call has changed it.
"""

from __future__ import annotations

import functools
import mmap
import os
import tempfile
import threading
import weakref
from typing import Any, Callable, Dict, List, Optional

from . import _worker

PAGE = 4096  # the worker's files are whole pages, and one page longer than the array

DTYPES = ("float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


@functools.lru_cache(maxsize=64)
def _name(dtype: Any) -> str:
    """Returns the name of a dtype, which NumPy makes anew each time."""
    return str(dtype.name)


class Segment:
    """A file that is mapped, with the elements of an array."""

    def __init__(self, path: str, size: int, start: int) -> None:
        self.path = path
        self.size = size
        self.start = start  # the address

    def place(self, array: Any) -> Dict[str, Any]:
        """Returns where an array in this segment is, for the worker."""
        offset = int(array.__array_interface__["data"][0]) - self.start if array.size else 0
        return {"array": {"path": self.path, "bytes": self.size, "offset": offset, "shape": list(array.shape), "dtype": _name(array.dtype)}}


def _map(path: str) -> "tuple[mmap.mmap, int]":
    """Maps a file and returns its memory with the address."""
    import numpy

    with open(path, "r+b") as file:
        memory = mmap.mmap(file.fileno(), 0)
    return memory, int(numpy.frombuffer(memory, numpy.uint8).__array_interface__["data"][0])


_segments: Dict[int, Segment] = {}


def _forget(start: int, path: str) -> None:
    _segments.pop(start, None)
    _remove(path)


def _holding(array: Any) -> "Segment | None":
    """Returns the segment that has the memory of an array, if one has."""
    at = int(array.__array_interface__["data"][0])
    for segment in _segments.values():
        if segment.start <= at and at + array.nbytes <= segment.start + segment.size:
            return segment
    return None


SPARE_BYTES, SPARE_FILES = 1 << 30, 8

_spare: "List[tuple[str, int]]" = []  # files of earlier requests with their sizes, the oldest first
_sparing = threading.Lock()


def _take_file(size: int) -> "tuple[Any, str]":
    """Opens a file for a copy: one of an earlier request that has the size, or a new one. New memory costs more time than the copy."""
    folder = _worker.folder()
    with _sparing:
        path = next((p for p, n in _spare if n == size and p.startswith(folder)), None)
        if path is not None:
            _spare.remove((path, size))
    if path is not None:
        try:
            return open(path, "r+b", buffering=0), path
        except FileNotFoundError:
            pass  # an earlier worker took it away
    handle, path = tempfile.mkstemp(prefix="warpbook-", dir=folder)
    return open(handle, "r+b", buffering=0), path


def _give_file(path: str, size: int) -> None:
    """Keeps a file for later requests, and removes the oldest ones above the limits."""
    with _sparing:
        folder = os.path.dirname(path)
        own = [(p, n) for p, n in _spare if p.startswith(folder)]  # behind a fork, not those of the parent
        _spare[:] = [*own, (path, size)]
        while len(_spare) > SPARE_FILES or sum(n for _, n in _spare) > SPARE_BYTES:
            _remove(_spare.pop(0)[0])


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass


class _Copy:
    """A file with a copy of an array, for one request. It is written and read as a file: Python does not map it into its memory,
    whose pages would cost more time than the copy."""

    def __init__(self, array: Any) -> None:
        import numpy

        self.array = array
        self.native = array.dtype.newbyteorder("=")
        self.size = -(-array.nbytes // PAGE) * PAGE + PAGE
        file, self.path = _take_file(self.size)
        try:
            with file:
                _each(numpy.ascontiguousarray(array, self.native), file.write)
                file.write(bytes(self.size - array.nbytes))
        except BaseException:
            _remove(self.path)
            raise

    def place(self) -> Dict[str, Any]:
        """Returns where the copy is, for the worker."""
        shape, name = list(self.array.shape), _name(self.array.dtype)
        return {"array": {"path": self.path, "bytes": self.array.nbytes, "offset": 0, "shape": shape, "dtype": name}}

    def take_back(self) -> None:
        """Gives the array what the worker has left in the file."""
        import numpy

        direct = self.array.flags.c_contiguous and self.array.dtype.isnative
        into = numpy.asarray(self.array) if direct else numpy.empty(self.array.shape, self.native)
        with open(self.path, "rb", buffering=0) as file:
            _each(into, file.readinto)
        if not direct:
            numpy.copyto(self.array, into)


def _each(array: Any, move: Callable[[memoryview], Optional[int]]) -> None:
    """Calls move with all bytes of an array: it returns how many of them it has moved."""
    left = memoryview(array.reshape(-1).view("uint8"))
    while len(left) > 0:
        count = move(left)
        if not count:
            raise OSError(f"the file of an array ends {len(left)} bytes too early")
        left = left[count:]


def received(place: Dict[str, Any]) -> Any:
    """Returns the array that the worker has put into a file."""
    import numpy

    path, size = place["path"], place["bytes"]
    memory, start = _map(path)
    _segments[start] = Segment(path, size, start)
    weakref.finalize(memory, _forget, start, path)  # the last array over it keeps the memory until then
    dtype = numpy.dtype(place["dtype"])
    return numpy.frombuffer(memory, dtype, size // dtype.itemsize).reshape(place["shape"])


class Transfers:
    """The arrays of one request."""

    def __init__(self) -> None:
        self._copies: Dict[int, _Copy] = {}
        self._kept: List[Any] = []  # an array that nobody has any more takes its file away

    def send(self, array: Any) -> Dict[str, Any]:
        """Makes an array known to the worker, with a copy only if it has to be."""
        import numpy

        if array.dtype == numpy.bool_:
            array = array.view(numpy.uint8)
        if _name(array.dtype) not in DTYPES:
            raise TypeError(f"an array of {array.dtype} cannot be passed to Warpbook, whose types are {', '.join(DTYPES)}: "
                            "a.astype(…) converts it")
        plain = bool(array.flags.c_contiguous and array.dtype.isnative)
        segment = _holding(array) if plain else None
        if segment is not None:
            self._kept.append(array)
            return segment.place(array)
        if id(array) not in self._copies:
            self._copies[id(array)] = _Copy(array)
        return self._copies[id(array)].place()

    def finish(self, written: List[str]) -> None:
        """Copies back what has changed."""
        for copy in self._copies.values():
            if copy.path in written:
                if not copy.array.flags.writeable:
                    raise ValueError("the call writes an array that is read-only; pass a copy of it, as in a.copy()")
                copy.take_back()

    def close(self) -> None:
        """Lets go of the files of the request."""
        for copy in self._copies.values():
            _give_file(copy.path, copy.size)
        self._copies.clear()
        self._kept.clear()
