// slipflow_studies spmv and slipflow_studies pressure.
#include <algorithm>

#include "option_values.hpp"
#include "pressure.hpp"
#include "spmv.hpp"
#include "study_command.hpp"

namespace slipflow::bench::studies {

namespace {
using linear_solvers::Coefficients7;

constexpr std::pair<const char*, Coefficients7> kKinds[] = {{"free", Coefficients7::free},
                                                            {"symmetric", Coefficients7::symmetric},
                                                            {"general", Coefficients7::general}};

// The places of the names of an option among those that are allowed.
std::vector<std::size_t> places_of(const Values& values, const std::string& option,
                                   const std::vector<std::string>& allowed) {
  std::vector<std::size_t> places;
  for (const auto& name : app::listed_values(values, option)) {
    require_one_of(option, name, allowed);
    places.push_back(std::ranges::find(allowed, name) - allowed.begin());
  }
  return places;
}

std::vector<Coefficients7> kinds_from(const Values& values) {
  std::vector<std::string> allowed;
  std::vector<Coefficients7> all, kinds;
  for (const auto& [name, kind] : kKinds) allowed.emplace_back(name), all.push_back(kind);
  for (const auto place : places_of(values, "coefficients", allowed)) kinds.push_back(all[place]);
  return kinds.empty() ? all : kinds;
}

std::vector<PressureSolver> solvers_from(const Values& values) {
  const auto& all = pressure_solvers();
  std::vector<std::string> allowed;
  std::vector<PressureSolver> solvers;
  for (const auto& solver : all) allowed.emplace_back(solver.name);
  for (const auto place : places_of(values, "solver", allowed)) solvers.push_back(all[place]);
  return solvers.empty() ? all : solvers;
}

void options_of_spmv(Add& add) {
  add_boxes(add, "256x256x256, on processors 64x64x64");
  add("coefficients", names("KIND"), "free, symmetric or general (repeatable); else all");
}

int run_spmv(const Values& values, const std::string& command) {
  SpmvOptions options;
  options.boxes = boxes_from(values);
  options.kinds = kinds_from(values);
  return run_solver_study<SpmvReport>("spmv", options, values, command);
}

void options_of_pressure(Add& add) {
  add_boxes(add, "64, 128 and 256 along each axis, on processors 32");
  add("coefficients", one_name("KIND"), "symmetric or free");
  add("solver", names("NAME"),
      "jacobi-cg, atm-cg, x-line-cg, multigrid-cg, single-multigrid-cg or multigrid "
      "(repeatable); else all");
}

int run_pressure(const Values& values, const std::string& command) {
  PressureOptions options;
  options.boxes = boxes_from(values);
  options.solvers = solvers_from(values);
  if (values.count("coefficients")) {
    const auto& kind = values["coefficients"].as<std::string>();
    require_one_of("coefficients", kind, {"free", "symmetric"});
    if (kind == "free") options.kind = Coefficients7::free;
  }
  return run_solver_study<PressureReport>("pressure", options, values, command);
}
}  // namespace

Study spmv_study() {
  return {"products with the matrices of seven-point systems", options_of_spmv, run_spmv};
}

Study pressure_study() {
  return {"solvers of seven-point systems", options_of_pressure, run_pressure};
}

}  // namespace slipflow::bench::studies
