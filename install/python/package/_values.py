"""Values of the worker in Python, and the other way round."""

from __future__ import annotations

import base64
import importlib
import inspect
import io
import math
import sys
import warnings
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from . import _arrays, _display, _errors, _worker

_functions: List[Callable[..., Any]] = []  # by number: the functions of Python that the worker may call


class Value:
    """A value that the worker has: a kernel, a result, a table, a figure.

    Its attributes, elements and calls are those that it has in a cell of Warpbook.
    """

    def __init__(self, worker: _worker.Worker, handle: int, kind: str) -> None:
        self._worker = worker
        self._handle = handle
        self._kind = kind

    def __del__(self) -> None:
        worker = self.__dict__.get("_worker")
        if worker is not None:
            worker.drop(self._handle)

    def __copy__(self) -> "Value":
        return self  # a second object would drop the value of the first

    def __deepcopy__(self, memo: Any) -> "Value":
        return self

    def __reduce__(self) -> Any:
        raise TypeError(f"a {self._kind} is in the process of Warpbook, so it cannot be pickled; its numbers, tables and arrays can")

    def _encoded(self) -> Dict[str, Any]:
        if not self._worker.alive:
            raise _errors.WorkerError(f"this {self._kind} was in a process that has ended; run again what made it")
        return {"handle": self._handle}

    def _usable(self) -> bool:
        return self._worker.alive

    def _ask(self, op: str, **fields: Any) -> Any:
        __tracebackhide__ = True  # pytest shows the call in the test
        return request(op, of=self, **fields)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # IPython, pickle and others try many of these
            raise AttributeError(name)
        return self._ask("attr", name=name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            object.__setattr__(self, name, value)
        else:
            self._ask("setattr", name=name, value=value)

    def __getitem__(self, key: Any) -> Any:
        __tracebackhide__ = True
        if self._kind == "kernel" and isinstance(key, tuple) and len(key) in (2, 3):
            return Launcher(self, key)
        return self._ask("index", key=key)

    def __setitem__(self, key: Any, value: Any) -> None:
        self._ask("setindex", key=key, value=value)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        return self._ask("call", args=list(args), kwargs=[(name, value) for name, value in kwargs.items()])

    def __len__(self) -> int:
        return int(self._ask("len"))

    def __bool__(self) -> bool:
        return bool(self._ask("truth"))

    def __iter__(self) -> Iterator[Any]:
        return iter(self._ask("iterate"))

    def __dir__(self) -> List[str]:
        return sorted({*object.__dir__(self), *self._ask("dir")})

    def __repr__(self) -> str:
        if not self._worker.alive:
            return f"<{self._kind} of a process that has ended>"
        return str(self._ask("text"))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        bundle = self._ask("bundle")
        return bundle["data"], bundle["metadata"]

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        """Returns a value that is a list of numbers as a NumPy array. An array that was not computed raises the reason."""
        import numpy

        return numpy.array(self._ask("attr", name="tolist")(), dtype=dtype)

    @property
    def mime(self) -> Dict[str, Any]:
        """What a notebook shows, by MIME type: image/svg+xml, image/png, application/vnd.vegalite.v5+json, text/plain, …"""
        return self._repr_mimebundle_()[0]

    def to_pandas(self) -> Any:
        """Returns a table or a sweep as a DataFrame of pandas."""
        pandas: Any = importlib.import_module("pandas")
        return pandas.DataFrame(self._ask("attr", name="rows"), columns=self._ask("attr", name="columns"))

    def to_matplotlib(self, axes: Any = None) -> Any:
        """Draws a figure into the axes of matplotlib, or into new ones, and returns the axes. Lines and text become one image."""
        pyplot: Any = importlib.import_module("matplotlib.pyplot")
        data = self.mime
        if "image/png" not in data:
            raise TypeError(f"{self._kind} is not a figure: it is shown as {', '.join(data)}")
        image = pyplot.imread(io.BytesIO(base64.b64decode(data["image/png"])))
        if axes is None:
            axes = pyplot.subplots()[1]
        axes.imshow(image)
        axes.set_axis_off()
        return axes


class Builtin(Value):
    """A built-in of cells. It means the same in every worker."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._kind = "built-in"

    def __del__(self) -> None:
        pass

    def _encoded(self) -> Dict[str, Any]:
        return {"global": self._name}

    def _usable(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<Warpbook's {self._name}>"

    @property
    def __name__(self) -> str:
        return self._name


class Launcher(Value):
    """kernel[grid, block], which waits for the kernel's arguments. The worker learns of it when it is called: that is one request."""

    def __init__(self, kernel: Value, key: Any) -> None:
        self._worker = kernel._worker
        self._kernel = kernel
        self._key = encode(key, _arrays.Transfers())
        self._kind = "launch"

    def __del__(self) -> None:
        pass

    def _encoded(self) -> Dict[str, Any]:
        return {"element": [self._kernel._encoded(), self._key]}


def _doc(self: Value) -> str:
    """Returns what ?name shows in a cell of Warpbook."""
    if "_kind" not in self.__dict__ or not self._usable():
        return ""
    about = request("doc", of=self)
    return f"{about['signature']}\n\n{about['doc']}".strip()


class _Doc:
    """The doc of the class, and that of each of its values."""

    def __init__(self, text: Optional[str]) -> None:
        self._text = text

    def __get__(self, value: Optional[Value], owner: Any = None) -> Optional[str]:
        return self._text if value is None else _doc(value)


setattr(Value, "__doc__", _Doc(Value.__doc__))
setattr(Builtin, "__doc__", _Doc(Builtin.__doc__))
setattr(Launcher, "__doc__", _Doc(Launcher.__doc__))


def encode(value: Any, transfers: _arrays.Transfers) -> Any:
    """Returns a value of Python as the protocol has it."""

    def each(values: Any) -> List[Any]:
        return [encode(v, transfers) for v in values]

    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else {"float": repr(float(value))}
    if isinstance(value, Value):
        return value._encoded()
    if isinstance(value, (bytes, bytearray)):
        return {"bytes": base64.b64encode(value).decode()}
    if isinstance(value, (list, range)):
        return each(value)
    if isinstance(value, tuple):
        return {"tuple": each(value)}
    if isinstance(value, (set, frozenset)):
        return {"set": each(value)}
    if isinstance(value, dict):
        return {"dict": [each(pair) for pair in value.items()]}
    if isinstance(value, slice):
        return {"slice": each((value.start, value.stop, value.step))}
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.ndarray):
        return transfers.send(value)
    if numpy is not None and isinstance(value, numpy.generic):
        return encode(value.item(), transfers)
    if callable(value):
        _functions.append(value)
        return {"function": len(_functions) - 1, "name": getattr(value, "__name__", "function"), "parameters": _parameters(value)}
    if hasattr(value, "__iter__"):
        return each(value)
    raise TypeError(f"a {type(value).__name__} cannot be passed to Warpbook; numbers, strings, lists, tuples, dicts, "
                    "NumPy arrays, functions and Warpbook's own values can")


