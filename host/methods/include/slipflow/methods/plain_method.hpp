// Methods whose cases are made from settings alone, and whose benchmark has no bodies.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "slipflow/methods/method.hpp"

namespace slipflow::methods {

/// What such a method consists of besides its problem.
struct PlainMethod {
  std::string name;
  std::vector<config::KeySpec> keys;
  /// The text of the case on which a device is tested.
  std::string (*test_case)(setup::Precision precision);
  std::vector<std::string> schemes, main_schemes;  ///< of the benchmark
  /// Benchmark::case_text().
  std::string (*bench_case)(const BenchMesh& mesh, const std::string& scheme,
                            setup::Precision precision);
};

std::shared_ptr<const Benchmark> benchmark_of(const PlainMethod& plain);

/// The method with problems of type `MethodProblem`, which has a constructor from settings.
template <class MethodProblem>
Method method_of(const PlainMethod& plain) {
  return {.name = plain.name,
          .keys = plain.keys,
          .make = [](const config::Settings& settings, Start) -> std::unique_ptr<Problem> {
            return std::make_unique<MethodProblem>(settings);
          },
          .make_test_problem = [plain](setup::Precision precision) -> std::unique_ptr<Problem> {
            const auto tables = config::make_key_tables({{plain.name, plain.keys}});
            return std::make_unique<MethodProblem>(
                config::parse_case(plain.test_case(precision), "self-test", {}, tables));
          },
          .benchmark = benchmark_of(plain),
          .serial_build = "a compiler of version " __VERSION__};
}

}  // namespace slipflow::methods
