"""Runs OpenFOAM's programs and reads their log and fields."""
import os
import re
import resource
import shutil
import subprocess
import time
from array import array
from dataclasses import dataclass, field
from pathlib import Path

from flow_case import Refused

# Where Debian's package has what other installations have in $WM_PROJECT_DIR.
DEBIAN = Path("/usr/share/openfoam")
HOW_TO_GET = "on Debian and Ubuntu: apt-get install openfoam; elsewhere: openfoam.com/download"


@dataclass
class Run:
    """One run of either program."""

    name: str
    iterations: int
    pressure: int  # iterations of the pressure's linear systems: V-cycles, or steps of CG
    cpu: float  # seconds of all processes
    wall: float  # seconds
    each: float  # seconds of an iteration
    converged: bool
    fields: dict = field(default_factory=dict)  # u, v, w, p by cell


def check_installed(program, ranks):
    needed = [program, "postProcess", *(["decomposePar", "reconstructPar", "mpirun"] * (ranks > 1))]
    for name in needed:
        if not shutil.which(name):
            raise Refused(f"{name} is not installed ({HOW_TO_GET})")


def environment():
    found = dict(os.environ)
    if DEBIAN.is_dir():
        found.setdefault("WM_PROJECT_DIR", str(DEBIAN))
    return found


def run_foam(name, folder, program, ranks):
    """Runs the case of a folder; the log stays in it."""
    if ranks > 1:
        call(["decomposePar", "-force"], folder)
        call(["mpirun", "-np", str(ranks), program, "-parallel"], folder, "log")
        call(["reconstructPar", "-latestTime"], folder)
    else:
        call([program], folder, "log")
    call(["postProcess", "-func", "writeCellVolumes", "-time", "0"], folder)
    return read_foam(name, folder)


def call(command, folder, log="log.preparation"):
    begin, before = time.monotonic(), children()
    with open(folder / log, "w" if log == "log" else "a") as output:
        status = subprocess.run(command, cwd=folder, env=environment(), stdout=output,
                                stderr=subprocess.STDOUT, check=False).returncode
    if status:
        raise Refused(f"{command[0]} ended with status {status}; see {folder / log}")
    if log == "log":
        spent = f"{children() - before:.2f} {time.monotonic() - begin:.2f}\n"
        (folder / "seconds").write_text(spent)


def children():
    """Processor seconds of all processes that this one waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def read_foam(name, folder):
    """The results in the folder of an earlier run."""
    try:
        log = (folder / "log").read_text()
        cpu, wall = map(float, (folder / "seconds").read_text().split())
    except OSError as error:
        raise Refused(f"{folder} has no results of OpenFOAM: {error.strerror}") from None
    solutions = re.findall(r"Solving for p,.*No Iterations (\d+)", log)
    clock = [float(seconds) for seconds in re.findall(r"ExecutionTime = ([0-9.]+) s", log)]
    iterations = len(re.findall(r"^Time = ", log, re.MULTILINE))
    each = (clock[-1] - clock[0]) / max(iterations - 1, 1)
    converged = "solution converged" in log or "simpleFoam" not in log
    run = Run(name, iterations, sum(map(int, solutions)), cpu, wall, each, converged)
    last = max((f for f in folder.iterdir() if is_number(f.name)), key=lambda f: float(f.name))
    run.fields = dict(zip("uvw", read_field(last / "U", 3)), p=read_field(last / "p", 1)[0])
    return run


def volumes(folder, count):
    """Of the cells, or 1 where all are equal."""
    return read_field(folder / "0" / "V", 1, count)[0]


def version(folder):
    """As the log has it: Version is empty in Debian's, whose Build is `OPENFOAM=1912 patch=..`."""
    head = (folder / "log").read_text()[:4000]
    found = re.search(r"^Build\s*:\s*(?:OPENFOAM=)?(\S+)", head, re.MULTILINE)
    return found.group(1) if found else "of unknown version"


def read_field(file, components, if_uniform=0):
    """The values in cells, one array for each component. A uniform field gives `if_uniform` ones,
    which weight all cells alike."""
    text = file.read_text()
    begin = text.index("internalField")
    start = re.compile(r"internalField\s+(uniform|nonuniform)\s+([^(;]*)").match(text, begin)
    if start.group(1) == "uniform":
        if not if_uniform:
            raise Refused(f"{file}: the field is uniform; there is nothing to compare")
        return [array("d", [1.0]) * if_uniform] * components
    count = int(start.group(2).split()[-1])
    body = text[text.index("(", start.end(2)) + 1 : text.index(";", start.end(2))]
    numbers = array("d", map(float, body.replace("(", " ").replace(")", " ").split()))
    if len(numbers) != count * components:
        raise Refused(f"{file}: {len(numbers)} numbers instead of {count * components}")
    return [numbers[k::components] for k in range(components)]


def is_number(text):
    return re.fullmatch(r"[0-9.]+(e[+-]?\d+)?", text) is not None and float(text) > 0
