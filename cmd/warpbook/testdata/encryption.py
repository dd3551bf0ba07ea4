"""Drives the installed notebook kernel with CurveZMQ, through libzmq.

Prints what jupyter_client sees with transport_encryption="required", then which
clients libzmq lets in: one with the keys of the connection file, one with the public
key only (as Jupyter's heartbeat), one with other keys, one without.
"""
import json, os, stat, sys
import zmq
from jupyter_client.manager import KernelManager
from zmq.utils.monitor import recv_monitor_message

assert zmq.has("curve"), "this libzmq cannot encrypt"


def start(**kwargs):
    manager = KernelManager(kernel_name="warpbook", transport_encryption="required", **kwargs)
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=120)
    return manager, client


def run(client, code, **kwargs):
    """Executes a cell and returns its reply and what came of it."""
    seen = []
    hook = lambda m: seen.append(m["content"])
    reply = client.execute_interactive(code, timeout=120, output_hook=hook, **kwargs)["content"]
    text = "".join(c.get("text", "") or c.get("data", {}).get("text/plain", "") for c in seen)
    return reply["status"], reply.get("ename", reply["execution_count"]), text


def meet(url, kind, server=None, pair=None):
    """Connects a socket and returns it with how the handshake went."""
    socket = zmq.Context.instance().socket(kind)
    socket.linger = 0
    events = socket.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL | zmq.EVENT_DISCONNECTED)
    if server:
        socket.curve_serverkey = server
        socket.curve_publickey, socket.curve_secretkey = pair or zmq.curve_keypair()
    socket.connect(url)
    assert events.poll(120000), "nothing happened"
    event = recv_monitor_message(events)["event"]
    socket.disable_monitor()
    return socket, event == zmq.EVENT_HANDSHAKE_SUCCEEDED


manager, client = start()
with open(manager.connection_file) as f:
    keys = json.load(f)
print("keys", len(keys["curve_publickey"]), len(keys["curve_secretkey"]), oct(stat.S_IMODE(os.stat(manager.connection_file).st_mode)))
print("cell", run(client, "x = 6\nprint('hello')\nx * 7"))
status, _, text = run(client, "for i in range(500): print('0123456789' * 100, i)")
print("output", status, len(text), text == "".join("0123456789" * 100 + " %d\n" % i for i in range(500)))
print("10 MB", run(client, "len(%r)" % ("y" * 10_000_000), store_history=False))
print("input", run(client, "input('name? ')", allow_stdin=True, stdin_hook=lambda m: client.input("Ada")))

# An interrupt in the middle of a cell, when its first output is there.
client.execute("print('on')\nwhile True: pass")
while client.get_iopub_msg(timeout=120)["msg_type"] != "stream":
    pass
manager.interrupt_kernel()
reply = client.get_shell_msg(timeout=120)["content"]
print("interrupted", reply["status"], reply["ename"])

public, secret = keys["curve_publickey"].encode(), keys["curve_secretkey"].encode()
other = zmq.curve_keypair()
for name, kind in [("shell", zmq.DEALER), ("control", zmq.DEALER), ("stdin", zmq.DEALER), ("iopub", zmq.SUB), ("hb", zmq.REQ)]:
    url = "tcp://%s:%d" % (keys["ip"], keys[name + "_port"])
    print(name, [meet(url, kind, *with_)[1] for with_ in [(public, (public, secret)), (public,), (other[0], other), ()]])
beat, _ = meet(url, zmq.REQ, public)
beat.send(b"ping")
print("heartbeat", beat.poll(120000) and beat.recv())

manager.restart_kernel(now=False)
client.wait_for_ready(timeout=120)
print("restarted", run(client, "1 + 1"), manager.curve_publickey == public)
client.shutdown(reply=True, timeout=120)
manager.cleanup_resources()

if sys.platform != "win32":
    manager, client = start(transport="ipc")
    print("ipc", run(client, "2 + 2"))
    client.shutdown(reply=True, timeout=120)
    manager.cleanup_resources()
