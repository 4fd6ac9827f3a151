#!/usr/bin/env python3
"""Runs OpenFOAM and slipflow on the identical mesh of a case of `method = piso`, to the same residuals
or times, and prints seconds, iterations and differences. docs/results/openfoam.md has examples and
results. Exit status 2 with one sentence when OpenFOAM is missing or a case cannot be translated."""
import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "validation"))

import foam_case  # noqa: E402
import foam_run  # noqa: E402
from flow_case import OUTPUT, Refused, read_case, read_patches, set_options, write_mesh  # noqa: E402
from foam_run import Run  # noqa: E402
from framework.frames import read_arrays, read_table  # noqa: E402


def options():
    parser = argparse.ArgumentParser(prog="bench/openfoam/compare.py", description=__doc__)
    add = parser.add_argument
    add("case", type=Path, metavar="CASE.cfg", help="a case with `method = piso`, box or polyMesh")
    add("--set", action="append", default=[], metavar="KEY=VALUE", help="as for slipflow run")
    add("--algorithms", nargs="+", choices=["simple", "simplec", "piso"], metavar="NAME",
        help="some of simple, simplec, piso; that of the case without it")
    add("--work", type=Path, default=Path("out/openfoam"), help="folder of meshes and results")
    add("--reuse", action="store_true", help="takes OpenFOAM's results that are in the folder, also"
        " where it is not installed")
    add("--box", action="store_true", help="slipflow computes on the case's own box, not on the"
        " polyMesh of it")
    add("--backend", choices=["serial", "opencl"], default="opencl", help="of slipflow run")
    add("--device", help="of slipflow run")
    add("--ranks", type=int, default=1, help="of OpenFOAM, by mpirun")
    add("--relative", type=float, default=0.1, help="steady: part of their residual to which"
        " OpenFOAM solves linear systems; 0.1 as in its tutorials")
    add("--foam-relax", type=float, help="OpenFOAM's relaxation of the velocity; 0.9 for SIMPLEC,"
        " 0.7 for SIMPLE")
    add("--max-iterations", type=int, default=20000, help="of OpenFOAM, steady")
    add("--build", type=Path, default=ROOT / "build/release", help="the build folder")
    chosen = parser.parse_args()
    chosen.program = chosen.build.resolve() / "host/app/slipflow"
    chosen.work = chosen.work.resolve()
    return chosen


def claim(folder):
    """Makes the folder of meshes and results. What others have in a folder is not touched."""
    mark = folder / "made-by-compare.txt"
    if folder.is_dir() and any(folder.iterdir()) and not mark.is_file():
        raise Refused(f"{folder} has files of something else: name another folder with --work")
    folder.mkdir(parents=True, exist_ok=True)
    mark.write_text("bench/openfoam/compare.py replaces what is in this folder.\n")


def prepare(chosen, algorithm, keep):
    """The case with an algorithm and its polyMesh, which all algorithms share."""
    settings = [*chosen.set, *([f"scheme.algorithm={algorithm}"] if algorithm else [])]
    case = read_case(chosen.program, chosen.case, settings)
    foam_case.check_case(case)
    mesh = chosen.work / "polyMesh"
    angle = write_mesh(chosen.program, chosen.case, settings, mesh, keep)
    return settings, case, mesh, angle


def foam(chosen, case, mesh, angle):
    """Runs OpenFOAM, or takes its results."""
    name = case.text("scheme.algorithm")
    folder = chosen.work / f"openfoam-{name}"
    made_of = folder / "case.txt"
    text = case.sections("flow", "initial", "boundary", "scheme", "time", "mesh", "body")
    text += f"{chosen.relative} {chosen.foam_relax} {chosen.ranks} {chosen.max_iterations}\n"
    if not chosen.reuse:
        program = "simpleFoam" if case.steady else "icoFoam"
        foam_run.check_installed(program, chosen.ranks)
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "constant").mkdir(parents=True)
        os.symlink(mesh, folder / "constant/polyMesh")
        foam_case.write_foam_case(folder, case, read_patches(mesh), angle, chosen)
        made_of.write_text(text)
        return foam_run.run_foam(f"OpenFOAM {name}", folder, program, chosen.ranks), folder
    if not (made_of.is_file() and made_of.read_text() == text):
        raise Refused(f"{folder} does not have the results of this case; leave --reuse out")
    return foam_run.read_foam(f"OpenFOAM {name}", folder), folder


