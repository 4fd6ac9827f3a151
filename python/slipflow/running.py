"""Runs a case."""
from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from slipflow.case import Case, Value
from slipflow.program import Error, ExitStatus, call
from slipflow.results import Results

Name = str | os.PathLike[str]


def run(
    case: Case | Name,
    output: Name | None = None,
    *,
    set: Mapping[str, Value | Sequence[str]] | None = None,
    device: str | int | None = None,
    backend: str | None = None,
    precision: str | None = None,
    kernels: str | None = None,
    parity: bool = False,
    overwrite: bool = False,
    restart: Name | None = None,
    steps: int | None = None,
    max_hours: float | None = None,
    progress: Callable[[str], object] | None = None,
    options: Sequence[str] = (),
    launcher: Sequence[str] = (),
) -> Results:
    """Runs a case to its end and returns its results.

        results = slipflow.run("channel.cfg", output="out/kn01", set={"gas.knudsen": 0.1}, backend="serial")

    The keywords are the options of `slipflow run`; `options` are further ones, such as ["--trust-device"].
    `set` changes keys for this run; a list of texts replaces all occurrences of a repeatable key. Without `output` the
    results are in the folder output.directory of the case. `progress` is called with each line that the program prints
    (print shows them). `launcher` starts several ranks, such as ["mpirun", "-n", "4"].

    Raises Error with the program's sentence and exit status if the run fails. Warnings are ProgramWarning. Ctrl-C stops
    the program after a checkpoint, then KeyboardInterrupt is raised; `restart="latest"` resumes. A run that max_hours
    has stopped returns its results: see `Results.stopped_by`.
    """
    changed = case.copy() if isinstance(case, Case) else Case(case)
    for key, value in (set or {}).items():
        _change(changed, key, value)
    words = options_of(output=output, device=device, backend=backend, precision=precision, kernels=kernels)
    words += options_of(parity=parity, overwrite=overwrite, restart=restart, steps=steps, max_hours=max_hours)
    words += ["--quiet"] if progress is None else []
    folder = Path(output) if output is not None else Path(changed.get("output.directory") or "out")
    with changed.arguments() as arguments:
        done = call(["run", *arguments, *words, *options], progress, launcher)
        done.warn()
        if done.status == ExitStatus.INTERRUPTED:
            raise Error(f"the run was interrupted; restart='latest' resumes it in {folder}", done.status)
        if done.status != ExitStatus.TERMINATED or max_hours is None or not _ran_out_of_time(folder):
            done.require_success()
    return Results(folder)


def _ran_out_of_time(folder: Path) -> bool:
    return (folder / "run.log").exists() and Results(folder).stopped_by == "max_hours"


def _change(case: Case, key: str, value: Value | Sequence[str]) -> None:
    """A list of texts is one occurrence for each; anything else is one value."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        texts = [one for one in value if isinstance(one, str)]
        if len(texts) == len(value):
            case.set_all(key, texts)
            return
        value = [one for one in value if not isinstance(one, str)]
    case[key] = value


def options_of(**options: object) -> list[str]:
    """Options of a command: None and False are left out, True has no value.

    >>> options_of(steps=3, parity=True, device=None, max_hours=0.5)
    ['--steps', '3', '--parity', '--max-hours', '0.5']
    """
    words: list[str] = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        words.append("--" + name.replace("_", "-"))
        if value is not True:
            words.append(os.fspath(value) if isinstance(value, os.PathLike) else str(value))
    return words
