"""Where the program `warpbook` is."""

from __future__ import annotations

import os
import sysconfig


def program() -> str:
    """Returns the path of the program `warpbook`, which pip puts beside Python's other scripts.

    The variable WARPBOOK_PROGRAM of the environment names another one.
    """
    own = os.environ.get("WARPBOOK_PROGRAM")
    if own:
        return own
    name = "warpbook.exe" if os.name == "nt" else "warpbook"
    schemes = [sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")]
    folders = [sysconfig.get_path("scripts", scheme) for scheme in schemes]
    # pip install --target DIR puts scripts below DIR, beside the package.
    folders.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin"))
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f"{name} is in none of {', '.join(folders)}; pip install --force-reinstall warpbook brings it back")
