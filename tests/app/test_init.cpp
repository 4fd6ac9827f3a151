// slipflow init: cases to start from.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "embedded_texts.hpp"
#include "results.hpp"

namespace test_init {

using namespace test_app;
using slipflow::app::start_cases;

namespace {
std::string init_refused(const Place& place, const Words& arguments, int status = 2) {
  return refused(place, Words{"init"} + arguments, status);
}
}  // namespace

TEST_CASE("init writes a case of each kind, which check accepts without a warning") {
  const Place place;
  CHECK(start_cases().size() >= 8);
  for (const auto& start : start_cases()) {
    CAPTURE(start.kind);
    const auto file = start.kind + ".cfg";
    const auto run = output_of(place.slipflow({"init", file, "--kind", start.kind}));
    CHECK(run == fmt::format("{0} was written. `slipflow check {0}` explains it, "
                             "`slipflow run {0}` runs it.\n",
                             file));
    CHECK(read(place / file) == read(fs::path(SLIPFLOW_SOURCE_DIR) / "configs/start" / file));
    const auto check = output_of(place.slipflow({"check", file}));
    CHECK(!holds(check, "WARNING"));
    CHECK(holds(check, fmt::format("\ndirectory = out/{}\n", start.kind)));
    const auto flow = place.slipflow({"run", file, "--backend", "serial", "--steps", "2", "--quiet",
                                      "--set", "output.picture=width=320"});
    CHECK_MESSAGE(flow.status == 0, flow.err);
    output_of(place.slipflow({"check", fmt::format("out/{}/case.cfg", start.kind)}));
  }
}

TEST_CASE("--help of init tells each kind with the first line of its case") {
  const auto help = Place().slipflow({"init", "--help"}).out;
  for (const auto& start : start_cases()) {
    CHECK(start.text.starts_with("# "));
    const auto purpose = start.text.substr(2, start.text.find('\n') - 2);
    CHECK(holds(help, fmt::format("\n  {:<15}{}\n", start.kind, purpose)));
  }
}

TEST_CASE("init replaces nothing") {
  const Place place;
  const auto exists = [](const std::string& name) {
    return fmt::format("slipflow: {} exists; take another name\n", name);
  };
  CHECK(init_refused(place, {"case.cfg", "--kind", "cavity"}) == exists("case.cfg"));
  fs::create_symlink("case.cfg", place / "link.cfg");
  CHECK(init_refused(place, {"link.cfg", "--kind", "cavity"}) == exists("link.cfg"));
  fs::create_directory(place / "folder.cfg");
  CHECK(init_refused(place, {"folder.cfg", "--kind", "cavity"}) == exists("folder.cfg"));
}

TEST_CASE("init refuses what it cannot do in one sentence") {
  const Place place;
  const auto unknown = init_refused(place, {"a.cfg", "--kind", "tube"});
  CHECK(unknown.starts_with("slipflow: --kind tube must be one of cavity, "));
  CHECK(init_refused(place, {"a.cfg"})
            .starts_with("slipflow: --kind is missing; it is one of cavity, "));
  CHECK(init_refused(place, {"--kind", "cavity"}) ==
        "slipflow: a file is missing; usage: slipflow init FILE.cfg --kind FLOW\n");
  CHECK(init_refused(place, {"a.txt", "--kind", "cavity"}) ==
        "slipflow: 'a.txt' must end in .cfg\n");
  CHECK(init_refused(place, {"nowhere/a.cfg", "--kind", "cavity"}, 5) ==
        "slipflow: cannot write nowhere/a.cfg: No such file or directory\n");
}

}  // namespace test_init
