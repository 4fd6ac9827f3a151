"""test_faults.py BUILD MPI [unittest options]: runs on several ranks of which one fails, is slow, is killed or
gets a signal. Run by ctest and script/mpi-matrix. All ranks end with one sentence, and nothing hangs."""
import os
import random
import re
import signal
import sys
import time
import unittest
from pathlib import Path

import test_mpi
from test_mpi import KILLED
from test_runs import FULL, RunsOfCase

SERIAL = ("--backend", "serial")
KILLS = 20 if FULL else 2


class Faults(RunsOfCase):
    def run_with_fault(self, ranks, folder, rank, variables, *words, environment=None):
        """A run in which these variables are set on one rank."""
        directory = self.place / folder
        directory.mkdir(exist_ok=True)
        program = (f'cd "{directory}"; if [ "${{OMPI_COMM_WORLD_RANK:-$PMI_RANK}}" = {rank} ]; then '
                   f'export {variables}; fi; exec "{test_mpi.BUILD}/host/app/slipflow" "$@"')
        return self.launch(ranks, "sh", "-c", program, "slipflow", "run", self.place / "case.cfg",
                           "--output", "out", *words, environment=environment)

    def run_with_faulty_calls(self, folder, rank, fault, *words):
        """A call of the C library fails."""
        library = next((test_mpi.BUILD / "tests").rglob("libfaulty_calls.so"))
        return self.run_with_fault(3, folder, rank, f'LD_PRELOAD="{library}" SLIPFLOW_TEST_FAULT_CALL={fault}',
                                   *SERIAL, *words)

    def test_a_full_disk_ends_all_ranks(self):
        for count in (1, 20):
            status, _, err = self.run_with_faulty_calls(f"disk-{count}", 0, f"write={count}+")
            self.assertEqual((status, len(self.sentences(err))), (5, 1), err)
            self.assertRegex(err, "No space left on device|OutOfDiskSpaceError")

    def test_a_disk_that_is_full_for_another_rank_leaves_the_old_checkpoint(self):
        """The rank writes its rows of checkpoints, and no other file."""
        often = ("--set", "output.checkpoint_every_steps=4", "--grid", "1x3")
        self.done(3, "full", *SERIAL, *often, "--steps", "4")
        self.assertNotIn("rank 0 reads and writes checkpoints alone", (self.place / "full/out/run.log").read_text())
        before = self.results("full")
        name = "checkpoint/step_000000004.ckpt"
        for fault, why in (("write=3+", "No space left on device"), ("fsync=1", "Input/output error")):
            status, _, err = self.run_with_faulty_calls("full", 1, fault, *often, "--restart", "latest")
            self.assertEqual((status, len(self.sentences(err))), (5, 1), err)
            self.assertRegex(err, rf"rank 1 on \S+: cannot write out/checkpoint/step_000000008.ckpt: {why}")
            self.assertEqual(self.results("full")[name], before[name])
            self.assertEqual(self.checkpoints("full"), [4])
            self.assertEqual([str(f) for f in (self.place / "full/out").rglob("*.tmp")], [])
        self.done(1, "full", *SERIAL, *often, "--restart", "latest")
        self.done(1, "full-1", *SERIAL, *often)
        name = "checkpoint/step_000000012.ckpt"
        self.assertEqual(self.results("full")[name], self.results("full-1")[name])

    def test_where_a_rank_does_not_see_the_files_rank_0_has_them_alone(self):
        often = ("--set", "output.checkpoint_every_steps=4", "--grid", "1x3")
        self.done(1, "alone", *SERIAL, *often[:2])
        for words in (("--steps", "8"), ("--restart", "latest")):
            status, out, err = self.run_with_faulty_calls("hidden", 1, "hide=.ckpt", *often, *words)
            self.assertEqual(status, 0, out + err)
            note = r"note: rank 0 reads and writes checkpoints alone: rank 1 on \S+: .*: No such file or directory"
            self.assertEqual(len(re.findall(note, out)), 1, out)
        name = "checkpoint/step_000000012.ckpt"
        self.assertEqual(self.results("hidden")[name], self.results("alone")[name])

    def test_a_rank_without_memory_ends_all(self):
        for count in ("1000", "3000", "200+"):
            with self.subTest(count=count):
                status, _, err = self.run_with_faulty_calls(f"memory-{count}", 1, f"allocation={count}")
                # Without any memory a rank can only end all: MPICH's launcher then returns its own signal.
                self.assertIn(status, (3, 9) if count.endswith("+") else (3,), err)
                self.assertEqual(len(self.sentences(err)), 1, err)
                self.assertIn("not enough memory on this machine", err)

    def faulty_driver(self):
        """The variables that make tests/faulty_driver the only OpenCL driver."""
        drivers = self.place / "drivers"
        drivers.mkdir()
        library = next((test_mpi.BUILD / "tests").rglob("libfaulty_driver.so"))
        (drivers / "faulty.icd").write_text(f"{library}\n")
        return {"OCL_ICD_VENDORS": str(drivers), "OPENCL_VENDOR_PATH": str(drivers)}

    def test_two_ranks_on_one_gpu_are_refused(self):
        gpus = {**self.faulty_driver(), "SLIPFLOW_TEST_FAULT": "gpu"}
        status, _, err = self.run_case(2, "gpu", "--trust-device", environment=gpus)
        self.assertEqual((status, len(self.sentences(err))), (3, 1), err)
        self.assertRegex(err, "two ranks have the same GPU, .*: start one rank for each GPU, or .*--share-devices")
        self.assertFalse((self.place / "gpu/out").exists())

    def test_a_device_that_fails_ends_all_ranks(self):
        self.seconds = 240
        driver = self.faulty_driver()
        # Too little memory, no compiler, and a device that is lost in the first iterations.
        for fault, status in (("allocation=3", 3), ("clBuildProgram=1", 6), ("launch=30", 3)):
            with self.subTest(fault=fault):
                ended, _, err = self.run_with_fault(2, fault, 1, f"SLIPFLOW_TEST_FAULT={fault}",
                                                    "--parity", *self.PLAIN, environment=driver)
                self.assertEqual((ended, len(self.sentences(err))), (status, 1), err)
                self.assertRegex(err, r"(?m)^slipflow: rank 1 on \S+: ")


