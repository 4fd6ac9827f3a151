// Which cases share a program: kernels are compiled once for those with the same options.
#include <doctest/doctest.h>

#include "build_options.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_programs {

namespace {
std::string options_of(const std::string& bodies, const std::vector<std::string>& set) {
  return build_options(case_from(channel_text(40, 20, 0.1, bodies), set), {.parity = true});
}
}  // namespace

TEST_CASE("Kn, Ma, bodies, walls, pressures and gas numbers do not change a program") {
  const auto body = body_line(0.1, 10, 8, 14, 12);
  const std::vector<std::string> sides = {"boundary.west=pressure p=2 temperature=1",
                                          "boundary.east=pressure p=1 temperature=1"};
  const auto with = [&](std::vector<std::string> set) {
    set.insert(set.begin(), sides.begin(), sides.end());
    return set;
  };
  const auto options = options_of(body, {});
  CHECK(options_of(body, {"gas.knudsen=0.01"}) == options);
  CHECK(options_of(body, {"gas.mach=1.5"}) == options);
  CHECK(options_of(body, {"gas.gamma=1.4", "gas.prandtl=0.7"}) == options);
  CHECK(options_of(body_line(0.1, 20, 3, 22, 9) + body_line(0.1, 30, 3, 32, 9), {}) == options);
  CHECK(options_of(body, {"boundary.south=wall velocity=0,0 temperature=2"}) == options);
  CHECK(options_of(body, with({})) ==
        options_of(body, {"boundary.west=pressure p=3 temperature=1.5",
                          "boundary.east=pressure p=2 temperature=1"}));
  const auto heavy = options_of(body, {"gas.gravity=0.1 0.2"});
  CHECK(options_of(body, {"gas.gravity=0.3 -0.2"}) == heavy);
  // What does, because code depends on it.
  CHECK(heavy != options);
  CHECK(options_of(body, {"mesh.cells=80 40"}) != options);
  CHECK(options_of(body, with({})) != options);
  CHECK(options_of(body, {"gas.viscosity_exponent=0.75"}) != options);
}

TEST_CASE("Kn changes the program of the fused kernel of implicit TVD alone") {
  const auto depends_on_Kn = [](const std::string& time, const std::string& convection,
                                KernelSet kernels) {
    const auto options = [&](const std::string& Kn) {
      const std::vector<std::string> set = {"gas.knudsen=" + Kn, "scheme.time=" + time,
                                            "scheme.convection=" + convection};
      return build_options(case_from(channel_text(40, 20, 0.1, ""), set), {.kernels = kernels});
    };
    return options("0.01") != options("0.02");
  };
  CHECK(depends_on_Kn("implicit", "tvd", KernelSet::fused));
  CHECK_FALSE(depends_on_Kn("implicit", "tvd", KernelSet::plain));
  CHECK_FALSE(depends_on_Kn("explicit", "tvd", KernelSet::fused));
  CHECK_FALSE(depends_on_Kn("implicit", "upwind", KernelSet::fused));
}

}  // namespace slipflow::simple_ts::test_programs
