"""NumPy arrays in memory that Python and the worker share.

An array from `warpbook.zeros(…)` lies in a file in memory, and a kernel gets it as it is. Any other NumPy array is copied to such a
file for a call, and copied back if the call has changed it.
"""

from __future__ import annotations

import mmap
import os
import tempfile
import weakref
from typing import Any, Dict, List

from . import _worker

PAGE = 4096  # the worker's files are whole pages, and one page longer than the array

DTYPES = ("float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


class Segment:
    """A file that is mapped, with the elements of an array."""

    def __init__(self, path: str, size: int, start: int) -> None:
        self.path = path
        self.size = size
        self.start = start  # the address

    def place(self, array: Any) -> Dict[str, Any]:
        """Returns where an array in this segment is, for the worker."""
        offset = int(array.__array_interface__["data"][0]) - self.start if array.size else 0
        return {"array": {"path": self.path, "bytes": self.size, "offset": offset, "shape": list(array.shape), "dtype": array.dtype.name}}


def _map(path: str) -> "tuple[mmap.mmap, int]":
    """Maps a file and returns its memory with the address."""
    import numpy

    with open(path, "r+b") as file:
        memory = mmap.mmap(file.fileno(), 0)
    return memory, int(numpy.frombuffer(memory, numpy.uint8).__array_interface__["data"][0])


_segments: Dict[int, Segment] = {}


def _forget(start: int, path: str) -> None:
    _segments.pop(start, None)
    try:
        os.unlink(path)
    except OSError:
        pass


def _holding(array: Any) -> "Segment | None":
    """Returns the segment that has the memory of an array, if one has."""
    at = int(array.__array_interface__["data"][0])
    for segment in _segments.values():
        if segment.start <= at and at + array.nbytes <= segment.start + segment.size:
            return segment
    return None


def _temporary(size: int) -> "tuple[Segment, mmap.mmap]":
    """Makes a file for one request."""
    handle, path = tempfile.mkstemp(prefix="warpbook-", dir=_worker.folder())
    os.ftruncate(handle, -(-size // PAGE) * PAGE + PAGE)
    os.close(handle)
    memory, start = _map(path)
    return Segment(path, size, start), memory


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
        self._copies: Dict[int, "tuple[Any, Segment, Any]"] = {}
        self._kept: List[Any] = []  # an array that nobody has any more takes its file away

    def send(self, array: Any) -> Dict[str, Any]:
        """Makes an array known to the worker, with a copy only if it has to be."""
        import numpy

        if array.dtype == numpy.bool_:
            array = array.view(numpy.uint8)
        if array.dtype.name not in DTYPES:
            raise TypeError(f"an array of {array.dtype} cannot be passed to Warpbook, whose types are {', '.join(DTYPES)}: "
                            "a.astype(…) converts it")
        plain = bool(array.flags.c_contiguous and array.dtype.isnative)
        segment = _holding(array) if plain else None
        if segment is not None:
            self._kept.append(array)
            return segment.place(array)
        if id(array) not in self._copies:
            segment, memory = _temporary(array.nbytes)
            copy = numpy.frombuffer(memory, array.dtype.newbyteorder("="), array.size).reshape(array.shape)
            numpy.copyto(copy, array)
            self._copies[id(array)] = (array, segment, copy)
        _, segment, copy = self._copies[id(array)]
        return segment.place(copy)

    def finish(self, written: List[str]) -> None:
        """Copies back what has changed."""
        import numpy

        for array, segment, copy in self._copies.values():
            if segment.path in written:
                if not array.flags.writeable:
                    raise ValueError("the call writes an array that is read-only; pass a copy of it, as in a.copy()")
                numpy.copyto(array, copy)

    def close(self) -> None:
        """Removes the files of the request."""
        paths = [segment.path for _, segment, _ in self._copies.values()]
        self._copies.clear()  # unmaps the files
        self._kept.clear()
        for path in paths:
            try:
                os.unlink(path)
            except OSError:
                pass
