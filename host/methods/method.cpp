#include "slipflow/methods/method.hpp"

#include <fmt/format.h>

#include "slipflow/methods/plain_method.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::methods {

std::string BenchMesh::size() const {
  return fmt::format("{} x {}{}", nx, ny, stretched ? " stretched" : "");
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
