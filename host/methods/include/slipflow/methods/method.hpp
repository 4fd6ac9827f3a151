// The interface of a method to the rest of the program.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/methods/problem.hpp"

namespace slipflow::methods {

/// The mesh of a benchmark: nx x ny cells with square bodies, or nx x ny x nz cells without; of one
/// size or stretched.
struct BenchMesh {
  int nx = 0;
  int ny = 0;
  int squares = 0;
  bool stretched = false;
  int nz = 0;  ///< 0: there is no such axis

  double cells() const { return static_cast<double>(nx) * ny * (nz > 0 ? nz : 1); }
  std::string size() const;     ///< "4032 x 400", "64 x 64 x 64", "4032 x 400 stretched"
  std::string spacing() const;  ///< "uniform", "stretched"
  std::string text() const;     ///< "4032 x 400 cells, 2 squares", "4032 x 400 stretched cells, .."
  bool operator==(const BenchMesh&) const = default;
};

/// The benchmark cases of a method, for `slipflow bench`.
class Benchmark {
 public:
  virtual ~Benchmark() = default;
  /// Names of all schemes, and of those measured by default.
  virtual std::vector<std::string> schemes() const = 0;
  virtual std::vector<std::string> main_schemes() const = 0;
  /// A mesh of nx x ny cells with `squares` squares or, if negative, the default number. Throws
  /// Error(bad_input) that names --mesh or --squares if such a case is impossible; `text` is the
  /// mesh as the user wrote it.
  virtual BenchMesh mesh(int nx, int ny, int squares, const std::string& text) const = 0;
  /// Whether case_text() knows BenchMesh::stretched, and BenchMesh::nz.
  virtual bool can_stretch() const { return false; }
  virtual bool can_be_in_space() const { return false; }
  /// The meshes of published measurements, for --paper; may be empty.
  virtual std::vector<BenchMesh> published_meshes() const { return {}; }
  /// The text of a case file, with a disturbed initial state.
  virtual std::string case_text(const BenchMesh& mesh, const std::string& scheme,
                                setup::Precision precision) const = 0;
};

/// Whether an initial state in a file is read. A restart does not need it.
enum class Start { read, left_out };

/// The precision and number of axes of a self-test; methods with the same kernels on any number of
/// axes ignore the latter.
struct TestedFor {
  setup::Precision precision = setup::Precision::in_double;
  int axes = 2;
};

struct Method {
  std::string name;                   ///< the value of the key `method`
  std::vector<config::KeySpec> keys;  ///< all rows but those that every case begins with
  /// Validates a case. Throws Error(bad_input) with file, line and key.
  std::unique_ptr<Problem> (*make)(const config::Settings& settings, Start start) = nullptr;
  /// A small case on which a device is tested: a few iterations of its kernels are compared with
  /// the serial reference.
  std::function<std::unique_ptr<Problem>(TestedFor)> make_test_problem;
  std::shared_ptr<const Benchmark> benchmark;
  /// Its kernels and their headers, unless they are in cl_kernels/ and macros/.
  opencl::SourceTree kernels{{}};
  config::MakeUnits make_units{};  ///< of cases with a section [units]; empty: it has none
  std::string serial_build;  ///< what compiled the serial reference: "GCC 12.2.0 for x86-64-v3"
  std::vector<std::string> papers{};  ///< what results of the method cite, as in CITATION.cff
};

// Methods whose cases are made from settings alone, and whose benchmark has no bodies.

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
  config::MakeUnits make_units{};     ///< Method::make_units
  std::vector<std::string> papers{};  ///< Method::papers
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
          .make_test_problem = [plain](TestedFor tested) -> std::unique_ptr<Problem> {
            const auto tables = config::make_key_tables({{plain.name, plain.keys}});
            return std::make_unique<MethodProblem>(
                config::parse_case(plain.test_case(tested.precision), "self-test", {}, tables));
          },
          .benchmark = benchmark_of(plain),
          .make_units = plain.make_units,
          .serial_build = "a compiler of version " __VERSION__,
          .papers = plain.papers};
}

}  // namespace slipflow::methods
