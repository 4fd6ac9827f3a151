#include "slipflow/methods/method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "slipflow/support/error.hpp"

namespace slipflow::methods {

double Changes::largest() const {
  double largest = 0;
  for (const double value : values) {
    if (std::isnan(value)) return std::numeric_limits<double>::quiet_NaN();
    largest = std::max(largest, value);
  }
  return largest;
}

BackendInfo serial_info(double bytes_allocated) {
  return {.name = "serial",
          .device = "one CPU core",
          .driver = "none",
          .kernels = "-",
          .bytes_allocated = bytes_allocated};
}

BackendInfo threads_info(int threads, double bytes_allocated) {
  return {.name = "threads",
          .device = fmt::format("{} thread{}", threads, threads > 1 ? "s" : ""),
          .driver = "none",
          .kernels = "-",
          .bytes_allocated = bytes_allocated};
}

const std::vector<double>& values_named(const Arrays& arrays, const std::string& name) {
  for (const Array& array : arrays)
    if (array.name == name) return array.values;
  throw Error(ExitStatus::internal_error, "there is no array " + name);
}

std::vector<double>& values_named(Arrays& arrays, const std::string& name) {
  return const_cast<std::vector<double>&>(values_named(std::as_const(arrays), name));
}

bool is_finite(const Arrays& arrays) {
  return std::all_of(arrays.begin(), arrays.end(), [](const Array& array) {
    return std::all_of(array.values.begin(), array.values.end(),
                       [](double value) { return std::isfinite(value); });
  });
}

std::vector<std::string> stored_fields(const Problem& problem) {
  std::vector<std::string> names;
  for (const auto& field : problem.outputs().fields)
    if (field.in_checkpoint) names.push_back(field.name);
  return names;
}

double state_bytes(const Problem& problem) {
  return static_cast<double>(stored_fields(problem).size()) * sizeof(double) *
         static_cast<double>(problem.mesh().layout().size());
}

const setup::FieldInfo& field_named(const Problem& problem, const std::string& name) {
  for (const auto& field : problem.outputs().fields)
    if (field.name == name) return field;
  throw Error(ExitStatus::internal_error, "there is no field '" + name + "'");
}

namespace {
Error one_rank_only() {
  return {ExitStatus::bad_input,
          "this method runs on one rank only: start one process without the launcher"};
}
}  // namespace

std::unique_ptr<Simulation> Backends::on_threads(int) const {
  throw Error(ExitStatus::bad_input,
              "this method has no backend threads: take --backend serial or opencl");
}

std::vector<Derived> Problem::derived_at_start() const {
  const auto simulation = backends().on_host();
  simulation->state().start();
  simulation->stepper().time_step();
  return {};
}

std::unique_ptr<Simulation> Backends::lead(const RankTask&) const { throw one_rank_only(); }
void Backends::follow(const RankTask&) const { throw one_rank_only(); }
PieceNeeds Costs::needs_of_piece(const mesh::Cuts&, int) const { throw one_rank_only(); }

double length_of_first(const std::vector<setup::Body>& bodies) {
  return bodies.empty() ? 1 : bodies.front().reference_length;
}

std::vector<setup::FieldComparison> compare(const Problem& problem, Arrays a, Arrays b) {
  problem.add_derived(a);
  problem.add_derived(b);
  std::vector<setup::FieldComparison> comparisons;
  const Outputs& outputs = problem.outputs();
  for (const auto& name : outputs.compared.empty() ? outputs.measured : outputs.compared)
    comparisons.push_back(setup::compare_field(
        field_named(problem, name), problem.mesh().layout(), problem.controls().run.precision,
        values_named(std::as_const(a), name), values_named(std::as_const(b), name)));
  return comparisons;
}

std::string BenchMesh::size() const {
  return fmt::format("{} x {}{}{}", nx, ny, nz > 0 ? fmt::format(" x {}", nz) : "",
                     stretched ? " stretched" : "");
}

std::string BenchMesh::spacing() const { return stretched ? "stretched" : "uniform"; }

std::string BenchMesh::text() const {
  return fmt::format("{} cells, {} square{}", size(), squares, squares == 1 ? "" : "s");
}

namespace {
class PlainBenchmark : public Benchmark {
 public:
  explicit PlainBenchmark(const PlainMethod& plain) : plain_(plain) {}
  std::vector<std::string> schemes() const override { return plain_.schemes; }
  std::vector<std::string> main_schemes() const override { return plain_.main_schemes; }
  BenchMesh mesh(int nx, int ny, int squares, const std::string&) const override {
    if (squares > 0)
      throw Error(
          ExitStatus::bad_input,
          fmt::format("--squares {}: the benchmark of method {} has none", squares, plain_.name));
    return {nx, ny, 0};
  }
  std::string case_text(const BenchMesh& mesh, const std::string& scheme,
                        setup::Precision precision) const override {
    return plain_.bench_case(mesh, scheme, precision);
  }

 private:
  const PlainMethod plain_;
};
}  // namespace

std::shared_ptr<const Benchmark> benchmark_of(const PlainMethod& plain) {
  return std::make_shared<PlainBenchmark>(plain);
}

}  // namespace slipflow::methods
