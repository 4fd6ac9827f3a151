// The rules that every limiter of schemes.h and every slip law of slip_laws.h must obey:
// docs/adding-a-scheme.md, docs/adding-a-boundary.md.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "simple_ts/boundary/slip_laws.h"
#include "simple_ts/convection/convected.h"

namespace test_schemes_and_laws {

namespace rules {

struct Named {
  std::string name;
  int number;
};
#define SF_NAMED(name, number, function) {#name, number},
const Named schemes[] = {SF_CONVECTION_SCHEMES(SF_NAMED)};
const Named laws[] = {SF_SLIP_LAWS(SF_NAMED)};
#undef SF_NAMED

constexpr double differences[] = {-3, -1, -0.5, -1e-3, -1e-170, 0, 1e-200, 0.3, 1, 1.7, 40};

TEST_CASE("each limiter is zero at extrema and TVD, and changes sign with its arguments") {
  for (const auto& scheme : schemes)
    for (const double a : differences)
      for (const double b : differences) {
        CAPTURE(scheme.name);
        CAPTURE(a);
        CAPTURE(b);
        const double limited = sf_limited_difference(scheme.number, a, b);
        CHECK(sf_limited_difference(scheme.number, -a, -b) == -limited);
        if (a * b > 0) {
          CHECK(limited * b >= 0);
          CHECK(std::abs(limited) <= 2 * std::min(std::abs(a), std::abs(b)));
        } else {
          CHECK(limited == 0);
        }
      }
}

TEST_CASE("each limiter but that of upwind leaves equal differences as they are") {
  for (const auto& scheme : schemes)
    for (const double b : {-2.0, -0.7, 0.1, 1.0, 30.0}) {
      CAPTURE(scheme.name);
      CHECK(sf_limited_difference(scheme.number, b, b) ==
            doctest::Approx(scheme.number == SF_UPWIND ? 0 : b).epsilon(1e-15));
    }
}

TEST_CASE("each slip law changes sign with the velocities and the temperature gradient") {
  for (const auto& law : laws)
    for (const double velocity : {0.0, 0.3})
      for (const double u : {-0.2, 0.5})
        for (const double dT : {-0.1, 0.0, 0.7}) {
          CAPTURE(law.name);
          SfSlipSite site{};
          site.velocity = velocity, site.u = u, site.dT = dT;
          site.p = 1.25, site.T = 1.1, site.mu = 0.03;
          SfSlipSite opposite = site;
          opposite.velocity = -velocity, opposite.u = -u, opposite.dT = -dT;
          const double slip = sf_velocity_by_law(law.number, site);
          CHECK(std::isfinite(slip));
          CHECK(sf_velocity_by_law(law.number, opposite) == -slip);
        }
}

}  // namespace rules

}  // namespace test_schemes_and_laws
