"""A notebook of Colab in JupyterLab, as a user goes through it: open it, choose the
kernel Warpbook in place of Python's, run all, save.

    colab.py WARPBOOK CHROMIUM FOLDER NOTEBOOK SAVED

serves a copy of NOTEBOOK, keeps what JupyterLab has saved as SAVED, and a screenshot
as FOLDER/lab-colab.png.
"""

import pathlib
import re
import shutil
import sys
import tempfile

from lab import TIMEOUT, Lab, server
from playwright.sync_api import expect, sync_playwright


def choose(lab):
    """The way to another kernel: a click on the name of the notebook's own."""
    name = lab.page.locator("jp-button.jp-Toolbar-kernelName, .jp-Toolbar-kernelName")
    expect(name.first).to_contain_text("Python 3")
    lab.idle()
    name.first.click()
    dialog = lab.page.locator(".jp-Dialog")
    dialog.locator("select").select_option(label="Warpbook (CUDA C on modelled GPUs)")
    dialog.locator(".jp-mod-accept").click()
    expect(name.first).to_contain_text("Warpbook")
    lab.idle()


def run_all(lab):
    """Runs all cells. The last one has its number when all before it have run."""
    lab.menu("Run", "Run All Cells")
    # The page holds the cells that can be seen, and the notebook scrolls to the last one that runs.
    last = lab.page.locator(".jp-Notebook .jp-CodeCell").last
    expect(last.locator(".jp-InputPrompt").first).to_have_text(re.compile(r"\[\d+\]:"))
    lab.idle()


def save(lab, file, saved):
    lab.menu("File", "Save Notebook")
    expect(lab.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")).to_be_visible()
    expect(lab.page.locator(".lm-TabBar-tab.jp-mod-current.jp-mod-dirty")).to_have_count(0)
    shutil.copy(file, saved)


def main(warpbook, chromium, folder, notebook, saved):
    text = pathlib.Path(notebook).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as temporary, server(warpbook, pathlib.Path(temporary), "colab.ipynb", text) as (_, address), sync_playwright() as p:
        browser = p.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(TIMEOUT * 1000)
        expect.set_options(timeout=TIMEOUT * 1000)
        lab = Lab(page, pathlib.Path(folder))
        try:
            page.goto(address + "/tree/colab.ipynb")
            lab.cells.first.locator(".cm-content").wait_for()
            choose(lab)
            run_all(lab)
            save(lab, pathlib.Path(temporary) / "work" / "colab.ipynb", saved)
        except BaseException:
            lab.shot("failed-colab")
            raise
        lab.shot("colab")
        browser.close()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
