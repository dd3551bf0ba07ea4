"""JupyterLab with Warpbook in a browser, as a user goes through it: open a notebook,
run all, look at the curve, complete, inspect, see the variables, move a slider,
interrupt, restart.

    lab.py WARPBOOK CHROMIUM FOLDER

starts `WARPBOOK lab` in a temporary folder, and keeps screenshots as FOLDER/lab-*.png.
Every step waits for what a user would wait for; there are no pauses.
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager

from playwright.sync_api import expect, sync_playwright

TIMEOUT = 120  # seconds for one step, a stop against hanging

CUDA = """\
%%cuda -D TILE=32
// Each block moves a tile through shared memory.
__global__ void padded(float *out, const float *in, int n) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int r = 0; r < TILE; r += 8)
    tile[threadIdx.y + r][threadIdx.x] = in[(y + r) * n + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int r = 0; r < TILE; r += 8)
    out[(y + r) * n + x] = tile[threadIdx.x][threadIdx.y + r];
}"""

CELLS = [
    ("markdown", "# A transpose through shared memory\n\nThe padding keeps the columns of the tile in different banks."),
    ("code", CUDA),
    ("code", "n = 128\na = rand((n, n), seed=1)\nb = zeros((n, n))\nr = padded[(4, 4), (32, 8)](b, a, n)\ncheck(allclose(b, transpose(a)), 'the transpose is wrong')\nr"),
    ("code", 's = sweep(["transpose/naive", "transpose/padded"], n=range(512, 1025, 64))\nplot(s, y="gbps")'),
]


def notebook():
    cells = [
        {"cell_type": kind, "id": f"cell-{i}", "metadata": {}, "source": source, **({"execution_count": None, "outputs": []} if kind == "code" else {})}
        for i, (kind, source) in enumerate(CELLS)
    ]
    kernel = {"name": "warpbook", "display_name": "Warpbook", "language": "starlark"}
    return json.dumps({"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})


@contextmanager
def server(warpbook, folder, name, text, *more):
    """`warpbook lab` on a port that it chooses, in the folder work, which has one notebook; yields its address and ends it with Ctrl-C. more are
    options of JupyterLab."""
    settings = folder / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text('{"fetchNews": "false", "checkForUpdates": false}')
    work = folder / "work"
    work.mkdir()
    (work / name).write_text(text, encoding="utf-8")
    env = dict(os.environ, JUPYTERLAB_SETTINGS_DIR=str(folder / "settings"), JUPYTERLAB_WORKSPACES_DIR=str(folder / "workspaces"))
    log = folder / "lab.log"
    with open(log, "wb") as out:
        options = ["--no-browser", "--allow-root", "--IdentityProvider.token=", "--ServerApp.port=0", *more]
        lab = subprocess.Popen([warpbook, "lab", str(work), "--", *options], stdout=out, stderr=out, env=env, start_new_session=True)
        try:
            yield lab, wait(lambda: re.search(r"http://127\.0\.0\.1:\d+/lab", log.read_text()), lab, log).group()
            family = descendants(lab.pid)
            if len(family) < 2:
                sys.exit(f"JupyterLab and a kernel should run, but the processes are {family}")
            lab.send_signal(signal.SIGINT)
            if lab.wait(TIMEOUT) != 0:
                sys.exit(f"warpbook lab ended with {lab.returncode}:\n{log.read_text()}")
            if left := [pid for pid in family if os.path.exists(f"/proc/{pid}")]:
                sys.exit(f"warpbook lab left the processes {left} of {family}:\n{log.read_text()}")
        finally:
            if lab.poll() is None:
                lab.terminate()
                lab.wait(TIMEOUT)


def descendants(pid):
    """The processes that pid has started, and those that they have."""
    children = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text()
        except OSError:
            continue  # it has ended
        if int(text.rsplit(")", 1)[1].split()[1]) == pid:
            child = int(stat.parent.name)
            children += [child, *descendants(child)]
    return children


def wait(condition, process, log):
    end = time.monotonic() + TIMEOUT
    while not (found := condition()):
        if time.monotonic() > end or process.poll() is not None:
            sys.exit(f"warpbook lab does not serve:\n{log.read_text()}")
        time.sleep(0.05)
    return found


class Lab:
    """The page, and what a user does on it."""

    def __init__(self, page, folder):
        self.page, self.folder = page, folder
        self.cells = page.locator(".jp-Notebook .jp-CodeCell")

    def shot(self, name):
        self.page.screenshot(path=self.folder / f"lab-{name}.png")

    def menu(self, name, item):
        self.page.get_by_role("menuitem", name=name, exact=True).click()
        self.page.locator(".lm-Menu-item").filter(has_text=item).first.click()

    def idle(self):
        expect(self.page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]')).to_be_visible()

    def new_cell(self, text=""):
        """A new last cell, in which text is typed; its locator."""
        before = self.cells.count()
        self.cells.last.locator(".jp-InputPrompt").click()
        self.page.keyboard.press("b")
        expect(self.cells).to_have_count(before + 1)
        cell = self.cells.nth(before)
        cell.locator(".cm-content").click()
        self.page.keyboard.type(text)
        return cell

    def run(self, text):
        cell = self.new_cell()
        self.page.keyboard.insert_text(text)  # typed, it would be indented
        self.page.keyboard.press("Control+Enter")
        return cell

    def executed(self, cell, count=r"\d+"):
        expect(cell.locator(".jp-InputPrompt").first).to_have_text(re.compile(rf"\[{count}\]:"))


def spans(cell, word):
    """The highlighted pieces of a cell that are exactly word."""
    return cell.locator(".cm-line span").filter(has_text=re.compile(rf"^{re.escape(word)}$"))


def highlighting(lab):
    cuda, launch = lab.cells.nth(0), lab.cells.nth(1)
    for word in ("%%cuda", "__global__", "__shared__", "float", "threadIdx", "__syncthreads", "for", "8"):
        expect(spans(cuda, word).first).to_be_visible()
    colour = "e => getComputedStyle(e).color"
    plain = cuda.locator(".cm-content").evaluate(colour)
    for word in ("__global__", "float", "threadIdx"):
        if spans(cuda, word).first.evaluate(colour) == plain:
            sys.exit(f"{word} has the colour of plain text")
    expect(spans(launch, "seed")).to_have_count(0)

    # A cell becomes CUDA C while it is typed, and stops to be.
    cell = lab.new_cell("%%cuda\n__device__ int twice() { return 2 * thr")
    expect(spans(cell, "__device__")).to_be_visible()
    lab.page.keyboard.press("Tab")
    expect(lab.page.locator(".jp-Completer-match")).to_have_text(["threadIdx"])
    lab.page.keyboard.press("Enter")
    expect(cell.locator(".cm-content")).to_contain_text("threadIdx")
    lab.page.keyboard.press("Control+Home")
    lab.page.keyboard.press("Delete")
    expect(spans(cell, "__device__")).to_have_count(0)
    lab.page.keyboard.press("Escape")
    lab.page.keyboard.press("d")
    lab.page.keyboard.press("d")
    expect(lab.cells).to_have_count(3)


DRAWN = """canvas => {
  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  const colours = new Set();
  for (let i = 0; i < pixels.length; i += 4)
    if (pixels[i + 3] > 200 && Math.max(pixels[i], pixels[i + 1], pixels[i + 2]) - Math.min(pixels[i], pixels[i + 1], pixels[i + 2]) > 100)
      colours.add([pixels[i] >> 5, pixels[i + 1] >> 5, pixels[i + 2] >> 5].join());
  return colours.size;
}"""


def curve(lab):
    lab.idle()
    lab.menu("Run", "Run All Cells")
    for i in range(3):
        lab.executed(lab.cells.nth(i), str(i + 1))
    expect(lab.cells.nth(0).locator(".jp-OutputArea-output")).to_contain_text("padded")
    expect(lab.cells.nth(1).locator(".jp-OutputArea-output")).to_contain_text("Tesla T4")
    canvas = lab.cells.nth(2).locator("canvas.marks")
    expect(canvas).to_be_visible()
    canvas.scroll_into_view_if_needed()
    if canvas.evaluate(DRAWN) < 2:
        sys.exit("the canvas shows no two curves in colour")
    lab.idle()


def completion(lab):
    cell = lab.new_cell("ran")
    lab.page.keyboard.press("Tab")
    offered = lab.page.locator(".jp-Completer-match")
    expect(offered).to_have_text(["rand", "range"])
    lab.shot("complete")
    offered.first.click()
    expect(cell.locator(".cm-content")).to_have_text("rand")
    return cell


def inspection(lab, cell):
    lab.page.keyboard.type("(")
    lab.page.keyboard.press("Shift+Tab")
    tooltip = lab.page.locator(".jp-Tooltip")
    expect(tooltip).to_contain_text("seed")
    lab.shot("inspect")
    lab.page.keyboard.press("Escape")
    expect(tooltip).to_have_count(0)


def variables(lab):
    bug = lab.page.locator(".jp-DebuggerBugButton")
    bug.click()
    lab.page.get_by_role("tab", name="Debugger").click()
    panel = lab.page.locator(".jp-DebuggerVariables")
    expect(panel.locator(".jp-DebuggerVariables-name")).to_have_text(["a", "b", "n", "padded", "r", "s"])
    panel.get_by_text("r", exact=True).click()
    expect(panel).to_contain_text("occupancy")
    lab.shot("variables")
    bug.click()
    lab.page.get_by_role("tab", name="Debugger").click()


CONTROLS = """\
def speed(n, variant):
    print(f"{run('transpose/' + variant, n=n).gbps:.1f} GB/s of {variant} at n = {n}")

