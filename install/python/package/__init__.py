"""Warpbook runs CUDA C on GPUs that you don't have.

The package holds the program `warpbook`, a kernel for Jupyter, and an extension of JupyterLab.
"""

import os
import sysconfig

__all__ = ["program", "__version__"]

__version__ = "@VERSION@"


def program() -> str:
    """Returns the path of the program `warpbook`, which pip puts beside Python's other scripts."""
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
