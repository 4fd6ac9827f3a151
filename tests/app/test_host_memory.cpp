// The host memory that `slipflow check` announces is what a run takes.
#include <doctest/doctest.h>
#include <sched.h>

#include "host_memory.hpp"
#include "methods.hpp"
#include "program.hpp"

namespace test_host_memory {

using namespace test_app;

namespace {
/// Programs that start meanwhile have one processor, where frames are written one at a time.
class OneProcessor {
 public:
  OneProcessor() {
    REQUIRE(::sched_getaffinity(0, sizeof all_, &all_) == 0);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int k = 0; k < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++k)
      if (CPU_ISSET(k, &all_)) CPU_SET(k, &one);
    REQUIRE(::sched_setaffinity(0, sizeof one, &one) == 0);
  }
  ~OneProcessor() { ::sched_setaffinity(0, sizeof all_, &all_); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  cpu_set_t all_{};
};
}  // namespace

// Sanitizers keep memory that was given back.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("a run takes the host memory that was announced") {
  const Place place;
  const OneProcessor one_processor;
  for (const std::string fields : {"p", "p T rho u v"}) {
    const auto peak_with = [&](const std::string& cells) {
      return place
          .slipflow({"run", "case.cfg", "--backend", "serial", "--steps", "1", "--overwrite",
                     "--set", "inner.max=1", "--set", "output.pictures=none", "--set",
                     "output.fields=" + fields, "--set", "mesh.cells=" + cells})
          .peak_bytes;
    };
    const auto announced_with = [&](const std::string& cells) {
      const auto settings = slipflow::config::parse_case(
          small_case, "case.cfg",
          {"output.pictures=none", "output.fields=" + fields, "mesh.cells=" + cells},
          slipflow::app::key_tables());
      const auto& method = slipflow::app::all_methods().front();
      return slipflow::app::host_bytes(*method.make(settings, slipflow::methods::Start::read),
                                       true);
    };
    // The difference leaves out what the program takes whatever the mesh is.
    const double taken = peak_with("700 700") - peak_with("50 50");
    const double announced = announced_with("700 700") - announced_with("50 50");
    CHECK(taken > 0.9 * announced);
    CHECK(taken < 1.15 * announced);
  }
}
#endif

}  // namespace test_host_memory
