#include "plan.hpp"

#include <algorithm>
#include <tuple>

namespace slipflow::bench {

namespace {
using methods::Launch;
using setup::KernelSet;

std::vector<int> rows_of(const Options& options, const methods::Problem& problem) {
  std::vector<int> rows = options.rows;
  const int ny = problem.mesh().y.cells();
  if (options.half_the_rows) rows.push_back((ny + 1) / 2);
  // No sub-domain has more rows than the mesh with the faces of its far boundary.
  for (int& n : rows) n = std::min(n, ny + 1);
  return rows;
}

bool same_launch(const Launch& a, const Launch& b) {
  return std::tuple(a.kernels, a.work_group_size, a.rows) ==
         std::tuple(b.kernels, b.work_group_size, b.rows);
}

}  // namespace

std::vector<Launch> launches_of(const Options& options, const methods::Problem& problem,
                                const opencl::Device& device) {
  std::vector<Launch> launches;
  for (const KernelSet kernels : options.kernels)
    for (const int size : options.work_group_sizes)
      for (const int rows : rows_of(options, problem)) {
        Launch given{options.parity, kernels, size, rows};
        if (options.tuned) given = options.tuned(problem, device, given);
        const auto launch = problem.backends().resolve(device, given);
        const bool known = std::any_of(launches.begin(), launches.end(),
                                       [&](const auto& l) { return same_launch(l, launch); });
        if (!known) launches.push_back(launch);
      }
  return launches;
}

std::unique_ptr<methods::Problem> make_problem(const methods::Method& method,
                                               const std::string& case_text) {
  const auto tables = config::make_key_tables({{method.name, method.keys, method.make_units}});
  return method.make(config::parse_case(case_text, "bench", {}, tables), methods::Start::read);
}

std::unique_ptr<methods::Problem> make_problem(const methods::Method& method,
                                               setup::Precision precision,
                                               const methods::BenchMesh& mesh,
                                               const std::string& scheme) {
  return make_problem(method, method.benchmark->case_text(mesh, scheme, precision));
}

std::unique_ptr<methods::Problem> make_problem(const Options& options,
                                               const methods::BenchMesh& mesh,
                                               const std::string& scheme) {
  return make_problem(*options.method, options.precision, mesh, scheme);
}

}  // namespace slipflow::bench