def _parameters(function: Callable[..., Any]) -> int:
    """Returns how many positional arguments a function takes."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 1
    return sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)


def decode(value: Any, worker: _worker.Worker) -> Any:
    """Returns a value of the protocol as one of Python."""
    if isinstance(value, list):
        return [decode(v, worker) for v in value]
    if not isinstance(value, dict):
        return value
    if "handle" in value:
        return Value(worker, value["handle"], value["type"])
    if "array" in value:
        return _arrays.received(value["array"])
    if "tuple" in value:
        return tuple(decode(value["tuple"], worker))
    if "dict" in value:
        return {decode(k, worker): decode(v, worker) for k, v in value["dict"]}
    if "set" in value:
        return set(decode(value["set"], worker))
    if "float" in value:
        return float(value["float"])
    if "bytes" in value:
        return base64.b64decode(value["bytes"])
    return value


_ENCODED = ("of", "key", "value", "args", "kwargs")  # the fields of requests that are values
_PLAIN = ("cell", "names", "magics", "inspect", "complete", "bundle", "doc", "dir")  # the operations whose reply is no value


def request(op: str, **fields: Any) -> Any:
    """Has the worker do something, and returns what it replies."""
    __tracebackhide__ = True
    worker = _worker.current()
    transfers = _arrays.Transfers()
    output = _display.Output()
    raised: List[BaseException] = []

    def take(event: Dict[str, Any]) -> None:
        if event["event"] in ("call", "input"):
            worker.send({"id": event["id"], "op": "answer", "ask": event["ask"], **_answer(event, worker, transfers, raised)})
        else:
            output.show(event)

    try:
        for name in _ENCODED:
            if name in fields:
                fields[name] = [[k, encode(v, transfers)] for k, v in fields[name]] if name == "kwargs" else encode(fields[name], transfers)
        reply = worker.request(take, op, within=_display.cell(), **fields)
        if "error" in reply:
            raise _errors.make(reply["error"]) from (raised[0] if raised else None)
        transfers.finish(reply.get("written", []))
    finally:
        output.close()
        transfers.close()
    for why in {partial["why"] for partial in reply.get("partial", [])}:
        warnings.warn(_errors.SampledWarning(why), stacklevel=_outside())
    ok = reply.get("ok")
    return ok if op in _PLAIN else None if ok == {} else decode(ok, worker)


def _outside() -> int:
    """Returns how many calls above its caller the first frame is that is not of this package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "warpbook":
        level, frame = level + 1, frame.f_back
    return level


def _answer(event: Dict[str, Any], worker: _worker.Worker, transfers: _arrays.Transfers, raised: List[BaseException]) -> Dict[str, Any]:
    """Returns the answer to a question of the worker: a line of input, or the value of a function."""
    try:
        if event["event"] == "input":
            import getpass

            ask = getpass.getpass if event.get("password") else input
            return {"value": ask(event.get("text", ""))}
        args = [decode(v, worker) for v in event.get("args", [])]
        kwargs = {k: decode(v, worker) for k, v in event.get("kwargs", [])}
        return {"value": encode(_functions[event.get("function", 0)](*args, **kwargs), transfers)}
    except Exception as error:
        raised.append(error)
        return {"error": {"name": type(error).__name__, "value": str(error)}}
