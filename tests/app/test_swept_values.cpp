// The values of --over, and the jobs made from them.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "slipflow/support/error.hpp"
#include "swept_values.hpp"

namespace test_swept_values {

using namespace slipflow::app;

namespace {
using Texts = std::vector<std::string>;

Texts values_of(const std::string& over) { return swept_key_from(over).values; }

Texts names_of(const Texts& overs, bool zip) {
  std::vector<SweptKey> keys;
  for (const auto& over : overs) keys.push_back(swept_key_from(over));
  Texts names;
  for (const auto& job : sweep_jobs(keys, zip)) names.push_back(job.name);
  return names;
}

std::string refusal_of(const Texts& overs, bool zip = false) {
  try {
    names_of(overs, zip);
  } catch (const slipflow::Error& error) {
    CHECK(error.status() == slipflow::ExitStatus::bad_input);
    return error.what();
  }
  return "";
}
}  // namespace

TEST_CASE("lists of values: with commas, or with semicolons where the values have commas") {
  CHECK(swept_key_from(" gas.knudsen = 0.01, 0.02").key == "gas.knudsen");
  CHECK(values_of("gas.knudsen=0.01, 0.02") == Texts{"0.01", "0.02"});
  CHECK(values_of("body.circle=1 2 0.5,2 2 0.5") == Texts{"1 2 0.5", "2 2 0.5"});
  CHECK(values_of("boundary.south=wall velocity=1,0;wall velocity=2,0") ==
        Texts{"wall velocity=1,0", "wall velocity=2,0"});
}

TEST_CASE("FIRST:LAST:COUNT has both ends as written and equal steps") {
  CHECK(values_of("gas.mach=1.5:3:4") == Texts{"1.5", "2", "2.5", "3"});
  CHECK(values_of("gas.mach=0.10:1e0:4") == Texts{"0.10", "0.4", "0.7", "1e0"});
  CHECK(values_of("gas.mach=3:-1:3") == Texts{"3", "1", "-1"});
  CHECK(values_of("gas.mach=0.1:0.3:2") == Texts{"0.1", "0.3"});
  CHECK(values_of("mesh.x=10:20:2 um") == Texts{"10 um", "20 um"});
  CHECK(values_of("title=1:2:x") == Texts{"1:2:x"});
  for (const char* bad : {"gas.mach=1:2:1", "gas.mach=1:inf:3", "gas.mach=1:2:1001"})
    CHECK(refusal_of({bad}) ==
          std::string("--over ") + bad +
              ": FIRST and LAST must be finite numbers and COUNT a whole number from 2 to 1000");
}

TEST_CASE("jobs: all combinations, the last key first, or one by one; named by their values") {
  CHECK(names_of({"gas.knudsen=0.1,0.2", "gas.mach=1,2"}, false) ==
        Texts{"knudsen=0.1_mach=1", "knudsen=0.1_mach=2", "knudsen=0.2_mach=1",
              "knudsen=0.2_mach=2"});
  CHECK(names_of({"gas.knudsen=0.1,0.2", "gas.mach=1,2"}, true) ==
        Texts{"knudsen=0.1_mach=1", "knudsen=0.2_mach=2"});
  // The same last part, blanks.
  CHECK(names_of({"time.step=0.1", "inner.step=2 3"}, false) ==
        Texts{"time.step=0.1_inner.step=2_3"});
  // Characters that a name cannot have: a checksum keeps names apart.
  const auto names = names_of({"mesh.x=a/b;a,b"}, false);
  REQUIRE(names.size() == 2);
  CHECK(names[0].starts_with("x=a_b_"));
  CHECK(names[1].starts_with("x=a_b_"));
  CHECK(names[0] != names[1]);
  CHECK(names_of({"title=2 3,2_3"}, false)[1].starts_with("title=2_3_"));
  CHECK(names_of({"title=" + std::string(300, 'a')}, false)[0].size() < 120);
}

TEST_CASE("jobs that are refused") {
  CHECK(refusal_of({"gas.mach"}).starts_with("--over 'gas.mach' must be section.key=VALUE"));
  CHECK(refusal_of({"=1"}).starts_with("--over '=1' must be"));
  CHECK(refusal_of({"gas.mach=1,,2"}) == "--over gas.mach: a value is missing in '1,,2'");
  CHECK(refusal_of({"gas.mach=1", "gas.mach=2"}) ==
        "--over gas.mach is given twice: give all its values at once");
  CHECK(refusal_of({"gas.mach=1,2,1"}) == "the values of --over make the job mach=1 twice");
  CHECK(refusal_of({"gas.mach=1,2", "gas.knudsen=1,2,3"}, true) ==
        "--zip pairs values one by one: gas.mach has 2 of them, gas.knudsen has 3");
  CHECK(refusal_of({"gas.mach=1:2:40", "gas.knudsen=0.1:0.2:26"})
            .starts_with("the values of --over make more than 1000 jobs"));
  CHECK(refusal_of({"gas.mach=1:2:40", "gas.knudsen=0.1:0.2:25"}) == "");
}

}  // namespace test_swept_values
