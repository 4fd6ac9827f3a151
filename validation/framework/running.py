"""Runs the program, or a test program, and keeps what it wrote for the checks."""
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from .frames import read_frame, read_table


# Where the mesh of a run is that a script of its case makes.
MESH = "polyMesh"


class RunFailed(Exception):
    """One sentence: which run, and what the program said."""


class Result:
    """What a run left in its folder."""

    def __init__(self, run, form, folder):
        self.run, self.form, self.folder = run, form, Path(folder)
        self.name = run.name
        self.earlier = {}  # results of the case's runs before it, by name

    @property
    def summary_file(self):
        """What tells how a run ended: slipflow's own, or what `execute` writes for a test
        program that went well."""
        return self.folder / ("run.json" if self.run.program else "results/summary.json")

    @property
    def summary(self):
        """Device and seconds, of `slipflow run` much more."""
        return json.loads(self.summary_file.read_text())

    def complete(self):
        """Whether it holds a run that went to its end; slipflow sums up failed ones too."""
        try:
            summary = self.summary
        except (OSError, ValueError):
            return False
        return summary.get("status", "done") == "done" and summary.get("exit_status", 0) == 0

    def frames(self):
        """All frames in the order of time."""
        return [
            read_frame(file) for file in sorted((self.folder / "results" / "fields").glob("*.vtr"))
        ]

    def frame_files(self):
        """Those of polyhedra in the order of time, for read_cells()."""
        return sorted((self.folder / "results" / "fields").glob("*.vtu"))

    def last_frame(self):
        return read_frame(self.last_frame_file())

    def last_frame_file(self):
        """The file of the last frame; the name alone before the run."""
        fields = self.folder / "results" / "fields"
        return max(fields.glob("*.vtr"), default=fields / "LAST.vtr")

    def table(self, name):
        """A table that the run wrote, such as forces.csv."""
        return read_table(self.folder / "results" / name)

    def text(self):
        """What a test program printed."""
        return (self.folder / "output.txt").read_text()

    def profile(self, name):
        """The columns of a table that a test program wrote, by name."""
        lines = read_table(self.folder / f"{name}.csv")
        return {key: [line[key] for line in lines] for key in lines[0]}

    def last_profile(self, name):
        """The columns of the last table of `output.profile = ... name=NAME`, by name."""
        last = max((self.folder / "results" / "profiles").glob(f"{name}_*.csv"))
        lines = read_table(last)
        return {key: [line[key] for line in lines] for key in lines[0]}

    def setting(self, key):
        """A number of the case as it ran; the first one of several."""
        return self.setting_list(key)[0]

    def setting_list(self, key):
        """The numbers of a key of the case as it ran."""
        return [float(word) for word in self.setting_text(key).split()]

    def setting_option(self, key, option):
        """The numbers of an option, such as velocity=1,0, of a line of the case as it ran."""
        return [float(x) for x in self.setting_text(key).split(f"{option}=")[1].split()[0].split(",")]

    def setting_text(self, key):
        """A key of the case as it ran."""
        section, name = key.split(".")
        inside = False
        for line in (self.folder / "results" / "case.cfg").read_text().splitlines():
            line = line.split("#")[0].strip()
            if line.startswith("["):
                inside = line == f"[{section}]"
            elif inside and line.split("=")[0].strip() == name:
                return line.split("=", 1)[1].strip()
        raise KeyError(key)


def command_of(run, form, folder, build, device=None):
    """The command line of a run; paths are absolute."""
    if run.program:
        return [str(build / run.program[0]), *run.program[1:]]
    command = [
        str(build / "host/app/slipflow"),
        "run",
        str(run.file),
        "--output",
        str(folder / "results"),
        "--overwrite",
        "--quiet",
    ]
    for setting in run.settings[form]:
        command += ["--set", setting]
    if run.mesh:
        command += ["--set", f"mesh.file={folder / MESH}"]
    if start := run.start_in(form):
        frame = Result(start, form, folder.parent / start.name).last_frame_file()
        command += ["--set", f"initial.state=file path={frame}"]
    if run.backend and form != "full":
        command += ["--backend", run.backend]
    elif device:
        command += ["--device", device]
    else:
        command += ["--backend", "opencl"]
    return command


def execute(run, form, folder, build, device=None):
    """Runs it and returns its Result; RunFailed when the program ends with another status than
    0."""
    folder.mkdir(parents=True, exist_ok=True)
    if run.mesh:
        make_mesh(run, folder)
    command = command_of(run, form, folder, build, device)
    environment = dict(os.environ, SLIPFLOW_PROFILES=str(folder))
    result = Result(run, form, folder)
    result.summary_file.unlink(missing_ok=True)  # of an earlier run, which this one may not outlive
    begin = time.monotonic()
    with open(folder / "output.txt", "w") as output:
        try:
            status = subprocess.run(
                command, stdout=output, stderr=subprocess.STDOUT, env=environment, check=False
            ).returncode
        except OSError as error:
            raise RunFailed(f"{run.name}: {error}") from None
    seconds = time.monotonic() - begin
    if status != 0:
        last = (result.text().strip().splitlines() or ["it said nothing"])[-1]
        raise RunFailed(f"{run.name}: the program ended with status {status}: {last}")
    if run.program:
        result.summary_file.write_text(
            json.dumps({"device": "one CPU core", "seconds": seconds}) + "\n"
        )
    return result


def mesh_command(run, folder):
    """The command line that makes the mesh of a run; empty where it has one."""
    return [sys.executable, *run.mesh, str(folder / MESH)] if run.mesh else []


def make_mesh(run, folder):
    """Makes the mesh of a run anew."""
    for file in (folder / MESH).glob("*"):
        file.unlink()
    command = mesh_command(run, folder)
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        last = (made.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise RunFailed(f"{run.name}: {run.mesh[0]} made no mesh: {last}")
