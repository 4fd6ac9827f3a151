"""slipflow.run: options, failures, warnings and interrupts; and where the program is found."""
import os
import signal
import sys
import unittest
from pathlib import Path
from unittest import mock

import slipflow
from slipflow import program
from support import CONFIGS, new_folder

CASE = CONFIGS / "measurements.cfg"
SMALL = {"mesh.cells": (40, 20), "output.pictures": "none"}


def other_program(body):
    """Environment with a program of these lines instead."""
    file = new_folder() / "slipflow"
    file.write_text(f"#!/bin/sh\n{body}\n")
    file.chmod(0o755)
    return mock.patch.dict(os.environ, {program.VARIABLE: str(file)})


def run(**options):
    return slipflow.run(CASE, options.pop("output", None) or new_folder(), set=SMALL, backend="serial", **options)


class Runs(unittest.TestCase):
    def test_progress_and_results(self):
        lines = []
        results = run(steps=2, progress=lines.append)
        self.assertEqual((results.summary["steps"], results.stopped_by), (2, "max_steps"))
        self.assertIn("40 x 20 cells", "\n".join(lines))

    def test_results_are_kept_unless_overwritten(self):
        folder = new_folder()
        run(steps=1, output=folder)
        with self.assertRaises(slipflow.Error) as raised:
            run(steps=1, output=folder)
        self.assertEqual(raised.exception.status, slipflow.ExitStatus.BAD_INPUT)
        self.assertIn("already holds files", str(raised.exception))
        self.assertEqual(run(steps=2, output=folder, overwrite=True).summary["steps"], 2)

    def test_a_restart_continues(self):
        folder = new_folder()
        run(steps=2, output=folder)
        self.assertEqual(run(steps=3, output=folder, restart="latest").summary["restarted_at_step"], 2)

    def test_a_limit_of_time_is_no_failure(self):
        self.assertEqual(run(max_hours=1e-6).stopped_by, "max_hours")

    def test_repeated_keys_and_the_output_of_the_case(self):
        folder = new_folder()
        case = slipflow.Case(CASE)
        case["output.directory"] = str(folder)
        probes = {**SMALL, "output.probe": ["3 4 name=a", "9 4 name=b"]}
        results = slipflow.run(case, backend="serial", steps=1, set=probes)
        self.assertEqual(results.folder, folder)
        self.assertIn("b_p", results.columns("probes"))
        self.assertEqual(case.all("output.probe"), slipflow.Case(CASE).all("output.probe"))

    def test_warnings_of_the_program(self):
        with self.assertWarnsRegex(slipflow.ProgramWarning, "slip regime"):
            slipflow.run(CASE, new_folder(), set={**SMALL, "gas.knudsen": 0.2}, backend="serial", steps=1)

    def test_a_run_that_diverges(self):
        keys = {"time.courant": "", "time.step": 3, "inner.diagonal": "plain", "time.end": 300}
        with self.assertWarns(slipflow.ProgramWarning), self.assertRaisesRegex(slipflow.Error, "diverged") as raised:
            slipflow.run(CASE, new_folder(), set={**SMALL, **keys}, backend="serial")
        self.assertEqual(raised.exception.status, slipflow.ExitStatus.DIVERGED)


class OtherPrograms(unittest.TestCase):
    def test_options(self):
        lines = []
        with other_program('echo "$@"; mkdir "$4"; touch "$4/run.log"'):
            folder = new_folder() / "new"
            more = {"options": ["--trust-device"], "progress": lines.append}
            slipflow.run(CASE, folder, device=1, parity=True, steps=3, **more)
        expected = f"run {CASE} --output {folder} --device 1 --parity --steps 3 --trust-device"
        self.assertEqual(lines, [expected])

    def test_a_launcher_precedes_the_program(self):
        with other_program("echo never >&2; exit 2"), self.assertRaisesRegex(slipflow.Error, "launched") as raised:
            slipflow.run(CASE, new_folder(), launcher=["sh", "-c", "echo slipflow: launched >&2; exit 8"])
        self.assertEqual(raised.exception.status, slipflow.ExitStatus.RANKS_FAILED)

    def test_the_last_sentence_is_the_message(self):
        with other_program("echo warning: a >&2; echo slipflow: b >&2; echo more >&2; exit 3"):
            with self.assertWarnsRegex(slipflow.ProgramWarning, "^a$"), self.assertRaises(slipflow.Error) as raised:
                slipflow.run(CASE, new_folder())
        self.assertEqual((str(raised.exception), raised.exception.status), ("b", 3))

    def test_a_program_that_is_killed(self):
        with other_program("kill -9 $$"), self.assertRaisesRegex(slipflow.Error, "SIGKILL") as raised:
            slipflow.run(CASE, new_folder())
        self.assertEqual(raised.exception.status, 128 + signal.SIGKILL)

    def test_an_interrupt_is_passed_on_once_and_waited_for(self):
        told = new_folder() / "told"
        body = f"trap 'echo interrupted >>{told}; sleep 0.2; echo done >>{told}; exit 130' INT\necho ready\n"
        lines = []

        def interrupt(line):
            lines.append(line)
            os.kill(os.getpid(), signal.SIGINT)

        with other_program(body + "while :; do sleep 0.05; done"), self.assertRaises(KeyboardInterrupt):
            slipflow.run(CASE, new_folder(), progress=interrupt)
        self.assertEqual((lines, told.read_text()), (["ready"], "interrupted\ndone\n"))

    def test_a_failing_callback_stops_the_run(self):
        body = "trap 'exit 130' INT\necho ready\nwhile :; do sleep 0.05; done"
        with other_program(body), self.assertRaises(ZeroDivisionError):
            slipflow.run(CASE, new_folder(), progress=lambda line: 1 // 0)

    def test_where_the_program_is_found(self):
        with other_program("") as environment:
            self.assertEqual(str(slipflow.executable()), environment[program.VARIABLE])
        with mock.patch.dict(os.environ, {program.VARIABLE: "/nowhere"}):
            self.assertRaisesRegex(slipflow.Error, program.VARIABLE, slipflow.executable)
        checkout = new_folder()
        built = checkout / "build/release/host/app/slipflow"
        package = mock.patch.object(program, "__file__", str(checkout / "python/slipflow/program.py"))
        empty = {program.VARIABLE: "", "PATH": str(built.parent)}
        with package, mock.patch.dict(os.environ, {**empty, "PATH": str(checkout)}):
            self.assertRaisesRegex(slipflow.Error, "not in PATH", slipflow.executable)
        built.parent.mkdir(parents=True)
        built.symlink_to(sys.executable)
        with package, mock.patch.dict(os.environ, {**empty, "PATH": str(checkout)}):
            self.assertEqual(slipflow.executable(), built)
        elsewhere = mock.patch.object(program, "__file__", str(new_folder() / "a/b/program.py"))
        with elsewhere, mock.patch.dict(os.environ, empty):
            self.assertEqual(slipflow.executable(), Path(built))


if __name__ == "__main__":
    unittest.main()
