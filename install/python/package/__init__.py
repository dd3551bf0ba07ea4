"""Warpbook runs CUDA C on GPUs that you don't have.

In a notebook of Python, `%load_ext warpbook` brings %%cuda, and `import warpbook as wb` the functions that Warpbook's own cells have:
wb.use, wb.launch, wb.sweep, wb.plot and all others. `help(wb.sweep)` tells what one does. The package also holds the program
`warpbook`, a kernel for Jupyter, and an extension of JupyterLab.
"""

from __future__ import annotations

import difflib
from typing import Any, List, Optional, Set

from ._errors import CompileError, Error, LaunchError, SampledWarning, WorkerError
from ._magics import load_ipython_extension
from ._program import program
from ._values import Builtin, Value, request
from ._worker import restart

__all__ = ["CompileError", "Error", "LaunchError", "SampledWarning", "Value", "WorkerError", "load_ipython_extension", "program", "restart",
           "__version__"]

__version__ = "@VERSION@"

_names: Optional[Set[str]] = None


def _builtins() -> Set[str]:
    """Returns the names of the built-ins of cells."""
    global _names
    if _names is None:
        _names = {entry["name"] for entry in request("names") if entry["builtin"]}
    return _names


def __getattr__(name: str) -> Any:
    if name == "empty":
        name = "zeros"  # a file in memory has zeros anyway
    if name.startswith("_") or name not in _builtins():
        near = difflib.get_close_matches(name, __dir__(), n=1) if not name.startswith("_") else []
        raise AttributeError(f"module 'warpbook' has no attribute {name!r}" + (f" (did you mean {near[0]}?)" if near else ""))
    return Builtin(name)


def __dir__() -> List[str]:
    return sorted({*globals(), *_builtins(), "empty"})
