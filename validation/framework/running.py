"""Runs the program, or a test program, and keeps what it wrote for the checks."""
import json
import os
import subprocess
import time
from pathlib import Path

from .frames import read_frame, read_table


class RunFailed(Exception):
    """One sentence: which run, and what the program said."""


class Result:
    """What a run left in its folder."""

    def __init__(self, run, form, folder):
        self.run, self.form, self.folder = run, form, Path(folder)
        self.name = run.name

    @property
    def record(self):
        """Seconds, device and command of the run."""
        return json.loads((self.folder / "run.json").read_text())

    @property
    def summary(self):
        return json.loads((self.folder / "results" / "summary.json").read_text())

    def frames(self):
        """All frames in the order of time."""
        return [read_frame(file) for file in sorted((self.folder / "results" / "fields").glob("*.vtr"))]

    def last_frame(self):
        return read_frame(max((self.folder / "results" / "fields").glob("*.vtr")))

    def table(self, name):
        """A table that the run wrote, such as forces.csv."""
        return read_table(self.folder / "results" / name)

    def text(self):
        """What a test program printed."""
        return (self.folder / "output.txt").read_text()

    def setting(self, key):
        """A number of the case as it ran."""
        section, name = key.split(".")
        inside = False
        for line in (self.folder / "results" / "case.cfg").read_text().splitlines():
            line = line.split("#")[0].strip()
            if line.startswith("["):
                inside = line == f"[{section}]"
            elif inside and line.split("=")[0].strip() == name:
                return float(line.split("=")[1].split()[0])
        raise KeyError(key)


def command_of(run, form, folder, build, device=None):
    """The command line of a run; paths are absolute."""
    if run.program:
        return [str(build / run.program[0]), *run.program[1:]]
    command = [str(build / "host/app/slipflow"), "run", str(run.file),
               "--output", str(folder / "results"), "--overwrite", "--quiet"]
    for setting in run.settings[form]:
        command += ["--set", setting]
    if run.backend:
        command += ["--backend", run.backend]
    elif device:
        command += ["--device", device]
    return command


def execute(run, form, folder, build, device=None):
    """Runs it and returns its Result; RunFailed when the program ends with another status than 0."""
    folder.mkdir(parents=True, exist_ok=True)
    command = command_of(run, form, folder, build, device)
    environment = dict(os.environ, SLIPFLOW_PROFILES=str(folder))
    begin = time.monotonic()
    with open(folder / "output.txt", "w") as output:
        status = subprocess.run(command, stdout=output, stderr=subprocess.STDOUT, env=environment,
                                check=False).returncode
    seconds = time.monotonic() - begin
    result = Result(run, form, folder)
    if status != 0:
        last = (result.text().strip().splitlines() or ["it said nothing"])[-1]
        raise RunFailed(f"{run.name}: the program ended with status {status}: {last}")
    device_name = "one CPU core" if run.program else result.summary["device"]
    (folder / "run.json").write_text(json.dumps(
        {"seconds": seconds, "device": device_name, "command": command}, indent=1) + "\n")
    return result
