// slipflow_studies piso.
#include <algorithm>

#include "option_values.hpp"
#include "piso.hpp"
#include "slipflow/piso/problem.hpp"
#include "study_command.hpp"

namespace slipflow::bench::studies {

namespace po = boost::program_options;

namespace {
std::vector<BoxCells> boxes_of_flows(const Values& values) {
  std::vector<BoxCells> boxes;
  for (const auto& box : boxes_from(values)) {
    if (std::min({box.n1, box.n2, box.n3}) < 2)
      throw refused(
          "--mesh {}x{}x{}: a flow in three directions has at least 2 cells along each "
          "axis",
          box.n1, box.n2, box.n3);
    boxes.push_back({box.n1, box.n2, box.n3});
  }
  return boxes;
}

void options_of_piso(Add& add) {
  add_boxes(add, "100x100x100, on processors 24x24x24");
  add("variant", names("NAME"), "simplec, piso, simple or sheared-simplec (repeatable); else all");
  add("openfoam", po::value<std::vector<std::string>>()->composing()->value_name("LOG"),
      "a log of simpleFoam or icoFoam, whose times are compared (repeatable)");
  add("backend", po::value<std::string>()->default_value("opencl")->value_name("NAME"),
      "opencl or serial");
  add("trust-device", po::bool_switch(), "leave out the self-test of the device");
}

int run_piso(const Values& values, const std::string& command) {
  PisoOptions options;
  const auto& backend = values["backend"].as<std::string>();
  require_one_of("backend", backend, {"opencl", "serial"});
  if (backend == "serial" && values.count("device"))
    throw refused("--device cannot be combined with --backend serial: leave out one of them");
  options.boxes = boxes_of_flows(values);
  options.variants = app::listed_values(values, "variant");
  for (const auto& name : options.variants) require_one_of("variant", name, timed_variants());
  if (values.count("openfoam"))
    for (const auto& file : values["openfoam"].as<std::vector<std::string>>())
      options.logs.push_back(read_openfoam_log(file, timed_tolerance()));
  const methods::Method method = piso::method();
  return run_study<PisoReport>("piso", {method, values["trust-device"].as<bool>()}, options, values,
                               command);
}
}  // namespace

Study piso_study() {
  return {"iterations of incompressible flow in cavities, by part and by kernel", options_of_piso,
          run_piso};
}

}  // namespace slipflow::bench::studies
