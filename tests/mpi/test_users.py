"""test_users.py BUILD MPI [unittest options]: what users see of several ranks under the launcher of an MPI,
openmpi or mpich: check, verify, unequal shares, request files. Run by ctest and script/mpi-matrix."""
import re
import sys
import time
import unittest
from pathlib import Path

import test_mpi
from test_mpi import CONFIGS
from test_runs import CASE_IN_SPACE, RunsOfCase

SERIAL = ("--backend", "serial")


class Check(RunsOfCase):
    def check(self, ranks, *words):
        return self.slipflow(ranks, "check", self.place / "case.cfg", *words)

    def test_rank_0_prints_the_case_and_how_it_is_cut(self):
        status, alone, err = self.slipflow(1, "check", self.place / "case.cfg")
        self.assertEqual(status, 0, err)
        status, out, err = self.check(3, "--grid", "1x3", "--set", "mesh.cells=48 37")
        self.assertEqual(status, 0, err)
        lines = out.splitlines()
        self.assertEqual([line for line in lines if line.startswith("# ranks")],
                         [f"# {'ranks':<25} 3 on 1 host, a grid of 1 x 3 pieces"])
        cells = re.search(r"(?m)^# cells of a rank +(\d+) to (\d+)$", out)
        self.assertLess(int(cells[1]), int(cells[2]))
        self.assertEqual((int(cells[1]) % 48, int(cells[2]) % 48), (0, 0))
        self.assertRegex(out, r"(?m)^# device memory of a rank +at most [\d.e-]+ GB$")
        self.assertRegex(out, r"(?m)^# efficiency +0\.\d\d, predicted, for H200s$")
        self.assertRegex(out, r"(?m)^# WARNING +with less than 1 million cells per rank")
        # All else is what one rank prints, but for the host's memory, which two ranks take.
        status, out, err = self.check(2)
        self.assertEqual(status, 0, err)
        more = set(out.splitlines()) - set(alone.splitlines())
        self.assertEqual({line.split()[1] for line in more},
                         {"ranks", "cells", "device", "host", "efficiency", "WARNING"})
        self.assertEqual(len(out.splitlines()), len(alone.splitlines()) + 5)

    def test_a_box_is_cut_along_three_axes(self):
        (self.place / "space.cfg").write_text(CASE_IN_SPACE)
        status, out, err = self.slipflow(8, "check", self.place / "space.cfg", "--grid", "2x2x2")
        self.assertEqual(status, 0, err)
        self.assertIn(f"# {'ranks':<25} 8 on 1 host, a grid of 2 x 2 x 2 pieces\n", out)
        self.assertRegex(out, r"(?m)^# cells of a rank +\d+ to \d+$")
        self.assertRegex(out, r"(?m)^# device memory of a rank +at most [\d.e-]+ GB$")
        self.assertNotIn("efficiency", out)

    def test_weights_and_large_cases(self):
        large = ("--set", "mesh.cells=2000 1000", "--set", "body.circle=", "--set", "body.rectangle=")
        status, out, err = self.check(2, *large, "--weights", "1,3")
        self.assertEqual(status, 0, err)
        self.assertRegex(out, r"(?m)^# cells of a rank +500000 to 1500000$")
        whole, piece = (float(re.search(rf"(?m)^# {name} ([\d.e-]+) GB", out)[1])
                        for name in ("device memory +", "device memory of a rank +at most"))
        self.assertAlmostEqual(piece / whole, 0.75, delta=0.01)
        self.assertNotIn("less than 1 million cells", out)

    def test_an_error_is_one_sentence(self):
        for words in (("--grid", "2x2"), ("--weights", "1"), ("--set", "gas.mach=fast"), ("--picture", "a.txt")):
            with self.subTest(words=words):
                status, out, err = self.check(3, *words)
                self.assertEqual((status, out, len(self.sentences(err))), (2, "", 1), err)


class Verify(RunsOfCase):
    seconds = 240

    def verify(self, ranks, *words):
        return self.slipflow(ranks, "verify", self.place / "case.cfg", *words)

    def test_pieces_have_the_bits_of_the_serial_whole(self):
        status, out, err = self.verify(2, *self.PLAIN, "--parity")  # with kernels that other tests build too
        self.assertEqual(status, 0, out + err)
        self.assertIn("2 ranks, a grid of 1 x 2 pieces", out)
        self.assertEqual(out.count("verdict: the same bits"), 1, out)

    def test_without_parity_they_agree_to_round_off(self):
        status, out, err = self.verify(2, *self.BARE, "--weights", "1,2")
        self.assertEqual(status, 0, out + err)
        self.assertIn("2 ranks, a grid of 1 x 2 pieces", out)
        self.assertEqual(out.count("verdict: within"), 1, out)
        self.assertNotIn("the ranks have different devices", out)

    def test_an_error_is_one_sentence(self):
        for words in (("--set", "gas.mach=fast"), ("--grid", "3x1"), ("--steps", "0")):
            with self.subTest(words=words):
                status, out, err = self.verify(2, *self.PLAIN, *words)
                self.assertEqual((status, out, len(self.sentences(err))), (2, "", 1), err)


