"""papermill with parameters for notebooks in Warpbook.

papermill writes parameters in the notebook's language, knows a fixed list of them, and finds no
others by itself. What it writes for Python is Starlark too, so that is registered here:

    python warpbook_papermill.py in.ipynb out.ipynb -p n 4096

is papermill's command with Warpbook's language, and in a program `import warpbook_papermill`
before papermill.execute_notebook(...) does the same.
"""
from papermill.translators import PythonTranslator, papermill_translators

papermill_translators.register("starlark", PythonTranslator)

if __name__ == "__main__":
    from papermill.cli import papermill

    papermill()
