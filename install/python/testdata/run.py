"""Runs cells in a notebook of Python and writes what they show, as JSON: run.py CELLS.json."""

import json
import sys

import nbclient
import nbformat

with open(sys.argv[1]) as file:
    cells = json.load(file)
notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for code in cells])
nbclient.NotebookClient(notebook, timeout=600, allow_errors=True, kernel_name="python3").execute()
json.dump([cell.outputs for cell in notebook.cells], sys.stdout)
