// slipflow_studies psi_omega.
#include <algorithm>

#include "option_values.hpp"
#include "psi_omega.hpp"
#include "slipflow/psi_omega/problem.hpp"
#include "study_command.hpp"

namespace slipflow::bench::studies {

namespace po = boost::program_options;

namespace {
// Leaves the cases that an option names.
template <class NameOfCase>
void keep_named(const Values& values, const char* option, const NameOfCase& name_of_case,
                std::vector<PsiOmegaCase>& cases) {
  std::vector<std::string> known;
  for (const auto& c : cases)
    if (!std::ranges::count(known, name_of_case(c))) known.push_back(name_of_case(c));
  const auto wanted = app::listed_values(values, option);
  for (const auto& name : wanted) require_one_of(option, name, known);
  if (!wanted.empty())
    std::erase_if(cases,
                  [&](const auto& c) { return !std::ranges::count(wanted, name_of_case(c)); });
}

void options_of_psi_omega(Add& add) {
  add("mesh", names("NXxNY"), "a mesh of the study (repeatable); else all");
  add("variant", names("NAME"), "a variant of the study (repeatable); else all");
  add("trust-device", po::bool_switch(), "leave out the self-test of the device");
}

int run_psi_omega(const Values& values, const std::string& command) {
  PsiOmegaOptions options;
  options.cases = psi_omega_cases();
  keep_named(
      values, "mesh", [](const auto& c) { return fmt::format("{}x{}", c.mesh.nx, c.mesh.ny); },
      options.cases);
  keep_named(
      values, "variant", [](const auto& c) { return c.variant; }, options.cases);
  const methods::Method method = psi_omega::method();
  return run_study<PsiOmegaReport>("psi_omega", {method, values["trust-device"].as<bool>()},
                                   options, values, command);
}
}  // namespace

Study psi_omega_study() {
  return {"cavity and square in a channel by stream function and vorticity, a study in CUDA",
          options_of_psi_omega, run_psi_omega};
}

}  // namespace slipflow::bench::studies