class Shares(RunsOfCase):
    def test_results_do_not_depend_on_the_weights(self):
        self.done(1, "alone", *SERIAL)
        expected = self.results("alone")
        for ranks, words in ((2, ("--weights", "1,3")), (2, ("--weights", "9,1e-9", "--grid", "2x1")),
                             (3, ("--weights", "1,5,2"))):
            with self.subTest(words=words):
                folder = "-".join(words)
                self.done(ranks, folder, *SERIAL, *words)
                self.require_same(folder, expected)

    def test_devices_of_different_names_get_shares_by_speed(self):
        self.seconds = 240
        # PoCL shows the same CPU as several devices of different names. Few kernels are built for this run.
        words = ("--parity", *self.BARE, "--set", "output.averages=", "--set", "output.probe=", "--set",
                 "output.profile=", "--set", "output.measures_every=0", "--set", "output.checkpoint_at_end=off")
        self.done(1, "alone", *SERIAL, *words)
        status, out, err = self.run_case(2, "unequal", *words, "--device", "0,1",
                                         environment={"POCL_DEVICES": "pthread basic"})
        self.assertEqual(status, 0, out + err)
        shares = re.search(r"the parts of the cells are ([\d.]+), ([\d.]+) ", out)
        self.assertAlmostEqual(float(shares[1]) + float(shares[2]), 1, delta=0.011)
        self.require_same("unequal", self.results("alone"))

    def test_ranks_take_the_devices_of_a_name_one_each(self):
        self.seconds = 240
        status, out, err = self.run_case(2, "named", "--parity", *self.BARE, environment={
            "POCL_DEVICES": "pthread basic", "SLIPFLOW_DEVICE": "PoCL"})
        self.assertEqual(status, 0, out + err)
        self.assertRegex(out, r"opencl: basic-.*, pthread-")

    def test_ranks_with_other_commands_are_refused(self):
        for first, other in (("check", "run"), ("run", "check"), ("run", "run --help")):
            with self.subTest(first=first, other=other):
                program = (f'c="{first}"; if [ "${{OMPI_COMM_WORLD_RANK:-$PMI_RANK}}" = 1 ]; then c="{other}"; fi; '
                           f'exec "{test_mpi.BUILD}/host/app/slipflow" $c "$@"')
                status, _, err = self.launch(2, "sh", "-c", program, "slipflow", self.place / "case.cfg")
                self.assertEqual((status, len(self.sentences(err))), (8, 1), err)
                self.assertIn("give all ranks the same command", err)

    def test_options_that_differ_between_ranks_are_refused(self):
        program = ('if [ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 1 ]; then set -- "$@" --weights 1,2; fi; '
                   f'exec "{test_mpi.BUILD}/host/app/slipflow" "$@"')
        status, _, err = self.launch(2, "sh", "-c", program, "slipflow", "run", self.place / "case.cfg", *SERIAL)
        self.assertEqual((status, len(self.sentences(err))), (8, 1), err)
        self.assertIn("has other options", err)


class Requests(RunsOfCase):
    def test_a_request_file_stops_all_ranks_after_a_checkpoint(self):
        process = self.start(2, "stopped", *self.ENDLESS, *self.OFTEN)
        self.wait_for_checkpoint(process, "stopped", 40)
        out = self.place / "stopped/out"
        (out / "checkpoint.request").touch()
        deadline = time.monotonic() + 50
        while (out / "checkpoint.request").exists():
            self.assertLess(time.monotonic(), deadline, "the request is not taken")
            time.sleep(0.01)
        (out / "stop.request").touch()
        status, text = self.end_of(process)
        self.assertEqual(status, 143, text)
        self.assertIn("checkpoint.request: checkpoint out/checkpoint/step_", text)
        self.assertIn("stopped by stop.request", text)
        self.assertFalse((out / "stop.request").exists())


class RestartIfAny(RunsOfCase):
    def test_a_job_that_is_started_again_resumes(self):
        self.done(1, "whole", *SERIAL)
        for steps in (4, 12):
            self.done(2, "parts", *SERIAL, "--restart", "if-any", "--steps", str(steps))
        name = "checkpoint/step_000000012.ckpt"
        self.assertEqual(self.results("parts")[name], self.results("whole")[name])


if __name__ == "__main__":
    test_mpi.BUILD, test_mpi.MPI = Path(sys.argv[1]).resolve(), sys.argv[2]
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
