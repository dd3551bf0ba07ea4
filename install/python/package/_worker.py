"""The process that runs the model, and how Python talks to it: a JSON object in each line."""

from __future__ import annotations

import atexit
import collections
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from typing import Any, Callable, Deque, Dict, List, Optional

from . import _display, _errors
from ._program import program

Message = Dict[str, Any]
Handler = Callable[[Message], None]

_json = json.JSONEncoder(allow_nan=False, check_circular=False)


def shared_folder() -> str:
    """Returns a new folder for arrays: in memory, where the system has such a folder."""
    memory = "/dev/shm"
    within = memory if os.path.isdir(memory) and os.access(memory, os.W_OK) else None
    return tempfile.mkdtemp(prefix="warpbook-", dir=within)


class Worker:
    """One process, which hosts one session."""

    def __init__(self, folder: str) -> None:
        self.pid = os.getpid()
        self._lock = threading.RLock()
        self._messages: "queue.SimpleQueue[Optional[Message]]" = queue.SimpleQueue()
        self._stderr: Deque[str] = collections.deque(maxlen=20)
        self._last = 0
        self._handlers: Dict[int, Handler] = {}
        self._replies: Dict[int, Message] = {}
        self._dropped: List[int] = []
        self._ended = False
        self._process = subprocess.Popen(
            [program(), "session", "--shared", folder],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "JPY_SESSION_NAME": _display.notebook()},  # programs write to a folder of this name
            # Ctrl-C is for Python, which tells the worker.
            start_new_session=True, creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        for target in (self._read, self._read_stderr):
            threading.Thread(target=target, name="warpbook", daemon=True).start()

    @property
    def process_id(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return not self._ended and self.pid == os.getpid()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._messages.put(json.loads(line))
        self._messages.put(None)

    def _read_stderr(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._stderr.append(line.decode("utf-8", "replace"))

    def drop(self, handle: int) -> None:
        """Notes that nobody means a value any more; the next request tells."""
        self._dropped.append(handle)

    def send(self, message: Message) -> None:
        line = _json.encode(message).encode() + b"\n"
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._end() from None

    def request(self, handler: Handler, op: str, **fields: Any) -> Message:
        """Sends a request and returns its reply; handler takes the events before it."""
        with self._lock:
            if self._dropped:
                fields["drop"], self._dropped = self._dropped, []
            return self._ask(handler, op, **fields)

    def _ask(self, handler: Handler, op: str, **fields: Any) -> Message:
        self._last += 1
        number = self._last
        self._handlers[number] = handler
        interrupted = False
        try:
            self.send({"id": number, "op": op, **fields})
            while number not in self._replies:
                try:
                    self._take()
                except KeyboardInterrupt:
                    if interrupted:
                        self._process.kill()
                        raise
                    interrupted = True
                    self.send({"id": 0, "op": "interrupt", "target": number})
        finally:
            del self._handlers[number]
        reply = self._replies.pop(number)
        if interrupted:
            raise KeyboardInterrupt(reply.get("error", {}).get("value", ""))
        return reply

    def _take(self) -> None:
        """Takes one message: an event, or the reply to a request."""
        message = self._next()
        if message is None:
            raise self._end()
        number = message.get("id")
        if "event" not in message:
            if number in self._handlers:
                self._replies[number] = message
        elif number in self._handlers:
            self._handlers[number](message)

    def _next(self) -> Optional[Message]:
        if os.name != "nt":
            return self._messages.get()
        while True:  # on Windows Ctrl-C does not end a wait
            try:
                return self._messages.get(timeout=0.2)
            except queue.Empty:
                pass

    def _end(self) -> _errors.WorkerError:
        """Notes that the process has ended, and says why."""
        self._ended = True
        status = self._process.wait()
        why = f"ended with status {status}"
        if status < 0:
            why = f"was killed by {signal.Signals(-status).name}"
            if status == -signal.SIGKILL:
                why += ", perhaps because the memory of the machine was full"
        said = "".join(self._stderr).strip()
        return _errors.WorkerError(
            f"the process of Warpbook {why}. Its kernels, variables and use(…) are gone; the next call starts a new process"
            + (f". It said:\n{said}" if said else "")
        )

    def close(self) -> None:
        """Ends the process."""
        self._ended = True
        if self.pid == os.getpid() and self._process.stdin is not None:
            try:
                self._process.stdin.close()
                self._process.wait(timeout=5)
            except (OSError, subprocess.TimeoutExpired):
                self._process.kill()


_current: Optional[Worker] = None
_folder: Optional[str] = None
_folder_pid = 0
_starting = threading.Lock()


def folder() -> str:
    """Returns the folder of this process for arrays."""
    global _folder, _folder_pid
    if _folder is None or _folder_pid != os.getpid() or not os.path.isdir(_folder):
        _folder, _folder_pid = shared_folder(), os.getpid()
    return _folder


def current() -> Worker:
    """Returns the worker, and starts one if there is none."""
    global _current
    with _starting:
        if _current is None or not _current.alive:
            _current = Worker(folder())
        return _current


def restart() -> None:
    """Ends the worker. The next call starts a new one, without kernels and variables."""
    global _current
    with _starting:
        worker, _current = _current, None
    if worker is not None:
        worker._ended = True
        if worker.pid == os.getpid():
            worker._process.kill()
            worker._process.wait()


def _at_exit() -> None:
    if _current is not None:
        _current.close()
    if _folder is not None and _folder_pid == os.getpid():
        shutil.rmtree(_folder, ignore_errors=True)


atexit.register(_at_exit)
if sys.version_info < (3, 9):
    raise ImportError("warpbook needs Python 3.9")
