// Promise 4: what a restart refuses, and that nothing is lost by it.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <signal.h>

#include <utility>

#include "method_texts.hpp"
#include "restarting.hpp"
#include "results.hpp"
#include "slipflow/support/checksum.hpp"

namespace test_restart_refused {

using namespace test_app;

namespace {
/// The message of a restart that is refused and changes nothing.
std::string restart_refused(const Place& place, const Words& words) {
  return refused(place, Words{"run", "case.cfg"} + words);
}

/// Distance of a byte of the last array of a checkpoint from the end of the file.
constexpr std::size_t kInLastArray = 500;

void flip_bit(const fs::path& file, std::size_t at) {
  auto bytes = read(file);
  bytes.at(at) = static_cast<char>(bytes.at(at) ^ 4);
  write(file, bytes);
}
}  // namespace

TEST_CASE("promise 4: a checkpoint of another case is refused by the name of the key") {
  const Place place(small_case + no_pictures);
  run(place, first_part());
  const auto refused_with = [&](const std::string& key_and_value) {
    return restart_refused(place, second_part() + Words{"latest", "--set", key_and_value});
  };
  const std::string begin =
      "slipflow: cannot restart from out/checkpoint/step_000000007.ckpt: it was written with ";
  CHECK(refused_with("gas.knudsen=0.1") ==
        begin + "gas.knudsen = 0.05, the case has gas.knudsen = 0.1\n");
  CHECK(refused_with("mesh.cells=40 22") ==
        begin + "mesh.cells = 40 20, the case has mesh.cells = 40 22\n");
  CHECK(refused_with("scheme.convection=tvd") ==
        begin + "scheme.convection = upwind, the case has scheme.convection = tvd\n");
  CHECK(refused_with("body.rectangle=") ==
        begin + "body.rectangle = 2 1.6 2.8 2.4, the case has no body.rectangle\n");
  // The same number written otherwise is the same case.
  run(place, second_part() + Words{"latest", "--set", "gas.knudsen=5e-2"});
}

TEST_CASE("promise 4: a checkpoint whose block with the method is another one is refused") {
  const Place place(small_case + no_pictures);
  run(place, first_part());
  const auto file = newest_checkpoint(place / "out");
  auto bytes = read(file);
  // Name and size of the block, its bytes and their checksum, which is made to fit.
  const auto begin = bytes.find(std::string("method\0\0\x9", 9)), text = begin + 16;
  REQUIRE(bytes.substr(text, 9) == "simple_ts");
  bytes.replace(text, 9, "transport");
  slipflow::Checksum checksum;
  checksum.add(std::string_view(bytes).substr(begin, 25));
  const auto value = checksum.value();
  bytes.replace(text + 9, sizeof value, reinterpret_cast<const char*>(&value), sizeof value);
  write(file, bytes);
  CHECK(restart_refused(place, second_part() + Words{"latest"}) ==
        "slipflow: cannot restart from out/checkpoint/step_000000007.ckpt: it was written with "
        "method = transport, the case has method = simple_ts\n");
}

TEST_CASE("promise 4: a checkpoint of another method is refused") {
  const Place place(small_case + no_pictures);
  run(place, first_part());
  for (const auto& [method, text] :
       {std::pair("psi_omega", two_bodies), {"transport", hot_body}, {"piso", duct}}) {
    write(place / "case.cfg", text + "directory = out\n");
    CHECK(restart_refused(place, serial + Words{"--restart", "latest"}) ==
          fmt::format("slipflow: cannot restart from out/checkpoint/step_000000007.ckpt: it was "
                      "written with method = simple_ts, the case has method = {}\n",
                      method));
  }
}

TEST_CASE("promise 4: another file of faces is another mesh") {
  std::string faces;
  for (int k = 0; k <= 40; ++k) faces += fmt::format("{}\n", 0.2 * k);
  const Place place(
      with_line(small_case, "cells = 40 20", "cells = 40 20\nx_stretch = file path=faces.txt") +
      no_pictures);
  write(place / "faces.txt", faces);
  run(place, first_part());
  write(place / "faces.txt", with_line(faces, "1", "1.01"));
  CHECK(restart_refused(place, second_part() + Words{"latest"}) ==
        "slipflow: cannot restart from out/checkpoint/step_000000007.ckpt: it was written with "
        "another mesh, other bodies, or other tables of a side or wall: a file that the case names "
        "has "
        "changed\n");
}

TEST_CASE(
    "promise 4: damaged, cut, foreign and missing checkpoints are refused and nothing is lost") {
  const Place place(small_case + no_pictures);
  run(place, first_part());
  const auto file = newest_checkpoint(place / "out");
  const auto good = read(file);
  const auto refusal = [&](const std::string& name) {
    return restart_refused(place, second_part() + Words{name});
  };
  const std::string name = "out/checkpoint/step_000000007.ckpt";
  flip_bit(file, good.size() - kInLastArray);
  CHECK(refusal(name) ==
        "slipflow: " + name + ": is damaged: the checksum of block 'rho_old' does not match\n");
  write(file, good.substr(0, good.size() - 1));
  CHECK(refusal(name) == fmt::format("slipflow: {}: is damaged: it ends at byte {}, too early\n",
                                     name, good.size() - 1));
  write(file, good + "x");
  CHECK(refusal(name) == "slipflow: " + name + ": is damaged: 1 bytes follow its end\n");
  write(file, "");
  CHECK(refusal(name) == "slipflow: " + name + ": is empty\n");
  CHECK(refusal("case.cfg") == "slipflow: case.cfg: is not a checkpoint of slipflow\n");
  CHECK(refusal("none.ckpt") == "slipflow: none.ckpt: cannot be read: No such file or directory\n");
  CHECK(refusal("out") == "slipflow: out: is a directory\n");
  CHECK(refusal("/dev/zero") == "slipflow: /dev/zero: is not a regular file\n");
  CHECK(restart_refused(place, second_part() + Words{"latest", "--output", "elsewhere"}) ==
        "slipflow: there is no checkpoint in elsewhere/checkpoint to restart from\n");
  CHECK(restart_refused(place, second_part() + Words{"latest", "--overwrite"}) ==
        "slipflow: --restart continues results and --overwrite removes them: give one of the "
        "two\n");
}

TEST_CASE("promise 4: with a damaged newest checkpoint latest takes the one before, and says so") {
  const Place place(small_case + no_pictures);
  run(place, first_part("13") + Words{"--output", "whole"});
  run(place, first_part());
  const auto newest = newest_checkpoint(place / "out");
  flip_bit(newest, fs::file_size(newest) - kInLastArray);
  const auto second = place.slipflow(Words{"run", "case.cfg"} + second_part() + Words{"latest"});
  CHECK(second.status == 0);
  CHECK(second.err ==
        "warning: out/checkpoint/step_000000007.ckpt: is damaged: the checksum of block 'rho_old' "
        "does not match; trying the one before it\n");
  check_same_results(place / "whole", place / "out");
}

TEST_CASE("results that are not those of the checkpoint are refused and stay") {
  const Place place(small_case + no_pictures);
  run(place, first_part());
  const auto table = place / "out" / "forces.csv";
  const auto good = read(table);
  const auto refusal = [&] { return restart_refused(place, second_part() + Words{"latest"}); };
  const std::string begin = "slipflow: cannot continue out/forces.csv: ";
  const std::string end = "; a new --output leaves it unchanged\n";
  write(table, good.substr(0, 100));
  CHECK(refusal() == begin + "it is shorter than when the checkpoint was written" + end);
  write(table, good);
  flip_bit(table, good.size() / 2);
  CHECK(refusal() == begin + "it is not what it was when the checkpoint was written" + end);
  write(table, good);
  flip_bit(table, 2);
  CHECK(refusal() == begin + "it has other columns than this program writes" + end);
  fs::remove(table);
  CHECK(refusal() == begin + "it cannot be read" + end);
}

TEST_CASE("promise 4: no room for a checkpoint: status 5, the one before stays and is whole") {
  const Place place(small_case + no_pictures);
  run(place, first_part("13") + Words{"--output", "whole"});
  run(place, first_part());
  // A checkpoint takes 87 kB; a frame without pictures 64 kB.
  const auto limited = launch(
      {Words{"run", "case.cfg"} + second_part() + Words{"latest", "--set", "output.every_time=0"},
       place.path(),
       {},
       80000,
       "",
       ""});
  CHECK(limited.status == 5);
  CHECK(holds(limited.err, "cannot write out/checkpoint/step_000000009.ckpt: File too large\n"));
  CHECK(newest_checkpoint(place / "out").stem() == "step_000000007");
  CHECK(!fs::exists(place / "out" / "checkpoint" / "step_000000009.ckpt.tmp"));
  run(place, second_part() + Words{"latest"});
  check_same_results(place / "whole", place / "out");
}

TEST_CASE("an output directory in use by another run is refused") {
  const Place place(with_line(small_case, "end = 0.1", "end = 1000") + no_pictures);
  const auto first =
      launch({Words{"run", "case.cfg"} + serial, place.path(), {}, -1, "", ""}, [&](int process) {
        wait_until([&] { return fs::exists(place / "out" / "history.csv"); });
        for (const Words& more : {Words{"--overwrite"}, Words{"--restart", "latest"}}) {
          const auto second = place.slipflow(Words{"run", "case.cfg"} + serial + more);
          CHECK(second.status == 2);
          CHECK(second.err == "slipflow: output directory 'out' is in use by another run\n");
        }
        kill(process, SIGKILL);
      });
  CHECK(first.status == 128 + SIGKILL);
}

}  // namespace test_restart_refused