interact(speed, n=(256, 1024, 128), variant=["naive", "padded"]);"""


def sliders(lab):
    cell = lab.run(CONTROLS)
    shown = cell.locator(".jp-Cell-outputArea")
    expect(shown).to_contain_text("of naive at n = 640")
    handle = cell.locator(".noUi-handle")
    handle.focus()
    lab.page.keyboard.press("ArrowRight")
    expect(shown).to_contain_text("of naive at n = 768")
    cell.locator("select").select_option("padded")
    expect(shown).to_contain_text("of padded at n = 768")
    expect(shown).not_to_contain_text("naive at")
    shown.scroll_into_view_if_needed()
    lab.shot("slider")
    return cell


def interrupt(lab, controls):
    cell = lab.run("i = 0\nprint('on')\nwhile True: i += 1")
    expect(cell.locator(".jp-OutputArea-output").first).to_have_text("on\n")
    expect(cell.locator(".jp-InputPrompt").first).to_have_text("[*]:")
    # Controls work while a cell runs.
    controls.locator(".noUi-handle").focus()
    lab.page.keyboard.press("ArrowLeft")
    expect(controls.locator(".jp-Cell-outputArea")).to_contain_text("of padded at n = 640")
    expect(cell.locator(".jp-InputPrompt").first).to_have_text("[*]:")
    lab.page.locator('[data-command="notebook:interrupt-kernel"], jp-button[title^="Interrupt"]').first.click()
    expect(cell.locator(".jp-OutputArea")).to_contain_text("KeyboardInterrupt")
    lab.idle()
    cell.locator(".jp-Cell-outputArea").scroll_into_view_if_needed()
    lab.shot("interrupt")
    after = lab.run("i > 0, s.best()['n'] > 0")
    expect(after.locator(".jp-OutputArea-result, .jp-OutputArea-output").last).to_contain_text("(True, True)")


def restart(lab):
    lab.menu("Kernel", "Restart Kernel…")
    lab.page.locator(".jp-Dialog .jp-mod-accept").click()
    cell = lab.run("s")
    expect(cell.locator(".jp-OutputArea")).to_contain_text("NameError")
    lab.executed(cell, "1")


def main(warpbook, chromium, folder):
    folder = pathlib.Path(folder)
    steps = []
    with tempfile.TemporaryDirectory() as temporary, server(warpbook, pathlib.Path(temporary), "transpose.ipynb", notebook()) as (process, address), sync_playwright() as p:
        browser = p.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(TIMEOUT * 1000)
        expect.set_options(timeout=TIMEOUT * 1000)
        problems = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        lab = Lab(page, folder)
        begun = time.monotonic()

        def step(name, function, *args):
            try:
                return function(*args)
            except BaseException:
                lab.shot(f"failed-{name}")
                print(f"step {name}; the page's errors: {problems}", file=sys.stderr)
                raise
            finally:
                steps.append(f"{name} {time.monotonic() - begun:.1f} s")

        def opened():
            page.goto(address + "/tree/transpose.ipynb")
            expect(lab.cells).to_have_count(3)
            lab.idle()
            lab.cells.first.locator(".cm-content").wait_for()

        step("open", opened)
        step("highlight", highlighting, lab)
        lab.shot("open")
        step("run", curve, lab)
        lab.shot("curve")
        cell = step("complete", completion, lab)
        step("inspect", inspection, lab, cell)
        step("variables", variables, lab)
        controls = step("slider", sliders, lab)
        step("interrupt", interrupt, lab, controls)
        step("restart", restart, lab)
        lab.shot("restart")
        if problems:
            sys.exit("the page reported errors: " + "\n".join(problems))
        browser.close()
    print("; ".join(steps))


if __name__ == "__main__":
    main(*sys.argv[1:])
