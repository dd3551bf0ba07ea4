"""python -m warpbook ARGUMENTS runs the program. Jupyter starts the kernel so: it replaces "python" in a kernelspec by its own Python."""

import os
import sys

from . import program


def main() -> None:
    argv = [program(), *sys.argv[1:]]
    if os.name != "nt":
        os.execv(argv[0], argv)
    import subprocess  # Windows has no exec that keeps the process

    try:
        sys.exit(subprocess.run(argv).returncode)
    except KeyboardInterrupt:  # the program has got it, too, and has answered it
        sys.exit(130)


if __name__ == "__main__":
    main()
