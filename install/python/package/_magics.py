"""%load_ext warpbook: magics for IPython, Jupyter and Colab."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import Any, Callable

from . import _complete, _notebooks, _values, _worker
from ._program import program


def _run(ip: Any, code: str) -> Any:
    """Runs a cell in the worker. What it binds, kernels above all, become variables of the notebook."""
    count = len(ip.user_ns.get("In", [""])) - 1  # execution_count may be ahead of the cell that runs
    reply = _values.request("cell", code=code, count=count)
    worker = _worker.current()
    for name, value in reply["bound"]:
        ip.user_ns[name] = _values.decode(value, worker)
    return _values.decode(reply["value"], worker)


def _cell_magic(ip: Any, name: str) -> Callable[[str, str], Any]:
    def magic(line: str, cell: str) -> Any:
        return _run(ip, f"%%{name} {line}\n{cell}")

    magic.__doc__ = f"%%{name} of Warpbook."
    return magic


def _line_magic(ip: Any, name: str) -> Callable[[str], Any]:
    def magic(line: str) -> Any:
        return _run(ip, f"%{name} {line}")

    magic.__doc__ = f"%{name} of Warpbook."
    return magic


def load_ipython_extension(ip: Any) -> None:
    """Adds Warpbook's magics to those of IPython. A magic of IPython's own stays what it is."""
    magics = _values.request("magics")
    for kind, make in (("cell", _cell_magic), ("line", _line_magic)):
        known = ip.magics_manager.magics[kind]
        for name in magics[kind]:
            if name not in known or name == "cuda":
                ip.register_magic_function(make(ip, name), kind, name)
    _complete.install(ip, magics["cell"])
    _notebooks.install(ip, lambda code: _run(ip, code), sorted(ip.magics_manager.magics["cell"]))
    _add_commands()


def _add_commands() -> None:
    """Puts nvcc and other commands into PATH that run on the model, where there is no nvcc and the program has such commands."""
    if shutil.which("nvcc") is not None:
        return
    warpbook = program()
    if subprocess.run([warpbook, "help", "shims"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode != 0:
        return
    folder = os.path.join(_worker.folder(), "commands")
    if subprocess.run([warpbook, "shims", folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
        os.environ["PATH"] = os.path.join(folder, "bin") + os.pathsep + os.environ.get("PATH", "")
