"""Floods of output through a real jupyter_server, with its usual limits.

Three front ends are connected by websockets to one kernel that the server started. One
of them runs cells; each must get every line, in order, then idle, and never the
server's word that it drops something.
"""

import asyncio
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import uuid

from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import websocket_connect

TIMEOUT = 120  # seconds, a stop against hanging
TOKEN = uuid.uuid4().hex

LINES = 100_000
DISPLAYS = 3_500  # more than the server lets pass in its three seconds
CELLS = [
    # code, the type of its messages, the text that they must make up; a cell with fail must end with an error
    (f"for i in range({LINES}): print(i, 'x' * 30)", "stream", "".join(f"{i} {'x' * 30}\n" for i in range(LINES))),
    (f"for i in range({DISPLAYS}): display(i)", "display_data", "".join(map(str, range(DISPLAYS)))),
    (f"print('y' * {LINES} + '\\n' + 'z' * {10 * LINES})\nfail('at the end')", "stream", "y" * LINES + "\n" + "z" * 10 * LINES + "\n"),
]


def start_server(directory, log):
    """Starts the server, which chooses its port."""
    return subprocess.Popen(
        [sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root", "--port=0",
         f"--IdentityProvider.token={TOKEN}", f"--ServerApp.root_dir={directory}"],
        stdout=log, stderr=log,
    )


async def address(server):
    """Returns where the server serves, as soon as it has told."""
    told = pathlib.Path(os.environ["JUPYTER_RUNTIME_DIR"]) / f"jpserver-{server.pid}.json"
    end = time.monotonic() + TIMEOUT
    while True:
        try:
            return "127.0.0.1:%d" % json.loads(told.read_text())["port"]
        except (FileNotFoundError, json.JSONDecodeError):  # not there, or half of it
            assert server.poll() is None, "the server has ended"
            assert time.monotonic() < end, "the server does not tell its port"
            await asyncio.sleep(0.05)


async def start_kernel(base):
    """Returns the id of a new kernel, as soon as the server is up."""
    request = HTTPRequest(f"http://{base}/api/kernels", method="POST", headers={"Authorization": f"token {TOKEN}"},
                          body=json.dumps({"name": "warpbook"}), request_timeout=TIMEOUT)
    end = time.monotonic() + TIMEOUT
    while True:
        try:
            return json.loads((await AsyncHTTPClient().fetch(request)).body)["id"]
        except ConnectionRefusedError:
            if time.monotonic() > end:
                raise
            await asyncio.sleep(0.1)


async def send(front, msg_type, content):
    """Sends a request and returns its id."""
    msg_id = uuid.uuid4().hex
    await front.write_message(json.dumps({
        "channel": "shell", "parent_header": {}, "metadata": {}, "buffers": [], "content": content,
        "header": {"msg_id": msg_id, "msg_type": msg_type, "session": "s", "username": "u", "version": "5.3", "date": ""},
    }))
    return msg_id


async def subscribed(front):
    """Returns when the output of the kernel reaches a front end, which may be later than it is connected."""
    asked, end = set(), time.monotonic() + TIMEOUT
    while True:
        assert time.monotonic() < end, "no output of the kernel reaches the front end"
        asked.add(await send(front, "kernel_info_request", {}))
        try:
            while True:
                m = json.loads(await asyncio.wait_for(front.read_message(), 0.5))
                if m["channel"] == "iopub" and m["parent_header"].get("msg_id") in asked:
                    return
        except TimeoutError:
            pass


async def until_idle(front, msg_id):
    """Returns the messages that belong to a request on iopub, up to idle."""
    messages = []
    while True:
        text = await asyncio.wait_for(front.read_message(), TIMEOUT)
        assert text is not None, "the server closed the connection"
        m = json.loads(text)
        if m["channel"] != "iopub" or m["parent_header"].get("msg_id") != msg_id:
            continue
        messages.append(m)
        if m["msg_type"] == "status" and m["content"]["execution_state"] == "idle":
            return messages


def text_of(m):
    return m["content"]["text"] if m["msg_type"] == "stream" else m["content"]["data"]["text/plain"]


async def main():
    with tempfile.TemporaryDirectory() as directory, tempfile.TemporaryFile("w+") as log:
        server = start_server(directory, log)
        try:
            base = await address(server)
            kernel = await start_kernel(base)
            fronts = []
            for _ in range(3):
                url = f"ws://{base}/api/kernels/{kernel}/channels?token={TOKEN}&session_id={uuid.uuid4().hex}"
                fronts.append(await websocket_connect(url, max_message_size=1 << 30))
                await subscribed(fronts[-1])
            for code, msg_type, want in CELLS:
                begin = time.monotonic()
                msg_id = await send(fronts[0], "execute_request", {
                    "code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False})
                for i, messages in enumerate(await asyncio.gather(*(until_idle(f, msg_id) for f in fronts))):
                    of_server = [m["content"]["text"] for m in messages if m["msg_type"] == "stream" and m["content"]["name"] == "stderr"]
                    assert not of_server, f"front end {i} was told: {of_server[0]}"
                    assert ("fail" in code) == any(m["msg_type"] == "error" for m in messages), f"front end {i} and the error of {code!r}"
                    got = "".join(text_of(m) for m in messages if m["msg_type"] == msg_type)
                    assert got == want, f"front end {i} got {len(got)} characters of {len(want)} after {code!r}"
                print(f"{code!r}: {len(want)} characters in {len(messages)} messages, {time.monotonic() - begin:.1f} s")
        except BaseException:
            log.seek(0)
            sys.stderr.write(log.read())
            raise
        finally:
            server.terminate()
            server.wait()


asyncio.run(main())
