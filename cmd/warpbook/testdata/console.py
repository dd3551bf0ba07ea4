"""`jupyter console` with the Warpbook kernel, driven through a terminal as a user would.

pyte is the terminal: it keeps the screen, with colours, and answers what programs ask
a terminal. Every step waits for what must appear; the last screens go to argv[1].
"""

import sys
import time

import pexpect
import pyte

TIMEOUT = 120  # seconds for one step, a stop against hanging
COLUMNS, LINES = 100, 60
UP, CTRL_C, CTRL_D, CTRL_U = "\x1b[A", "\x03", "\x04", "\x15"


class Terminal:
    def __init__(self, *command):
        self.screen = pyte.Screen(COLUMNS, LINES)
        self.stream = pyte.ByteStream(self.screen)
        self.child = pexpect.spawn(command[0], list(command[1:]), dimensions=(LINES, COLUMNS))
        self.screen.write_process_input = self.child.send

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def read(self):
        """Shows what the program has written within a short while; False at its end."""
        try:
            self.stream.feed(self.child.read_nonblocking(1 << 16, 0.1))
        except pexpect.TIMEOUT:
            pass
        except pexpect.EOF:
            return False
        return True

    def wait(self, what, condition):
        end = time.monotonic() + TIMEOUT
        while not condition():
            if time.monotonic() > end or not self.read():
                sys.exit(f"{what} did not appear; the screen:\n{self.text()}")

    def end(self):
        """Waits until the program has ended."""
        end = time.monotonic() + TIMEOUT
        while self.read():
            if time.monotonic() > end:
                sys.exit(f"the program does not end; the screen:\n{self.text()}")
        self.child.close()

    def expect(self, *parts):
        """Waits until the parts stand below one another."""

        def found(text=None):
            at, text = 0, self.text()
            for part in parts:
                at = text.find(part, at)
                if at < 0:
                    return False
                at += len(part)
            return True

        self.wait(" … ".join(parts), found)

    def colours(self, word):
        """The colours of the last place where word stands."""
        for row in reversed(range(LINES)):
            at = self.screen.display[row].rfind(word)
            if at >= 0:
                return {self.screen.buffer[row][column].fg for column in range(at, at + len(word))}
        return set()


def main(transcript):
    t = Terminal(sys.executable, "-m", "jupyter_console", "--kernel", "warpbook")
    screens = []

    def step(keys, *expected):
        t.child.send(keys)
        t.expect(*expected)
        screens.append(t.text())

    step("", "CUDA C on GPUs", "In [1]:")
    step("1+1\r", "Out[1]: 2", "In [2]:")

    # An incomplete block goes on, indented, and an empty line ends it.
    step("def twice(x):\r", "In [2]: def twice(x):", "   ...:")
    step("return 2 * x\r", "   ...:     return 2 * x", "   ...:")
    step("\r", "In [3]:")
    step("twice(21)\r", "Out[3]: 42", "In [4]:")

    # Tab: the only candidate is inserted, several are offered.
    step("twi\t", "In [4]: twice")
    step(CTRL_U + "zer\t", "In [4]: zeros")
    step(CTRL_U + "max_\t", "In [4]: max_abs_diff")
    step(CTRL_U + "?zeros\r", "Signature: zeros(shape", "counts = zeros(256", "In [5]:")

    step('who = input("Who? ")\r', "Who?")
    step("Jan\r", "In [6]:")
    step("who\r", "Out[6]: \"Jan\"", "In [7]:")

    # A cell without an end prints that it runs, and is interrupted then.
    step("for i in range(1 << 62): i or print('on')\r", "In [7]: for i in", "\non")
    step(CTRL_C, "KeyboardInterrupt", "In [8]:")
    step("who\r", "Out[8]: \"Jan\"", "In [9]:")

    # An error shows the line with a caret, in colour.
    step("undefined + 1\r", "-> 1 undefined + 1", "^", "NameError: name 'undefined' is not defined", "In [10]:")
    if t.colours("NameError:") <= {"default"}:
        sys.exit(f"the error has no colour; the screen:\n{t.text()}")

    step("%%cuda\r", "In [10]: %%cuda", "   ...:")
    step("__global__ void fill(float *a) { a[threadIdx.x] = 7; }\r", "= 7; }", "   ...:")
    step("\r\r", "fill", "In [11]:")  # CUDA C may have blank lines: two end the cell
    step("a = zeros(32)\r", "In [12]:")
    step("r = fill[1, 32](a); a[31]\r", "Out[12]: 7.0", "In [13]:")

    t.child.send(CTRL_D)
    t.expect("exit")
    t.child.send("y\r")
    t.end()
    with open(transcript, "w", encoding="utf-8") as f:
        f.write(("\n" + "=" * COLUMNS + "\n").join(screens) + "\n")
    if t.child.exitstatus != 0:
        sys.exit(f"jupyter console ended with {t.child.exitstatus}:\n{t.text()}")


main(sys.argv[1])
