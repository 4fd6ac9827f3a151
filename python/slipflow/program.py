"""The program: where it is, how it is called, and its failures as exceptions."""
from __future__ import annotations

import os
import shutil
import signal
import subprocess
import threading
import warnings
from collections.abc import Callable, Sequence
from enum import IntEnum
from pathlib import Path
from typing import IO

#: Names the program, before the checkout's build and PATH are searched.
VARIABLE = "SLIPFLOW_EXECUTABLE"
_IN_CHECKOUT = "build/{preset}/host/app/slipflow"
_PRESETS = ("release", "dev")


class ExitStatus(IntEnum):
    """Exit statuses of the program."""

    DONE = 0
    INTERNAL_ERROR = 1
    BAD_INPUT = 2
    NO_DEVICE = 3
    DIVERGED = 4  #: or did not converge
    OUTPUT_FAILED = 5
    KERNEL_NOT_BUILT = 6
    RESULTS_DISAGREE = 7
    RANKS_FAILED = 8
    INTERRUPTED = 130
    TERMINATED = 143


class Error(Exception):
    """What went wrong, in one sentence, and the exit status; see `ExitStatus`.

    >>> error = Error("diverged at step 1", 4)
    >>> print(error, error.status == ExitStatus.DIVERGED)
    diverged at step 1 True
    """

    def __init__(self, message: str, status: int = ExitStatus.BAD_INPUT) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


class ProgramWarning(UserWarning):
    """A warning of the program, such as a time step above the limit."""


def executable() -> Path:
    """The program: `SLIPFLOW_EXECUTABLE`, else that of the checkout which holds this package, else the one in PATH.

    Raises Error with status 2 if there is none.
    """
    given = os.environ.get(VARIABLE)
    if given:
        found = shutil.which(given)
        if not found:
            raise Error(f"{VARIABLE} names {given}, which is no program")
        return Path(found)
    checkout = Path(__file__).resolve().parents[2]
    for preset in _PRESETS:
        path = checkout / _IN_CHECKOUT.format(preset=preset)
        if os.access(path, os.X_OK) and path.is_file():
            return path
    installed = shutil.which("slipflow")
    if not installed:
        raise Error(f"slipflow is not in PATH: install it, build it, or name it in {VARIABLE}")
    return Path(installed)


class Output:
    """Status, lines and error lines of a command."""

    def __init__(self) -> None:
        self.status = 0
        self.lines: list[str] = []
        self.error_lines: list[str] = []

    def message(self) -> str:
        """The sentence of a failure."""
        if self.status < 0:
            return f"slipflow was ended by {_signal_name(-self.status)}"
        for line in reversed(self.error_lines):
            if line.startswith("slipflow: "):
                return line.removeprefix("slipflow: ")
        said = [line for line in self.error_lines + self.lines if line.strip()]
        return said[-1] if said else f"slipflow ended with status {self.status}"

    def warn(self) -> None:
        """Repeats the program's warnings as Python's."""
        for line in self.error_lines:
            if line.startswith("warning: "):
                warnings.warn(line.removeprefix("warning: "), ProgramWarning, stacklevel=3)

    def require_success(self) -> None:
        if self.status != 0:
            raise Error(self.message(), self.status if self.status > 0 else 128 - self.status)


def call(
    arguments: Sequence[str],
    line: Callable[[str], object] | None = None,
    launcher: Sequence[str] = (),
) -> Output:
    """Runs the program to its end and returns what it said, whatever its status.

    `line` is called with each line of its output. KeyboardInterrupt is passed on as one SIGINT, after which the
    program writes a checkpoint, and raised again when the program has ended. A second one is passed on too.
    """
    command = [*launcher, str(executable()), *arguments]
    output = Output()
    try:
        # A terminal's Ctrl-C reaches only this process, which passes it on once.
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            process_group=0,
        )
    except OSError as error:
        raise Error(f"{command[0]} does not start: {error.strerror}") from error
    with process:
        _follow(process, output, line)
    return output


def _follow(
    process: subprocess.Popen[str], output: Output, line: Callable[[str], object] | None
) -> None:
    assert process.stdout and process.stderr
    errors = threading.Thread(target=_keep_lines, args=(process.stderr, output.error_lines))
    errors.start()
    try:
        for text in process.stdout:
            output.lines.append(text.rstrip("\n"))
            if line:
                line(output.lines[-1])
        output.status = process.wait()
    except BaseException:
        _interrupt(process)
        raise
    finally:
        errors.join()


def _keep_lines(stream: IO[str], lines: list[str]) -> None:
    lines.extend(line.rstrip("\n") for line in stream)


def _interrupt(process: subprocess.Popen[str]) -> None:
    """Sends SIGINT and waits for the end; KeyboardInterrupt sends another one, which ends the program at once."""
    assert process.stdout
    while process.poll() is None:
        process.send_signal(signal.SIGINT)
        try:
            while process.stdout.read(1 << 16):
                pass
            process.wait()
        except KeyboardInterrupt:
            continue


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
