"""The kernel under the real Jupyter clients: jupyter_kernel_test's conformance suite,
jupyter_client and nbclient, against the "scripted" kernelspec of the Go test."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from queue import Empty
from unittest import mock

import jupyter_kernel_test
import nbformat
from jupyter_client.manager import KernelManager, start_new_kernel
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

KERNEL = "scripted"
# A stop against waiting for ever on a busy machine. It measures nothing.
TIMEOUT = 120


def told(what, begin):
    """Prints how long something took. Nobody judges it."""
    print(f"{what}: {time.monotonic() - begin:.3f} s", file=sys.stderr)


def wait(what, done):
    """Waits until done() is true."""
    end = time.monotonic() + TIMEOUT
    while not done():
        if time.monotonic() > end:
            raise TimeoutError(f"waited {TIMEOUT} s for {what}")
        time.sleep(0.01)


def begun(kc, msg_id):
    """Waits until a cell runs."""
    while True:
        m = kc.get_iopub_msg(timeout=TIMEOUT)
        if m["msg_type"] == "execute_input" and m["parent_header"].get("msg_id") == msg_id:
            return


jupyter_kernel_test.TIMEOUT = TIMEOUT


class Conformance(jupyter_kernel_test.KernelTests):
    kernel_name = KERNEL
    language_name = "scripted"
    file_extension = ".txt"
    code_hello_world = "print hello, world"
    code_stderr = "warn something"
    completion_samples = [{"text": "pr", "matches": ["print"]}, {"text": "p", "matches": ["print", "partial"]}]
    complete_code_samples = ["print x"]
    incomplete_code_samples = ["for:"]
    invalid_code_samples = ["?"]
    code_page_something = "page manual"
    code_generate_error = "fail on purpose"
    code_execute_result = [{"code": "result 1", "result": "1"}, {"code": "result 2", "result": "2"}, {"code": "result 3", "result": "3"}]
    code_display_data = [{"code": "show x", "mime": "text/plain"}]
    code_history_pattern = "resul? 2*"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "print"
    code_clear_output = "clear"

    def flush_channels(self):
        """Takes what is left of earlier requests, and waits for its end instead of 0.1 s."""
        while True:
            msg_id = self.kc.kernel_info()
            try:
                self.take(self.kc.get_iopub_msg, msg_id, 1)
            except Empty:
                continue  # the subscription may not be there yet
            self.take(self.kc.get_shell_msg, msg_id, TIMEOUT)
            return

    def take(self, get_msg, msg_id, timeout):
        """Takes messages until the reply to msg_id or its status idle."""
        while True:
            m = get_msg(timeout=timeout)
            jupyter_kernel_test.validate_message(m)
            if m["parent_header"].get("msg_id") == msg_id and m["content"].get("execution_state", "idle") == "idle":
                return

    def execute_helper(self, *args, **options):
        """Waits longer than the 1 s and 0.1 s of the suite for a message."""
        get_msg = self.kc.iopub_channel.get_msg
        with mock.patch.object(self.kc.iopub_channel, "get_msg", lambda timeout: get_msg(timeout=TIMEOUT)):
            return super().execute_helper(*args, timeout=TIMEOUT, **options)


class Welcome(jupyter_kernel_test.IopubWelcomeTests):
    kernel_name = KERNEL
    support_iopub_welcome = True


class Client(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.km, cls.kc = start_new_kernel(kernel_name=KERNEL)

    @classmethod
    def tearDownClass(cls):
        cls.kc.stop_channels()
        cls.km.shutdown_kernel()

    def run_cell(self, code, **options):
        """Returns the reply and all iopub messages of the cell."""
        return self.collect(self.kc.execute(code, **options))

    def collect(self, msg_id):
        messages = []
        while True:
            m = self.kc.get_iopub_msg(timeout=TIMEOUT)
            if m["parent_header"].get("msg_id") != msg_id:
                continue
            messages.append(m)
            if m["msg_type"] == "status" and m["content"]["execution_state"] == "idle":
                break
        while True:
            reply = self.kc.get_shell_msg(timeout=TIMEOUT)
            if reply["parent_header"].get("msg_id") == msg_id:
                return reply["content"], messages

    def text(self, messages):
        return "".join(m["content"]["text"] for m in messages if m["msg_type"] == "stream")

    def test_burst(self):
        reply, messages = self.run_cell("count 100000")
        self.assertEqual(reply["status"], "ok")
        self.assertEqual(self.text(messages), "".join(f"{i}\n" for i in range(100000)))

    def test_unicode_survives(self):
        text = "Příliš žluťoučký \U0001F600 \u2028 <b>&amp;"
        _, messages = self.run_cell("partial " + text)
        self.assertEqual(self.text(messages), text)

    def test_interrupt(self):
        msg_id = self.kc.execute("forever")
        begun(self.kc, msg_id)
        begin = time.monotonic()
        self.km.interrupt_kernel()
        reply, _ = self.collect(msg_id)
        told("interrupt", begin)
        self.assertEqual(reply["ename"], "KeyboardInterrupt")
        self.assertEqual(self.run_cell("print alive")[0]["status"], "ok")

    def test_stop_on_error(self):
        first = self.kc.execute("ask to go on\nfail", allow_stdin=True)
        rest = [self.kc.execute("print no") for _ in range(3)]
        self.kc.kernel_info(reply=True, timeout=TIMEOUT)  # the kernel has read what came before
        self.kc.get_stdin_msg(timeout=TIMEOUT)
        self.kc.input("")
        self.collect(first)
        for msg_id in rest:
            reply, messages = self.collect(msg_id)
            self.assertEqual(reply["status"], "aborted")
            self.assertEqual(len(messages), 2)

    def test_stdin(self):
        msg_id = self.kc.execute("ask name?", allow_stdin=True)
        question = self.kc.get_stdin_msg(timeout=TIMEOUT)
        self.assertEqual(question["content"]["prompt"], "name?")
        self.kc.input("Jan")
        self.assertEqual(self.text(self.collect(msg_id)[1]), "got Jan\n")

    def test_kernel_info_during_a_cell(self):
        msg_id = self.kc.execute("forever")
        begun(self.kc, msg_id)
        begin = time.monotonic()
        info = self.kc.kernel_info(reply=True, timeout=TIMEOUT)
        told("an answer on shell during a cell", begin)
        self.assertEqual(info["content"]["protocol_version"], "5.5")
        begin = time.monotonic()
        self.kc.control_channel.send(self.kc.session.msg("kernel_info_request", {}))
        reply = self.kc.get_control_msg(timeout=TIMEOUT)
        told("an answer on control during a cell", begin)
        self.assertEqual(reply["msg_type"], "kernel_info_reply")
        self.km.interrupt_kernel()
        self.assertEqual(self.collect(msg_id)[0]["ename"], "KeyboardInterrupt")

    def test_heartbeat(self):
        self.assertTrue(self.kc.is_alive())
        wait("a heartbeat", self.kc.hb_channel.is_beating)

    def test_large_output(self):
        big = "x" * 5_000_000
        _, messages = self.run_cell("show " + big)
        shown = [m for m in messages if m["msg_type"] == "display_data"]
        self.assertEqual(shown[0]["content"]["data"]["text/plain"], big)

    def test_duplicate_is_ignored(self):
        m = self.kc.session.msg("execute_request", {"code": "print once"})
        self.kc.shell_channel.send(m)
        self.kc.shell_channel.send(m)
        self.collect(m["header"]["msg_id"])
        # The next reply is that of the next cell, whose number is the next one.
        before = self.run_cell("print counted")[0]["execution_count"]
        self.kc.shell_channel.send(m)
        msg_id = self.kc.execute("print next")
        reply = self.kc.get_shell_msg(timeout=TIMEOUT)
        self.assertEqual(reply["parent_header"]["msg_id"], msg_id)
        self.assertEqual(reply["content"]["execution_count"], before + 1)

    def test_wrong_key_is_ignored(self):
        key = self.kc.session.key
        self.kc.session.key = b"wrong"
        self.kc.execute("print no")
        self.kc.session.key = key
        self.assertEqual(self.run_cell("print yes")[0]["status"], "ok")


class Manager(unittest.TestCase):
    def test_restart_during_a_cell(self):
        km, kc = start_new_kernel(kernel_name=KERNEL)
        try:
            begun(kc, kc.execute("deaf"))
            begin = time.monotonic()
            km.restart_kernel()
            kc.wait_for_ready(timeout=TIMEOUT)
            told("restart during a cell", begin)
            kc.execute("print again")
            self.assertEqual(kc.get_shell_msg(timeout=TIMEOUT)["content"]["execution_count"], 1)
        finally:
            kc.stop_channels()
            begin = time.monotonic()
            km.shutdown_kernel()
            told("shutdown", begin)

    def test_a_second_client(self):
        km, one = start_new_kernel(kernel_name=KERNEL)
        two = km.client()
        try:
            two.start_channels()
            two.wait_for_ready(timeout=TIMEOUT)
            msg_id = one.execute("print shared")
            while True:
                m = two.get_iopub_msg(timeout=TIMEOUT)
                if m["msg_type"] == "stream" and m["parent_header"]["msg_id"] == msg_id:
                    break
        finally:
            one.stop_channels()
            two.stop_channels()
            km.shutdown_kernel()

    def test_unix_sockets(self):
        km = KernelManager(kernel_name=KERNEL, transport="ipc", ip=os.path.join(tempfile.mkdtemp(), "k"))
        km.start_kernel()
        kc = km.client()
        try:
            kc.start_channels()
            kc.wait_for_ready(timeout=TIMEOUT)
        finally:
            kc.stop_channels()
            km.shutdown_kernel()

    def test_no_orphan(self):
        """A kernel ends with a client that is killed."""
        program = (
            "import time; from jupyter_client.manager import start_new_kernel\n"
            f"km, kc = start_new_kernel(kernel_name={KERNEL!r})\n"
            "print(km.provisioner.pid, flush=True); time.sleep(3600)"
        )
        client = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        pid = int(client.stdout.readline())
        client.kill()
        client.wait()
        client.stdout.close()

        def gone():
            try:
                with open(f"/proc/{pid}/stat") as f:
                    return f.read().rsplit(")", 1)[1].split()[0] == "Z"
            except FileNotFoundError:
                return True

        try:
            wait("the kernel whose client is gone", gone)
        except TimeoutError:
            os.kill(pid, signal.SIGKILL)
            raise


class Notebook(unittest.TestCase):
    def notebook(self, *cells, timeout=TIMEOUT):
        nb = nbformat.v4.new_notebook()
        nb.cells = [nbformat.v4.new_code_cell(c) for c in cells]
        return nb, NotebookClient(nb, kernel_name=KERNEL, timeout=timeout, interrupt_on_timeout=True)

    def test_run(self):
        nb, client = self.notebook("print a\nresult b", "named x one", "update x two")
        client.execute()
        nbformat.validate(nb)
        self.assertEqual([o["output_type"] for o in nb.cells[0].outputs], ["stream", "execute_result"])
        self.assertEqual(nb.cells[1].outputs[0]["data"]["text/plain"], "two")
        self.assertEqual([c.execution_count for c in nb.cells], [1, 2, 3])
        self.assertEqual(nb.metadata.language_info["name"], "scripted")

    def test_error(self):
        _, client = self.notebook("fail on purpose")
        with self.assertRaises(CellExecutionError):
            client.execute()

    def test_timeout_interrupts(self):
        nb, client = self.notebook("forever", "print after")
        client.allow_errors = True
        # Only the cell without an end is given a short time.
        client.timeout, client.timeout_func = None, lambda cell: 1 if cell.source == "forever" else TIMEOUT
        client.execute()
        self.assertEqual(nb.cells[0].outputs[0]["ename"], "KeyboardInterrupt")
        self.assertEqual(nb.cells[1].outputs[0]["text"], "after\n")


if __name__ == "__main__":
    unittest.main(verbosity=2)
