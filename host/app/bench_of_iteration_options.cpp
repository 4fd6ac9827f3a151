// The options of slipflow bench --of METHOD, of a method with flows whose iterations are timed.
#include <fmt/ranges.h>

#include <algorithm>

#include "bench_of_options.hpp"
#include "bench_of_values.hpp"
#include "bench_options.hpp"
#include "methods.hpp"
#include "option_values.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace po = boost::program_options;

namespace {
const methods::Method* method_of_iterations(const po::variables_map& values) {
  const auto& of = values["of"].as<std::string>();
  const auto found = std::ranges::find(all_methods(), of, &methods::Method::name);
  const bool has_flows = found != all_methods().end() && found->benchmark->study().cases.empty() &&
                         !bench::timed_variants(*found).empty();
  return has_flows ? &*found : nullptr;
}

std::vector<std::string> variants_of_flows(const po::variables_map& values,
                                           const methods::Method& method) {
  const auto allowed = bench::timed_variants(method);
  auto names = listed_values(values, "variant");
  for (const auto& name : names)
    if (!std::ranges::count(allowed, name))
      throw refused("--variant {} must be one of {}", shown(name), fmt::join(allowed, ", "));
  return names;
}

std::vector<bench::BoxCells> boxes_of_flows(const po::variables_map& values) {
  std::vector<bench::BoxCells> boxes;
  for (const auto& box : boxes_from(values)) {
    if (std::min({box.n1, box.n2, box.n3}) < 2)
      throw refused("--mesh {}: a flow in three directions has at least 2 cells along each axis",
                    bench::name_of(box));
    boxes.push_back({box.n1, box.n2, box.n3});
  }
  return boxes;
}
}  // namespace

const std::vector<std::string>& options_of_iterations() {
  static const std::vector<std::string> options = {"openfoam"};
  return options;
}

bool is_of_iterations(const po::variables_map& values) {
  return method_of_iterations(values) != nullptr;
}

bench::IterationOptions iteration_options_from(const po::variables_map& values) {
  bench::IterationOptions options;
  options.method = method_of_iterations(values);
  require_only(values, options.method->name,
               {"mesh", "variant", "openfoam", "backend", "trust-device"});
  const auto& backend = values["backend"].as<std::string>();
  if (backend != "opencl" && backend != "serial")
    throw refused("--backend {} must be opencl or serial", shown(backend));
  if (backend == "serial" && values.count("device"))
    throw refused("--device cannot be combined with --backend serial: leave out one of them");
  options.boxes = boxes_of_flows(values);
  options.variants = variants_of_flows(values, *options.method);
  if (values.count("openfoam"))
    for (const auto& file : values["openfoam"].as<std::vector<std::string>>())
      options.logs.push_back(
          bench::read_openfoam_log(file, bench::timed_tolerance(*options.method)));
  options.parity = values["parity"].as<bool>();
  options.repeats = repeats_from(values);
  return options;
}

}  // namespace slipflow::app
