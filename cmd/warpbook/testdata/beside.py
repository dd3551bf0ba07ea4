"""Measures kernels beside each other, each with the same client, by turns: no test runs it.

Arguments: how many times each is started, how many cells are run each time, then the
names of the kernels. Prints a JSON object: for each kernel the seconds from its start
to its first reply (of kernel_info) and to that of its first cell, the seconds of the
round trips of `1+1`, and its resident bytes at rest after the first cell. One more start
of each comes first and is not counted: the client loads its modules then.
"""
import json
import sys
import time

import psutil
from jupyter_client import KernelManager


def idle(client, msg_id):
    while True:
        message = client.get_iopub_msg(timeout=120)
        if message["parent_header"].get("msg_id") == msg_id and message["content"].get("execution_state") == "idle":
            return


def measure(name, cells):
    begin = time.perf_counter()
    manager = KernelManager(kernel_name=name)
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    try:
        client.kernel_info(reply=True, timeout=120)
        start = time.perf_counter() - begin
        client.execute("1+1", reply=True, timeout=120)
        first = time.perf_counter() - begin
        time.sleep(0.5)  # what a kernel still does after its first reply is not rest
        memory = psutil.Process(manager.provisioner.pid).memory_info().rss
        trips = []
        for _ in range(cells):
            begin = time.perf_counter()
            msg_id = client.execute("1+1")
            reply = client.get_shell_msg(timeout=120)
            trips.append(time.perf_counter() - begin)
            assert reply["content"]["status"] == "ok", reply["content"]
            idle(client, msg_id)
        return start, first, trips, memory
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


times, cells, names = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
results = {name: {"start": [], "first": [], "trips": [], "memory": []} for name in names}
for name in names:
    measure(name, 0)
for _ in range(times):
    for name in names:
        start, first, trips, memory = measure(name, cells)
        results[name]["start"].append(start)
        results[name]["first"].append(first)
        results[name]["trips"] += trips[10:]  # the first ones warm up
        results[name]["memory"].append(memory)
json.dump(results, sys.stdout)
