"""What cells put out: in IPython as its displays, elsewhere as text."""

from __future__ import annotations

import importlib
import os
import re
import sys
from typing import Any, Dict, Optional

_BAR = re.compile(r'<progress value="(\d+)" max="(\d+)"></progress>\s*([^<]*)')


def shell() -> Optional[Any]:
    """Returns IPython's shell, if the code runs in one."""
    if "IPython" not in sys.modules:
        return None
    get: Any = sys.modules["IPython"].get_ipython
    return get()


def cell() -> str:
    """Returns a name for the cell that runs, or for the test of pytest; a script is one cell. A kernel's launches are checked for faults
    some times in each."""
    ip = shell()
    return f"In[{ip.execution_count}]" if ip is not None else os.environ.get("PYTEST_CURRENT_TEST", "script")


def notebook() -> str:
    """Returns the path or the name of the notebook that runs the code, if one does and its program tells: VS Code by a variable of the
    notebook, Jupyter's server by one of the environment, which commands of the notebook have too."""
    ip = shell()
    if ip is None or not _in_notebook(ip):
        return ""
    return str(ip.user_ns.get("__vsc_ipynb_file__") or os.environ.get("JPY_SESSION_NAME", ""))


def _in_notebook(ip: Any) -> bool:
    return hasattr(ip, "kernel")


class Output:
    """Shows the events of one request."""

    def __init__(self) -> None:
        self._bars: Dict[str, Any] = {}

    def show(self, event: Dict[str, Any]) -> None:
        """Shows an event. Others than those of output are none of its business."""
        kind = event["event"]
        if kind == "stream":
            stream = sys.stderr if event.get("name") == "stderr" else sys.stdout
            stream.write(event.get("text", ""))
            ip = shell()
            if ip is None or not _in_notebook(ip):  # a kernel collects what comes within a moment and sends it as one output
                stream.flush()
        elif kind in ("display", "update_display"):
            self._display(event, update=kind == "update_display")
        elif kind == "payload":
            print(event.get("data", {}).get("data", {}).get("text/plain", ""))
        elif kind == "clear":
            ip = shell()
            if ip is not None:
                ip.display_pub.clear_output(wait=bool(event.get("wait")))

    def _display(self, event: Dict[str, Any], update: bool) -> None:
        data, name = event.get("data", {}), event.get("display_id")
        ip = shell()
        if ip is not None and _in_notebook(ip):
            transient = {"display_id": name} if name else {}
            ip.display_pub.publish(data=data, metadata=event.get("metadata") or {}, transient=transient, update=update)
            return
        bar = _BAR.search(data.get("text/html", "")) if name else None
        if bar is not None and name is not None:
            self._progress(name, int(bar.group(1)), int(bar.group(2)))
        elif not update and "text/plain" in data:
            print(data["text/plain"])

    def _progress(self, name: str, done: int, total: int) -> None:
        """Moves the progress bar of a terminal."""
        if name not in self._bars:
            self._bars[name] = _bar(total)
        if self._bars[name] is not None:
            self._bars[name].update(done - self._bars[name].n)

    def close(self) -> None:
        """Ends the progress bars."""
        for bar in self._bars.values():
            if bar is not None:
                bar.close()
        self._bars.clear()


class _TextBar:
    """The progress bar where there is no tqdm."""

    def __init__(self, total: int) -> None:
        self.n, self.total = 0, total

    def update(self, more: int) -> None:
        self.n += more
        sys.stderr.write(f"\r{self.n} of {self.total}")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\n")


def _bar(total: int) -> Optional[Any]:
    if not sys.stderr.isatty():
        return None
    try:
        tqdm: Any = importlib.import_module("tqdm")
    except ImportError:
        return _TextBar(total)
    return tqdm.tqdm(total=total)
