"""run_notebooks.py SOURCE WORK: executes the notebooks of a folder in a copy, where they are left with their outputs.
Their assertions must hold, and the outputs of those in SOURCE must be of the same kinds: to renew them, copy WORK to
SOURCE. Ends with status 77 if Jupyter is not installed."""
import shutil
import sys
from pathlib import Path

SECONDS = 300  # for a cell, on a busy machine
SKIPPED = 77

try:
    import ipykernel  # noqa: F401
    import matplotlib  # noqa: F401
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(SKIPPED)


def kinds_of_outputs(notebook):
    """Of each cell; texts that a cell prints piece by piece are one."""
    kinds = []
    for cell in notebook.cells:
        outputs = cell.get("outputs", [])
        kinds.append(sorted({output.get("name", "") + " ".join(sorted(output.get("data", {}))) for output in outputs}))
    return kinds


def images(notebook):
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return sum("image/png" in output.get("data", {}) for output in outputs)


def problem(file):
    """What is wrong with a notebook; empty if nothing is."""
    notebook = nbformat.read(file, as_version=4)
    nbformat.validate(notebook)
    stored, metadata = kinds_of_outputs(notebook), notebook.metadata.copy()
    try:
        folder = {"metadata": {"path": str(file.parent)}}
        NotebookClient(notebook, timeout=SECONDS, record_timing=False, resources=folder).execute()
    except CellExecutionError as error:
        return f"fails:\n{error}"
    notebook.metadata = metadata  # without the version of Python
    nbformat.write(notebook, file)
    if stored != kinds_of_outputs(notebook):
        return f"is stored without its outputs: copy {file} to python/notebooks"
    return "" if images(notebook) else "draws nothing"


def main():
    source, work = map(Path, sys.argv[1:])
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(source, work, ignore=shutil.ignore_patterns("out", ".ipynb_checkpoints"))
    files = sorted(work.glob("*.ipynb"))
    problems = {file.name: found for file in files if (found := problem(file))}
    for name, found in problems.items():
        print(f"FAILED: {name} {found}")
    print(f"{len(files)} notebooks, {len(problems)} failed")
    return 1 if problems or len(files) < 3 else 0


if __name__ == "__main__":
    sys.exit(main())
