// What the methods have in common whose cases are made from settings alone, and whose benchmark has
// no bodies.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "slipflow/methods/method.hpp"

namespace slipflow::methods {

/// Method::make of such a method: `MethodProblem` has a constructor from settings.
template <class MethodProblem>
std::unique_ptr<Problem> make_problem(const config::Settings& settings, Start) {
  return std::make_unique<MethodProblem>(settings);
}

/// The problem of Method::make_test_problem from the text of a case file.
template <class MethodProblem>
std::unique_ptr<Problem> test_problem(const std::string& method,
                                      const std::vector<config::KeySpec>& keys,
                                      const std::string& text) {
  const auto tables = config::make_key_tables({{method, keys}});
  return std::make_unique<MethodProblem>(config::parse_case(text, "self-test", {}, tables));
}

/// A benchmark on meshes without bodies.
class PlainBenchmark : public Benchmark {
 public:
  std::vector<std::string> schemes() const final { return schemes_; }
  std::vector<std::string> main_schemes() const override { return schemes_; }
  BenchMesh mesh(int nx, int ny, int squares, const std::string& text) const final;

 protected:
  PlainBenchmark(std::string method, std::vector<std::string> schemes)
      : method_(std::move(method)), schemes_(std::move(schemes)) {}

 private:
  const std::string method_;
  const std::vector<std::string> schemes_;
};

}  // namespace slipflow::methods
