"""What notebooks for nvcc4jupyter and Colab expect, so that they run under ipykernel as they are."""

from __future__ import annotations

import sys
import types
from typing import Any, Callable

# The names under which %load_ext finds nvcc4jupyter, in its versions.
PLUGINS = ("nvcc4jupyter", "nvcc_plugin")


def install(ip: Any, run: Callable[[str], Any], magics: list[str]) -> None:
    """Makes nvcc4jupyter's modules importable, and lets comments stand above a cell magic, as Colab does."""
    for name in PLUGINS:
        sys.modules[name] = _plugin(name, run)
    ip.input_transformers_cleanup[:] = [f for f in ip.input_transformers_cleanup if not getattr(f, "warpbook", False)]
    ip.input_transformers_cleanup.append(_without_comments(magics))


def _plugin(name: str, run: Callable[[str], Any]) -> types.ModuleType:
    """Returns a module in the place of nvcc4jupyter: its magics are Warpbook's, also if pip installs the package later."""
    module = types.ModuleType(name, "nvcc4jupyter, in Warpbook.")

    def load_ipython_extension(ip: Any) -> None:
        run(f"%load_ext {name}")

    def set_defaults(**values: Any) -> None:
        given = ", ".join(f"{key}={value!r}" for key, value in values.items())
        run(f"import nvcc4jupyter\nnvcc4jupyter.set_defaults({given})")

    module.load_ipython_extension = load_ipython_extension  # type: ignore[attr-defined]
    module.set_defaults = set_defaults  # type: ignore[attr-defined]
    return module


def _without_comments(magics: list[str]) -> Callable[[list[str]], list[str]]:
    """Returns a transformer of cells. A comment above one of the cell magics, which IPython alone refuses, goes."""

    def transform(lines: list[str]) -> list[str]:
        for i, line in enumerate(lines):
            if line.startswith("%%"):
                known = line[2:].split(None, 1)[0:1]
                return lines[i:] if known and known[0] in magics else lines
            if line.strip() and not line.lstrip().startswith("#"):
                break
        return lines

    transform.warpbook = True  # type: ignore[attr-defined]
    return transform