class Signals(RunsOfCase):
    def pid_of(self, folder, rank):
        for pid in (self.place / folder / "pids").read_text().split():
            variables = Path(f"/proc/{pid}/environ").read_text(errors="replace")
            if re.search(rf"(?m)\0(?:OMPI_COMM_WORLD_RANK|PMI_RANK)={rank}\0", variables):
                return int(pid)
        self.fail(f"there is no rank {rank}")

    def require_whole_checkpoint(self, folder):
        """Resumes on two ranks; the bits are those of a run on one rank."""
        steps = self.checkpoints(folder)[-1] + 20
        more = (*SERIAL, *self.OFTEN, "--steps", str(steps))
        self.done(2, folder, *more, "--restart", "latest")
        self.done(1, f"{folder}-alone", *more)
        name = f"checkpoint/step_{steps:09}.ckpt"
        self.assertEqual(self.results(folder)[name], self.results(f"{folder}-alone")[name])

    def test_a_signal_to_any_rank_is_one_to_all(self):
        process = self.start(3, "stopped", *self.ENDLESS, *self.OFTEN)
        self.wait_for_checkpoint(process, "stopped", 40)
        os.kill(self.pid_of("stopped", 1), signal.SIGUSR1)
        deadline = time.monotonic() + 50
        log = self.place / "stopped/out/run.log"
        while "SIGUSR1: checkpoint" not in log.read_text():
            self.assertLess(time.monotonic(), deadline, "no checkpoint")
            time.sleep(0.01)
        os.kill(self.pid_of("stopped", 2), signal.SIGTERM)
        status, text = self.end_of(process)
        self.assertEqual(status, 143, text)
        self.assertIn("stopped by SIGTERM", text)

    def test_a_slow_rank_changes_no_bit(self):
        process = self.start(3, "slow", *self.ENDLESS, *self.OFTEN)
        self.wait_for_checkpoint(process, "slow", 20)
        pid = self.pid_of("slow", 1)
        for _ in range(5):
            os.kill(pid, signal.SIGSTOP)
            time.sleep(0.1)
            os.kill(pid, signal.SIGCONT)
            time.sleep(0.02)
        (self.place / "slow/out/stop.request").touch()
        status, text = self.end_of(process)
        self.assertEqual(status, 143, text)
        self.require_whole_checkpoint("slow")

    def test_a_killed_rank_ends_the_run_and_the_checkpoints_are_whole(self):
        random.seed(18)
        for kill in range(KILLS):
            with self.subTest(kill=kill):
                folder = f"killed-{kill}"
                process = self.start(3, folder, *self.ENDLESS, *self.OFTEN)
                self.wait_for_checkpoint(process, folder, 20)
                time.sleep(0.3 * random.random())
                os.kill(self.pid_of(folder, kill % 3), signal.SIGKILL)
                status, text = self.end_of(process)
                self.assertEqual(status, KILLED[test_mpi.MPI], text)
                self.require_whole_checkpoint(folder)


if __name__ == "__main__":
    test_mpi.BUILD, test_mpi.MPI = Path(sys.argv[1]).resolve(), sys.argv[2]
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
