// Several ranks: the launcher's variables, the plug-in for MPI, and commands that need one rank.
// tests/mpi has the tests with MPI itself.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include "program.hpp"

namespace test_ranks {

using namespace test_app;
using Variables = std::map<std::string, std::string>;

namespace {
const Words check_case = {"check", "case.cfg"};

/// The variables of mpirun -n 4 with a plug-in that does what `what` says.
Variables of_four(const std::string& what) {
  return {{"OMPI_COMM_WORLD_SIZE", "4"},
          {"SLIPFLOW_MPI", SLIPFLOW_FAULTY_PLUG_IN},
          {"SLIPFLOW_TEST_PLUG_IN", what}};
}

/// Requires one sentence that contains `part`, and status 8.
void check_failed(const Outcome& outcome, const std::string& part) {
  CHECK(outcome.status == 8);
  CHECK(outcome.out == "");
  CHECK(lines_of(outcome.err).size() == 1);
  CHECK_MESSAGE(holds(outcome.err, part), outcome.err);
}

/// Runs a copy of the program that has no plug-ins next to it.
Outcome without_plug_ins(const Place& place, const std::string& variable) {
  fs::create_directory(place / "bin");
  fs::copy_file(program_under_test, place / "bin" / "slipflow");
  return in_child(place.path(), [&] {
    setenv(variable.c_str(), "4", 1);
    execl("bin/slipflow", "slipflow", "check", "case.cfg", nullptr);
    return 99;
  });
}
}  // namespace

TEST_CASE(
    "a launcher without a plug-in for its MPI: one sentence that says where it is looked for") {
  const Place open_mpi(small_case), mpich(small_case);
  check_failed(without_plug_ins(open_mpi, "OMPI_COMM_WORLD_SIZE"),
               fmt::format("this is one of 4 ranks (OMPI_COMM_WORLD_SIZE), but there is no plug-in "
                           "slipflow_mpi_openmpi.so in {}: build slipflow where Open MPI",
                           (fs::canonical(open_mpi.path()) / "lib" / "slipflow").string()));
  check_failed(without_plug_ins(mpich, "PMI_SIZE"), "no plug-in slipflow_mpi_mpich.so");
}

TEST_CASE("a plug-in is found next to the program and in ../lib/slipflow") {
  for (const auto* folder : {"bin", "lib/slipflow"}) {
    const Place place(small_case);
    fs::create_directories(place / folder);
    fs::copy_file(SLIPFLOW_FAULTY_PLUG_IN, place / folder / "slipflow_mpi_mpich.so");
    setenv("SLIPFLOW_TEST_PLUG_IN", "fault", 1);
    check_failed(without_plug_ins(place, "PMI_SIZE"), "MPI does not start: no network\\x09at all");
    unsetenv("SLIPFLOW_TEST_PLUG_IN");
  }
}

TEST_CASE("plug-ins that cannot be used: one sentence and status 8 each") {
  const Place place(small_case);
  write(place / "text.so", "not a library");
  const auto with_file = [&](const std::string& file) {
    return place.slipflow(check_case, {{"PMI_SIZE", "2"}, {"SLIPFLOW_MPI", file}});
  };
  check_failed(with_file("nowhere.so"), "SLIPFLOW_MPI = nowhere.so is not the file of a plug-in");
  check_failed(with_file("text.so"), "text.so cannot be opened (");
  check_failed(with_file(SLIPFLOW_FAULTY_DRIVER), "has no function slipflow_open_mpi_team");
  check_failed(place.slipflow(check_case, of_four("version")),
               "is of another build of slipflow: the version of its interface is 4, that of the "
               "program 3");
  check_failed(place.slipflow(check_case, of_four("1")),
               "the launcher has started 4 ranks (OMPI_COMM_WORLD_SIZE), but MPI has 1");
}

TEST_CASE("only the first rank of a host says that its plug-in cannot be used") {
  const Place place(small_case);
  auto variables = of_four("fault");
  variables["OMPI_COMM_WORLD_LOCAL_RANK"] = "1";
  const auto outcome = place.slipflow(check_case, variables);
  CHECK(outcome.status == 8);
  CHECK(outcome.err == "");
}

TEST_CASE("commands for one rank refuse several before they do anything") {
  const Place place(small_case);
  const auto before = place.tree();
  for (const auto* command : {"tune", "bench"}) {
    const auto outcome = place.slipflow({command, "--no-such-option"}, of_four("4"));
    CHECK(outcome.status == 2);
    CHECK(outcome.out == "");
    CHECK(outcome.err == fmt::format("slipflow: {} cannot use the 4 ranks of this launcher: start "
                                     "one process without it, or independent ones with --no-mpi\n",
                                     command));
  }
  CHECK(place.tree() == before);
}

TEST_CASE("--no-mpi, one rank, and commands that need no ranks open no plug-in") {
  const Place place(small_case);
  const auto alone = place.slipflow(check_case);
  REQUIRE(alone.status == 0);
  const auto ignoring = place.slipflow(check_case + Words{"--no-mpi"}, of_four("fault"));
  CHECK(ignoring.status == 0);
  CHECK(ignoring.out == alone.out);
  auto one = of_four("fault");
  one["OMPI_COMM_WORLD_SIZE"] = "1";
  CHECK(place.slipflow(check_case, one).out == alone.out);
  for (const Words& words : {Words{"help", "keys"}, Words{"--version"}, Words{"--help"}})
    CHECK(place.slipflow(words, of_four("fault")).status == 0);
  CHECK(holds(place.slipflow({"walk"}, of_four("fault")).err, "unknown command 'walk'"));
}

}  // namespace test_ranks