def slipflow(chosen, settings, case, mesh):
    """Runs slipflow, on the polyMesh unless its own box is asked for."""
    name = case.text("scheme.algorithm")
    folder = chosen.work / f"slipflow-{name}{'-box' if chosen.box else ''}"
    file, more = chosen.case, [*settings, *(f"output.{key}={value}" for key, value in OUTPUT.items())]
    if not chosen.box:
        file, more = chosen.work / f"{name}.cfg", []
        file.write_text(case.on_poly_mesh(mesh, read_patches(mesh)))
    command = [chosen.program, "run", file, *set_options(more), "--output", folder, "--overwrite",
               "--quiet", "--backend", chosen.backend]
    command += ["--device", chosen.device] if chosen.device else []
    begin, before = time.monotonic(), foam_run.children()
    done = subprocess.run([str(word) for word in command], check=False)
    wall, cpu = time.monotonic() - begin, foam_run.children() - before
    if done.returncode:
        raise Refused(f"slipflow ended with status {done.returncode}; see {folder}/run.log")
    return read_slipflow(f"slipflow {name}{', box' if chosen.box else ''}", folder, cpu, wall)


def read_slipflow(name, folder, cpu, wall):
    summary = json.loads((folder / "summary.json").read_text())
    history = read_table(folder / "history.csv")
    pressure = sum(int(row["pressure_iterations"]) for row in history)
    steps, serial = summary["steps"], summary["backend"] == "serial"
    each = (cpu if serial else summary["seconds"]) / steps
    fields = read_arrays(max((folder / "fields").glob("*.vt[ru]")))
    run = Run(name, steps, pressure, cpu, wall, each, summary["stopped_by"] in ("steady", "end"))
    run.fields = {key: fields[key] for key in "uvwp" if key in fields}
    run.device = summary["device"]
    return run


def differences(run, reference, volume):
    """Largest and root-mean-square difference of U and p, in parts of the root-mean-square of the
    reference's U, and of its p less the mean; means by volume. Pressures are compared less theirs,
    which a closed box leaves open."""
    total = sum(volume)

    def root(squares):
        return (sum(v * s for v, s in zip(volume, squares)) / total) ** 0.5

    def without_mean(p):
        mean = sum(v * x for v, x in zip(volume, p)) / total
        return [x - mean for x in p]

    names = [name for name in "uvw" if name in run.fields]
    squares = [sum((a - b) ** 2 for a, b in zip(*pair)) for pair in zip(
        zip(*(run.fields[n] for n in names)), zip(*(reference.fields[n] for n in names)))]
    speed = root([sum(a * a for a in cell) for cell in zip(*(reference.fields[n] for n in names))])
    p, of = without_mean(run.fields["p"]), without_mean(reference.fields["p"])
    offs = [abs(a - b) for a, b in zip(p, of)]
    scale = root([x * x for x in of])
    return (max(squares) ** 0.5 / speed, root(squares) / speed, max(offs) / scale,
            root([x * x for x in offs]) / scale)


def print_table(rows):
    head = ("program", "iterations", "of p", "CPU s", "wall s", "s/iteration", "U max", "U rms",
            "p max", "p rms")
    lines = [head]
    for run, off in rows:
        count = str(run.iterations) + ("" if run.converged else "*")
        lines.append((run.name, count, str(run.pressure), f"{run.cpu:.1f}", f"{run.wall:.1f}",
                      f"{run.each:.4g}", *(f"{value:.1e}" for value in off or ())))
    lines = [[*line, *[""] * (len(head) - len(line))] for line in lines]
    widths = [max(len(line[k]) for line in lines) for k in range(len(head))]
    for line in lines:
        print("| " + " | ".join(text.ljust(w) for text, w in zip(line, widths)) + " |", flush=True)
        if line[0] == head[0]:
            print("|" + "|".join("-" * (w + 2) for w in widths) + "|")


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown"


def main():
    chosen = options()
    claim(chosen.work)
    rows, device = [], ""
    for algorithm in chosen.algorithms or [None]:
        settings, case, mesh, angle = prepare(chosen, algorithm, chosen.reuse or bool(rows))
        reference, folder = foam(chosen, case, mesh, angle)
        run = slipflow(chosen, settings, case, mesh)
        volume = foam_run.volumes(folder, len(reference.fields["p"]))
        rows += [(reference, None), (run, differences(run, reference, volume))]
        device = f"OpenFOAM {foam_run.version(folder)}, {chosen.ranks} ranks; slipflow: {run.device}"
    print(f"{len(volume)} cells, {processor()}; {device}")
    print_table(rows)
    if not all(run.converged for run, _ in rows):
        print("* ended without having converged")


if __name__ == "__main__":
    try:
        main()
    except Refused as refusal:
        print(f"compare: {refusal}", file=sys.stderr)
        sys.exit(2)
