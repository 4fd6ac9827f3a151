// The commands with each method of method_cases().
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "method_commands.hpp"
#include "results.hpp"

namespace test_method_commands {

using namespace test_app;

namespace {
const Words on_host = {"--backend", "serial"};
const Words without_pictures = {"--set", "output.pictures=none"};

void run_case(const Place& place, const std::string& directory, const Words& words) {
  const auto outcome = place.slipflow(Words{"run", "case.cfg", "--output", directory} + words);
  CHECK_MESSAGE(outcome.status == 0, outcome.err);
}

/// The case of a method, or that of its variant.
const std::string& text_of(const MethodCase& method, const Variant& variant) {
  return variant.text.empty() ? method.text : variant.text;
}

void check_restart(const std::string& text, const Words& words) {
  CAPTURE(fmt::format("{}", fmt::join(words, " ")));
  const Place place(text);
  run_case(place, "whole", on_host + words);
  run_case(place, "parts", on_host + words + Words{"--steps", "6"});
  run_case(place, "parts", on_host + words + Words{"--restart", "latest"});
  check_same_results(place / "whole", place / "parts");
}

/// What `verify` prints of 3 steps, which must end with this verdict.
std::string verified(const Place& place, const Words& words, const std::string& verdict) {
  CAPTURE(fmt::format("{}", fmt::join(words, " ")));
  const auto outcome =
      place.slipflow(Words{"verify", "case.cfg", "--trust-device", "--steps", "3"} + words);
  CHECK_MESSAGE(outcome.status == 0, outcome.out, outcome.err);
  CHECK(holds(outcome.out, "verdict: " + verdict + '\n'));
  return outcome.out;
}

std::string verified_in_parity(const Place& place, const Words& words) {
  return verified(place, words + Words{"--parity"}, "the same bits");
}

/// In both modes; what parity mode prints.
std::string verified_in_both(const Place& place, const Words& words) {
  verified(place, words, "within 1e-12 of each field's largest value");
  return verified_in_parity(place, words);
}
}  // namespace

TEST_CASE("a run in two parts has the bytes of one in one go") {
  for (const auto& method : method_cases()) {
    CAPTURE(method.name);
    check_restart(method.text, {});
    for (const auto& variant : method.restarts)
      check_restart(text_of(method, variant), variant.words + without_pictures);
  }
}

TEST_CASE("check prints the resolved case, which is the same case, and draws it") {
  for (const auto& method : method_cases()) {
    CAPTURE(method.name);
    const Place place(method.text);
    const auto checked = place.slipflow({"check", "case.cfg", "--picture", "case.png"});
    CHECK_MESSAGE(checked.status == 0, checked.err);
    CHECK(holds(checked.out, "\nmethod = " + method.name + '\n'));
    CHECK(holds(checked.out, fmt::format("\n# {:<26}{} = ", "cells", method.cells)));
    for (const auto& part : method.derived) CHECK_MESSAGE(holds(checked.out, part), part);
    CHECK(fs::exists(place / "case.png"));
    write(place / "again.cfg", checked.out);
    CHECK(place.slipflow({"check", "again.cfg"}).out == checked.out);
  }
}

TEST_CASE("the case files of a method are valid") {
  const Place place;
  for (const auto& method : method_cases())
    for (const auto& name : method.configs) {
      const auto file = fs::path(SLIPFLOW_SOURCE_DIR) / "configs" / name;
      const auto checked = place.slipflow({"check", file.string()});
      CHECK_MESSAGE(checked.status == 0, checked.err);
      CHECK(holds(checked.out, "\nmethod = " + method.name + '\n'));
    }
}

TEST_CASE("kernels that a method does not have are refused") {
  for (const auto& method : method_cases()) {
    CAPTURE(method.name);
    const Place place(method.text);
    const auto refused = place.slipflow({"verify", "case.cfg", "--kernels", "fused"});
    CHECK(refused.status == 2);
    CHECK(refused.err == "slipflow: --set: run.kernels = fused: must be one of auto, plain\n");
  }
}

TEST_SUITE_BEGIN("opencl");

TEST_CASE("verify: the same bits in parity mode, and fast mode within round-off") {
  for (const auto& method : method_cases()) {
    CAPTURE(method.name);
    const Place place(method.text);
    const auto steps = " precision, 3 steps of " + method.scheme + '\n';
    CHECK(holds(verified_in_both(place, {}), "double" + steps));
    for (const auto& precision : method.precisions)
      CHECK(holds(verified_in_parity(place, {"--precision", precision}), precision + steps));
  }
}

TEST_CASE("verify: variants of a case" * doctest::test_suite("opencl full")) {
  for (const auto& method : method_cases()) {
    CAPTURE(method.name);
    for (const auto& variant : method.comparisons)
      verified_in_both(Place(text_of(method, variant)), variant.words);
  }
}

TEST_CASE("a run on a device and one on the host have the same frames and tables in parity mode") {
  for (const auto& method : method_cases()) {
    CAPTURE(method.name);
    const Place place(method.text);
    run_case(place, "host", on_host);
    Words on_device = {"--parity"};
    if (method.steps_on_host > 0) {
      run_case(place, "device", on_host + Words{"--steps", std::to_string(method.steps_on_host)});
      on_device = on_device + Words{"--restart", "latest"};
    }
    run_case(place, "device", on_device);
    auto host = results_in(place / "host"), device = results_in(place / "device");
    for (auto* results : {&host, &device}) results->erase("checkpoint");  // says who wrote it
    CHECK(host.count("fields/000002.vtr") == 1);
    CHECK(host == device);
  }
}

TEST_CASE("tune remembers a launch, and a run uses it") {
  for (const auto& method : method_cases()) {
    if (!method.tunes) continue;
    CAPTURE(method.name);
    const Place place(method.text);
    const std::map<std::string, std::string> cache = {
        {"SLIPFLOW_CACHE_DIR", (place / "cache").string()}};
    const auto tuned =
        place.slipflow({"tune", "case.cfg", "--trust-device", "--seconds", "1"}, cache);
    CHECK_MESSAGE(tuned.status == 0, tuned.err);
    CHECK(holds(tuned.out, fmt::format("{} cells, {}, fast mode\n", method.cells, method.scheme)));
    CHECK(holds(tuned.out, "\nremembered in "));
    const auto ran = place.slipflow({"run", "case.cfg", "--trust-device", "--steps", "2"}, cache);
    CHECK(holds(ran.out, "tuned values: plain kernels"));
  }
}

TEST_CASE("bench measures a method and compares its states with the serial ones") {
  for (const auto& method : method_cases()) {
    CAPTURE(method.name);
    const Place place;
    const Words of_method = {"bench", "--method", method.name};
    const auto measured =
        place.slipflow(of_method + Words{"--mesh", "20x20", "--check", "--rows", "auto",
                                         "--repeats", "1", "--no-tuning", "--parity"});
    CHECK_MESSAGE(measured.status == 0, measured.err);
    const auto table = read(place / "out/bench/bench.md");
    CHECK(holds(table, "| equal to serial |"));
    for (const auto& scheme : method.benchmarks)
      CHECK_MESSAGE(holds(table, "| " + scheme + " | plain |"), scheme);
    const auto benchmark = "the benchmark of method " + method.name;
    check_refuses(place, of_method + Words{"--squares", "2"},
                  "--squares 2: " + benchmark + " has none\n");
    check_refuses(place, of_method + Words{"--stretched"},
                  "--stretched: " + benchmark + " has no stretched mesh; leave out the option\n");
    check_refuses(place, of_method + Words{"--paper"},
                  "--paper: there are no published meshes of this method\n");
  }
}

TEST_SUITE_END();

}  // namespace test_method_commands
