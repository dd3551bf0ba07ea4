"""A notebook of Colab in JupyterLab where Warpbook is the only kernel: it starts without a question, and a cell runs. Another notebook
for Python is asked about, as ever.

    colabalone.py WARPBOOK CHROMIUM FOLDER

keeps a screenshot as FOLDER/lab-colab-alone.png.
"""

import json
import pathlib
import sys
import tempfile

from lab import TIMEOUT, Lab, server
from playwright.sync_api import expect, sync_playwright

ALONE = ["--KernelSpecManager.ensure_native_kernel=False", "--KernelSpecManager.allowed_kernelspecs=warpbook"]
SOURCE = '%%cu\n#include <cstdio>\n__global__ void k() { printf("on the GPU\\n"); }\nint main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }'


def notebook(**metadata):
    cell = {"cell_type": "code", "metadata": {}, "source": SOURCE, "execution_count": None, "outputs": []}
    python = {"kernelspec": {"name": "python3", "display_name": "Python 3"}, "language_info": {"name": "python"}}
    return json.dumps({"cells": [cell], "metadata": {**python, **metadata}, "nbformat": 4, "nbformat_minor": 0})


def main(warpbook, chromium, folder):
    colab = notebook(accelerator="GPU", colab={"provenance": [], "gpuType": "T4"})
    with tempfile.TemporaryDirectory() as temporary, server(warpbook, pathlib.Path(temporary), "colab.ipynb", colab, *ALONE) as (_, address), sync_playwright() as p:
        (pathlib.Path(temporary) / "work" / "other.ipynb").write_text(notebook(), encoding="utf-8")
        browser = p.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(TIMEOUT * 1000)
        expect.set_options(timeout=TIMEOUT * 1000)
        lab = Lab(page, pathlib.Path(folder))
        try:
            page.goto(address + "/tree/colab.ipynb")
            lab.cells.first.locator(".cm-content").wait_for()
            expect(page.locator(".jp-Toolbar-kernelName").first).to_contain_text("Warpbook")
            expect(page.locator(".jp-Dialog")).to_have_count(0)
            lab.idle()  # before the kernel answers "Run All Cells" runs nothing
            lab.menu("Run", "Run All Cells")
            expect(lab.cells.first.locator(".jp-OutputArea-output").first).to_contain_text("on the GPU")
            lab.shot("colab-alone")
            lab.menu("File", "Save Notebook")
            expect(page.locator(".lm-TabBar-tab.jp-mod-current.jp-mod-dirty")).to_have_count(0)
            page.goto(address + "/tree/other.ipynb")
            expect(page.locator(".jp-Dialog")).to_contain_text("Select Kernel")
        except BaseException:
            lab.shot("failed-colab-alone")
            raise
        browser.close()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
