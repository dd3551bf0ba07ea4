"""Prints the state of a new widget of each class that is named, as ipywidgets has it."""
import json
import sys

import ipywidgets
import ipywidgets.widgets as widgets


def find(name):
    for place in [ipywidgets, *(getattr(widgets, m) for m in dir(widgets))]:
        if hasattr(place, name):
            return getattr(place, name)
    raise SystemExit(f"ipywidgets has no {name}")


states = {}
for name in sys.argv[1:]:
    arguments = {"options": ["a"]} if name == "SelectionSlider" else {}
    state = find(name)(**arguments).get_state()
    if arguments:
        state["_options_labels"] = []  # there it cannot be made without one
    states[name] = state
json.dump(states, sys.stdout)
