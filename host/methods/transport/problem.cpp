#include "slipflow/transport/problem.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "backends/operations.hpp"
#include "output/fluxes.hpp"
#include "slipflow/setup/gaps.hpp"
#include "solver/simulation.hpp"

namespace slipflow::transport {

namespace {
std::string by_axis(const Case& c, const std::array<double, 3>& numbers) {
  std::string text;
  for (int axis = 0; axis < c.mesh.axes(); ++axis)
    text += fmt::format("{}{:.4g} in {}", axis > 0 ? ", " : "", numbers[axis], setup::kAxes[axis]);
  return text;
}
}  // namespace

Problem::Problem(const config::Settings& settings)
    : PlainProblem("transport", make_case(settings)) {
  outputs_ = {
      .length_unit = "",
      .fields = field_list(case_),
      .measured = {"phi"},
      .changes = {"phi"},
      .history_columns = {"phi_min", "phi_max", "phi_mean"},
      .history_units = {"phi", "phi", "phi"},
      .tables = {flux_table(case_), {"iterations.csv", {"iteration", "residual", "omega", "tau"}}},
      .surfaces = surface_list(case_)};
}

std::string Problem::scheme() const {
  const char* time = text_of(kTimeSchemes, case_.time_scheme);
  return case_.has_velocity() ? fmt::format("{} {}", time, text_of(kConvections, case_.convection))
                              : time;
}

std::vector<methods::Number> Problem::numbers() const {
  if (!case_.has_velocity()) return {};
  const auto peclet = cell_peclet_numbers(case_, make_box(case_));
  return {{"cell_peclet", "cell Pe", *std::ranges::max_element(peclet)}};
}

std::vector<methods::Derived> Problem::derived() const {
  std::vector<methods::Derived> lines = {{"linear solver", in_words(case_.linear)}};
  std::string others;
  const auto choices = choices_of(case_);
  for (std::size_t next = 1; next < choices.size(); ++next)
    others += (others.empty() ? "" : ", then ") + in_words(choices[next]);
  if (!others.empty()) lines.push_back({"if it fails", others});
  if (case_.has_velocity())
    lines.push_back(
        {"cell Peclet numbers", by_axis(case_, cell_peclet_numbers(case_, make_box(case_)))});
  return lines;
}

std::vector<std::string> Problem::warnings() const {
  std::vector<std::string> warnings;
  if (case_.has_velocity() && case_.convection == Convection::central) {
    const auto peclet = cell_peclet_numbers(case_, make_box(case_));
    const double largest = *std::ranges::max_element(peclet);
    if (largest > 2)
      warnings.push_back(
          fmt::format("a cell Peclet number of {:.3g}: above 2, central convection "
                      "may oscillate; refine the mesh or take upwind",
                      largest));
  }
  if (is_singular(case_))
    warnings.emplace_back(
        "without a prescribed value, an exchange or a reaction phi is determined "
        "up to a constant, and steady only if as much enters as leaves");
  if (auto pieces = setup::warning_of_pieces(case_.bodies); !pieces.empty())
    warnings.push_back(std::move(pieces));
  return warnings;
}

drawing::MeshPicture Problem::picture() const {
  std::vector<std::string> conditions;
  for (const auto& condition : case_.conditions) conditions.push_back(condition.in_words());
  return boxes::picture_of(case_, std::move(conditions));
}

std::vector<const std::vector<double>*> Problem::boundary_tables() const {
  std::vector<const std::vector<double>*> tables = {&case_.diffusion_factors};
  const auto add = [&](const Factors& factors) {
    for (const auto& table : factors.over) tables.push_back(&table);
    if (factors.time) tables.insert(tables.end(), {&factors.time->times, &factors.time->factors});
  };
  for (const auto& condition : case_.conditions) add(condition.factors);
  for (const auto& source : case_.sources) add(source.factors);
  for (const auto& velocities : case_.velocity.cells) tables.push_back(&velocities);
  return tables;
}

std::vector<methods::Derived> Problem::derived_at_start() const {
  auto lines = methods::Problem::derived_at_start();
  const double dt = first_time_step();
  const BoxArrays box = make_box(case_);
  check_diagonals({case_, box}, values_in_step(case_, 0, dt), mass_of(case_, dt));
  return lines;
}

double Problem::first_time_step() const {
  if (case_.time_scheme == TimeScheme::steady) return 1;
  if (case_.time.step) return *case_.time.step;
  return *case_.time.courant / courant_rate(case_, make_box(case_));
}

void Problem::fix_iterations(int count) {
  case_.linear.tolerance = 0;
  case_.linear.relative_tolerance = 0;
  case_.linear.max = count;
  case_.tries_solvers = false;
  case_.has_fixed_iterations = true;
}

std::unique_ptr<methods::Simulation> Problem::on_host() const {
  return std::make_unique<Simulation>(case_, make_serial_operations);
}

std::unique_ptr<methods::Simulation> Problem::make(const opencl::Queue& queue,
                                                   const methods::Launch& launch) const {
  return std::make_unique<Simulation>(
      case_, [&](const Parts& parts) { return make_device_operations(parts, queue, launch); });
}

std::string Problem::kind_for_tuning() const { return scheme() + ", " + in_words(case_.linear); }

// The least that an iteration must read and write: the vectors of conjugate gradients and the
// coefficients.
std::vector<methods::PassInfo> Problem::passes() const {
  return {{"iteration", case_.has_velocity() ? 11 : 8, 4}};
}

double Problem::device_bytes() const { return bytes_of(case_); }

}  // namespace slipflow::transport
