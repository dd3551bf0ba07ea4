"""Completion in IPython: below the magics of Warpbook, and in calls of its functions."""

from __future__ import annotations

import re
import sys
from typing import Any, Dict, List

from . import _errors, _values

_IDENTIFIER = "warpbook"
_NAME = re.compile(r"[A-Za-z_0-9]*$")


class _Match:
    """What IPython wants of a completion: a text and its type. IPython before 8.6 has no class for it."""

    def __init__(self, text: str, type: str) -> None:
        self.text, self.type = text, type


class Matcher:
    """A matcher of IPython's API 2 that asks the session what it would complete in a cell of its own."""

    matcher_identifier = _IDENTIFIER
    matcher_api_version = 2
    matcher_priority = 100

    def __init__(self, ip: Any, magics: List[str]) -> None:
        self.__qualname__ = _IDENTIFIER  # IPython takes matchers for functions
        self._ip = ip
        self._magic = re.compile(r"\s*%%(?:" + "|".join(map(re.escape, magics)) + r")\s")

    def __call__(self, context: Any) -> Any:
        if isinstance(context, str):  # IPython before 8.6 has API 1 only
            return []
        lines = context.full_text.split("\n")[:context.cursor_line + 1]
        lines[-1] = lines[-1][:context.cursor_position]
        before = "\n".join(lines)
        if self._magic.match(before):
            return self._ask(before, context.full_text[len(before):], only=None)
        return self._in_python(before)

    def _in_python(self, before: str) -> Dict[str, Any]:
        """Completes the names behind `wb.`, and arguments of calls."""
        module = sys.modules[__package__]
        names = [name for name, value in list(self._ip.user_ns.items()) if value is module]
        called = re.compile(r"(?<![\w.])(?:" + "|".join(map(re.escape, names)) + r")\.") if names else None
        if called is None or not called.search(before):
            return _result("", [], suppress=False)
        name = _NAME.search(before)
        own = name is not None and any(m.end() == name.start() for m in called.finditer(before))
        # What the session finds ends at the cursor, as far as the module's name is not in it.
        return self._ask(called.sub("", before), "", only=None if own else ("param", "value"))

    def _ask(self, before: str, after: str, only: Any) -> Dict[str, Any]:
        try:
            found = _values.request("complete", code=before + after, cursor=len(before))
        except (_errors.Error, _errors.WorkerError):
            return _result("", [], suppress=False)
        matches = [_Match(m["text"], m["type"]) for m in found["matches"] if only is None or m["type"] in only]
        return _result(before[found["start"]:], matches, suppress=only is None)


def _result(fragment: str, matches: List[_Match], suppress: bool) -> Dict[str, Any]:
    return {"completions": matches, "matched_fragment": fragment, "suppress": suppress and bool(matches), "ordered": True}


def install(ip: Any, magics: List[str]) -> None:
    """Adds the matcher to those of IPython, in place of an earlier one."""
    matchers = ip.Completer.custom_matchers
    matchers[:] = [m for m in matchers if getattr(m, "matcher_identifier", "") != _IDENTIFIER]
    matchers.append(Matcher(ip, magics))
