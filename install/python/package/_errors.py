"""The exceptions of the package."""

from __future__ import annotations

import builtins
import re
from typing import Any, Dict, List, Optional, Tuple, Type

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class Error(Exception):
    """An error that Warpbook reports: a compile error, a fault of a kernel, a wrong argument.

    Where Python has an exception of the same name, such as ValueError, the error is one of these, too.
    """

    def __init__(self, name: str, value: str, traceback: Optional[List[str]] = None) -> None:
        super().__init__(value)
        self.name = name
        self.value = value
        self.traceback = traceback or [f"{name}: {value}"]

    def __str__(self) -> str:
        """Returns the message, with the lines of the source that it is about."""
        lines = [_COLOURS.sub("", line) for line in "\n".join(self.traceback).split("\n")]
        lines = [line for line in lines if line.strip("-") and not line.endswith("Traceback (most recent call last)")]
        if lines and lines[0].rstrip(":") == self.name:
            lines = lines[1:]
        text = "\n".join(lines)
        return text[len(self.name) + 2 :] if text.startswith(self.name + ": ") else text or self.value

    def _render_traceback_(self) -> List[str]:
        """Has IPython show the error as Warpbook's own notebooks do, with the line and the place in it."""
        return self.traceback


class CompileError(Error):
    """A source that does not compile. The message has the lines and the places in them."""


class LaunchError(Error):
    """A launch that failed: an access out of bounds, a barrier that not all threads reach, a grid that the GPU cannot launch."""


class WorkerError(RuntimeError):
    """The process that runs the model has ended. The next call starts a new one."""

    def _render_traceback_(self) -> List[str]:
        """Has IPython show the message alone: the calls in this package tell a user nothing."""
        return [f"WorkerError: {self}"]


class SampledWarning(UserWarning):
    """A launch computed only a sample of its blocks, so the arrays stay as they were."""


_classes: Dict[str, Type[Error]] = {"CompileError": CompileError, "LaunchError": LaunchError}
for _class in (Error, CompileError, LaunchError, WorkerError, SampledWarning):
    _class.__module__ = "warpbook"  # where users find them


def make(failure: Dict[str, Any]) -> BaseException:
    """Returns the exception for an error of the protocol."""
    name, value = str(failure["name"]), str(failure["value"])
    if name == "KeyboardInterrupt":
        return KeyboardInterrupt(value)
    if name not in _classes:
        bases: Tuple[type, ...] = (Error,)
        python = getattr(builtins, name, None)
        if isinstance(python, type) and issubclass(python, Exception):
            bases = (Error, python)
        _classes[name] = type(name, bases, {"__module__": "warpbook"})
    return _classes[name](name, value, failure.get("traceback"))
