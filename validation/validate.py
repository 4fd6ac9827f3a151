#!/usr/bin/env python3
"""Runs validation cases and writes docs/results/validation-report.md. script/validate installs and
builds what this needs and calls it; the tests call it with --form small. Exit status 1 when a
value misses its tolerance."""
import argparse
import os
import shlex
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "validation"))

from framework import reporting, running, verdicts  # noqa: E402
from framework.description import FORMS, DescriptionError, load_case  # noqa: E402

# In the order of the report.
CASES = (
    "couette",
    "corner_flow",
    "heat_conduction",
    "poiseuille",
    "taylor_green",
    "normal_shock",
    "sod",
    "sound_wave",
    "vortex_street",
    "cavity",
    "cavity_in_space",
    "cavity_psi_omega",
    "cavity_piso",
    "square_in_channel",
    "square_piso",
    "channel_piso",
    "duct_piso",
    "pipe_piso",
    "artery_piso",
    "three_methods",
    "transport_cube",
    "transport_gaussian",
    "rayleigh_benard",
    "supersonic_square",
    "cylinders",
    "spheres",
    "microchannel",
)


def options():
    parser = argparse.ArgumentParser(
        prog="script/validate",
        description="Runs validation cases, compares "
        "them with their references and writes docs/results/validation-report.md.",
    )
    parser.add_argument(
        "cases", nargs="*", metavar="CASE", help=f"some of {', '.join(CASES)}; all without one"
    )
    parser.add_argument(
        "--form",
        choices=FORMS,
        default="normal",
        help="normal: minutes on two cores; small: seconds, writes nothing; full: for a GPU",
    )
    parser.add_argument("--device", help="an OpenCL device, as for `slipflow run`")
    parser.add_argument(
        "--jobs", type=int, help="runs side by side; as many as there are cores, 1 of the full form"
    )
    parser.add_argument(
        "--commands", action="store_true", help="prints the commands instead of running them"
    )
    parser.add_argument(
        "--reuse", action="store_true", help="takes results that are there, without a run"
    )
    parser.add_argument(
        "--build", type=Path, default=ROOT / "build/release", help="the build folder"
    )
    parser.add_argument("--work", type=Path, help="folder of the runs; BUILD/validation without it")
    chosen = parser.parse_args()
    for name in chosen.cases:
        if name not in CASES:
            parser.error(f"there is no case '{name}'; there are {', '.join(CASES)}")
    chosen.jobs = chosen.jobs or (1 if chosen.form == "full" else os.cpu_count() or 1)
    chosen.build = chosen.build.resolve()
    chosen.work = (chosen.work or chosen.build / "validation").resolve() / chosen.form
    return chosen


def start_runs(cases, chosen, pool):
    """Results to come, by case and run. Each waits for the run it starts from, which was handed in
    before it."""
    coming = {}
    for case in cases:
        for run in case.runs_of(chosen.form):
            start = run.start_in(chosen.form)
            earlier = coming[case.name, start.name] if start else None
            coming[case.name, run.name] = pool.submit(result_of, run, case, chosen, earlier)
    return coming


def result_of(run, case, chosen, earlier):
    folder = chosen.work / case.name / run.name
    there = running.Result(run, chosen.form, folder)
    if chosen.reuse and there.complete():
        return there
    if earlier:
        earlier.result()
    return running.execute(run, chosen.form, folder, chosen.build, chosen.device)


def validate(case, chosen, coming):
    """Prints a line for each value of a case and keeps the outcome. Returns how many values
    missed."""

    def complain(sentence):
        print(f"FAILED  {case.name} {sentence}", flush=True)

    check = verdicts.load_check(case)
    results, entries = [], []
    for run in case.runs_of(chosen.form):
        result = coming[case.name, run.name].result()
        result.earlier = {earlier.name: earlier for earlier in results}
        results.append(result)
        for entry in verdicts.compare(case, check, result, complain):
            entries.append(entry)
            print(verdicts.sentence(case, entry), flush=True)
    if chosen.form != "small" and results:
        verdicts.store(case, chosen.form, results, entries)
        with verdicts.checking("plot"):
            draw(case, check, results, chosen.form)
    return sum(not entry["agrees"] for entry in entries)


def draw(case, check, results, form):
    if not hasattr(check, "plot"):
        return
    from framework import plotting  # the small form does without matplotlib

    figure = check.plot({result.name: result for result in results}, plotting)
    plotting.save(figure, images() / form / f"{case.name}.png")


def images():
    return ROOT / "docs/images/validation"


def print_commands(case, chosen):
    for run in case.runs_of(chosen.form):
        folder = chosen.work / case.name / run.name
        if run.mesh:
            print(shlex.join(running.mesh_command(run, folder)))
        print(shlex.join(running.command_of(run, chosen.form, folder, chosen.build, chosen.device)))


def validate_all(cases, chosen):
    """Returns the exit status."""
    missed = failed = 0
    with ThreadPoolExecutor(chosen.jobs) as pool:
        coming = start_runs(cases, chosen, pool)
        for case in cases:
            try:
                missed += validate(case, chosen, coming)
            except (running.RunFailed, verdicts.CheckFailed) as failure:
                print(f"FAILED  {case.name} {failure}", flush=True)
                failed += 1
    print(f"{missed} values miss their tolerance, {failed} cases failed")
    return 1 if missed or failed else 0


def main():
    chosen = options()
    cases = [load_case(ROOT / "validation" / name) for name in CASES]
    wanted = [case for case in cases if not chosen.cases or case.name in chosen.cases]
    if chosen.commands:
        for case in wanted:
            print_commands(case, chosen)
        return 0
    status = validate_all(wanted, chosen)
    if chosen.form != "small":
        reporting.write(cases, ROOT / "docs/results/validation-report.md", images())
    return status


if __name__ == "__main__":
    try:
        sys.exit(main())
    except DescriptionError as error:
        sys.exit(f"validate: {error}")
