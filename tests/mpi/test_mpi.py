"""test_mpi.py BUILD MPI [unittest options]: the ranks of slipflow under the launcher of an MPI, openmpi or
mpich. Run by ctest and script/mpi-matrix. No launch may take longer than a minute, or, where the ranks build
kernels on one CPU, four."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
CONFIGS = Path(__file__).resolve().parent.parent.parent / "configs"
# Open MPI may run as root, with more ranks than cores and in containers that forbid ptrace. Ranks are not bound to
# cores, and those that wait leave them to other programs. Open MPI 5 has other names for some of this.
ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_hwloc_base_binding_policy": "none",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",
    "PRTE_MCA_hwloc_default_binding_policy": "none",
    "SLIPFLOW_BACKEND": "opencl",  # also of one rank, which would choose
}
# Processes must not fill one cache of PoCL at the same time. Each rank has its own, which ctest keeps between tests.
WRAPPER = ('export POCL_CACHE_DIR="${POCL_CACHE_DIR:-$PLACE/pocl}-${OMPI_COMM_WORLD_RANK:-$PMI_RANK}"; '
           'exec "$0" "$@"')
KILLED = {"openmpi": 137, "mpich": 9}
OTHER = {"openmpi": "mpich", "mpich": "openmpi"}
BUILD, MPI = Path(), ""   # of the command line


def plug_in(mpi):
    return BUILD / "host/lib/slipflow" / f"slipflow_mpi_{mpi}.so"


def launcher():
    """The launcher of the MPI; one without its name may be that of another MPI."""
    for name in (f"mpirun.{MPI}", f"mpiexec.{MPI}", "mpirun"):
        if shutil.which(name):
            return name
    raise FileNotFoundError(f"there is no launcher of {MPI}")


class Ranks(unittest.TestCase):
    seconds = 60

    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="slipflow-mpi-")
        self.addCleanup(place.cleanup)
        self.place = Path(place.name)

    def launch(self, ranks, program, *words, environment=None):
        """Status, standard output and standard error of that number of ranks of a program."""
        command = [launcher(), "-n", str(ranks), "sh", "-c", WRAPPER, program, *words]
        variables = {**os.environ, **ENVIRONMENT, "PLACE": str(self.place), **(environment or {})}
        process = subprocess.Popen(command, cwd=self.place, env=variables, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        try:
            out, err = process.communicate(timeout=self.seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            self.fail(f"hangs: {command}, {process.communicate()}")
        return process.returncode, out, err

    def ranks(self, ranks, what):
        """The test program with the plug-in of the build."""
        return self.launch(ranks, BUILD / "tests/mpi/mpi_ranks", what,
                           environment={"SLIPFLOW_MPI": str(plug_in(MPI))})

    def slipflow(self, ranks, *words, environment=None):
        return self.launch(ranks, BUILD / "host/app/slipflow", *words, environment=environment)

    def sentences(self, err):
        """What slipflow printed; launchers add lines of their own."""
        return [line for line in err.splitlines() if line.startswith("slipflow: ")]


class Team(Ranks):
    def test_ranks_exchange_and_agree(self):
        for ranks in (2, 4):
            with self.subTest(ranks=ranks):
                status, out, err = self.ranks(ranks, "exchange")
                self.assertEqual((status, out.count("SUCCESS!")), (0, ranks), out + err)

    def test_an_error_of_all_ranks_is_printed_once(self):
        status, _, err = self.ranks(4, "all")
        self.assertEqual(status, 4, err)
        self.assertEqual(err.count("NaN everywhere"), 1, err)

    def test_an_error_of_one_rank_ends_all(self):
        status, _, err = self.ranks(4, "alone")
        self.assertEqual(status, 5, err)
        self.assertRegex(err, r"(?m)^rank 1 on \S+: no space$")

    def test_an_error_of_mpi_is_a_sentence(self):
        status, _, err = self.ranks(2, "truncated")
        self.assertEqual(status, 8, err)
        self.assertRegex(err, r"(?m)^rank 1 on \S+: MPI_\w+ failed: ")

    def test_a_killed_rank_ends_all(self):
        begin = time.monotonic()
        status, _, err = self.ranks(3, "killed")
        self.assertEqual(status, KILLED[MPI], err)
        self.assertLess(time.monotonic() - begin, 10)


class Program(Ranks):
    def test_commands_for_one_rank_refuse_several(self):
        for command in ("tune",):
            status, out, err = self.slipflow(4, command, CONFIGS / "quickstart.cfg")
            self.assertEqual((status, out), (2, ""), err)
            self.assertEqual(len(self.sentences(err)), 1, err)
            self.assertIn(f"slipflow: {command} cannot use the 4 ranks of this launcher", err)
        self.assertEqual(list(self.place.iterdir()), [])

    def test_methods_for_one_rank_say_so(self):
        sentence = "slipflow: this method runs on one rank only: start one process without the launcher"
        for case in ("square_in_channel_psi_omega", "pipe_polymesh"):
            with self.subTest(case=case):
                status, _, err = self.slipflow(2, "run", CONFIGS / f"{case}.cfg", "--backend", "serial", "--output", "out")
                self.assertEqual((status, self.sentences(err)), (2, [sentence]), err)
                self.assertEqual(list(self.place.iterdir()), [])

    def test_devices_lists_those_of_all_ranks(self):
        status, out, err = self.slipflow(2, "devices")
        self.assertEqual(status, 0, out + err)
        head, *rows = out.splitlines()
        self.assertEqual(head.split(), ["host", "rank", "device", "name", "address"])
        self.assertEqual(sorted({row.split()[1] for row in rows}), ["0", "1"], out)

    def test_bench_measures_the_scaling(self):
        status, out, err = self.slipflow(2, "bench", "--scaling", "--backend", "serial", "--mesh", "60x40",
                                         "--mesh", "8x7x9", "--parity", "--repeats", "1", "--output", "scaling")
        self.assertEqual(status, 0, out + err)
        head, *rows = [line.split(",") for line in (self.place / "scaling/scaling.csv").read_text().splitlines()]
        table = [dict(zip(head, row)) for row in rows]
        self.assertEqual([(r["mode"], r["ranks"], r["cells_y"], r["state"]) for r in table[:4]],
                         [("weak", "1", "40", "finite"), ("weak", "2", "80", "finite"),
                          ("strong", "1", "40", "equal to one rank"), ("strong", "2", "40", "equal to one rank")])
        self.assertEqual([(r["mode"], r["ranks"], r["cells_z"], r["grid_layers"], r["state"]) for r in table[4:]],
                         [("weak", "1", "9", "1", "finite"), ("weak", "2", "18", "2", "finite"),
                          ("strong", "1", "9", "1", "equal to one rank"),
                          ("strong", "2", "9", "2", "equal to one rank")])
        for file in ("scaling.md", "scaling.json"):
            self.assertTrue((self.place / "scaling" / file).exists())

    def test_devices_names_ranks_without_a_device(self):
        status, out, err = self.slipflow(2, "devices", environment={"OCL_ICD_VENDORS": "/nowhere"})
        self.assertEqual(status, 3, out + err)
        self.assertEqual(out.count("no OpenCL device was found"), 2, out)

    def test_one_rank_and_no_mpi_need_no_plug_in(self):
        nowhere = {"SLIPFLOW_MPI": "/nowhere"}
        status, alone, err = self.slipflow(1, "check", CONFIGS / "quickstart.cfg", environment=nowhere)
        self.assertEqual(status, 0, err)
        status, out, err = self.slipflow(2, "check", CONFIGS / "quickstart.cfg", "--no-mpi",
                                         environment=nowhere)
        self.assertEqual((status, len(out)), (0, 2 * len(alone)), err)

    def test_a_missing_plug_in_is_said_once_a_host(self):
        program = self.place / "bin" / "slipflow"
        program.parent.mkdir()
        shutil.copy(BUILD / "host/app/slipflow", program)
        status, _, err = self.launch(2, program, "devices")
        self.assertEqual(status, 8, err)
        self.assertEqual(len(self.sentences(err)), 1, err)
        self.assertIn("this is one of 2 ranks", err)

    def test_a_plug_in_for_another_mpi_is_refused(self):
        other = plug_in(OTHER[MPI])
        if not other.exists():
            self.skipTest(f"there is no {other}")
        status, _, err = self.slipflow(2, "devices", environment={"SLIPFLOW_MPI": str(other)})
        self.assertEqual(status, 8, err)
        self.assertIn("is for another MPI than the launcher", err)


if __name__ == "__main__":
    BUILD, MPI = Path(sys.argv[1]).resolve(), sys.argv[2]
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
