// The initial state of a case from a file.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <system_error>

#include "slipflow/output/frame_file.hpp"
#include "slipflow/simple_ts/problem.hpp"
#include "slipflow/simple_ts/start_fields.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::simple_ts {

namespace {
/// The field of that name, or empty; a missing density is computed from p and T.
std::vector<double> field_of(output::Frame& frame, const std::string& name) {
  const auto found = frame.fields.find(name);
  if (found != frame.fields.end()) return found->second;
  const auto p = frame.fields.find("p"), T = frame.fields.find("T");
  if (name != "rho" || p == frame.fields.end() || T == frame.fields.end()) return {};
  std::vector<double> rho;
  for (std::size_t at = 0; at < p->second.size(); ++at)
    rho.push_back(p->second[at] / T->second[at]);
  return rho;
}

/// From the units of the run that wrote the frame to those of this case.
void convert(output::Frame& frame, const config::UnitSystem& units) {
  constexpr double kRounding = 1e-12;
  const auto scale = [&](std::vector<double>& values, const std::string& name, const char* unit) {
    const auto from = frame.si_units.find(name);
    if (from == frame.si_units.end()) return;
    const double factor = from->second / units.one(unit)->si();
    if (std::abs(factor - 1) > kRounding)
      for (double& value : values) value *= factor;
  };
  for (auto* faces : {&frame.x, &frame.y, &frame.z}) scale(*faces, "x", "L");
  constexpr std::pair<const char*, const char*> kUnits[] = {
      {"T", "T0"}, {"p", "p0"}, {"rho", "rho0"}, {"u", "V0"}, {"v", "V0"}, {"w", "V0"}};
  for (const auto& [name, unit] : kUnits)
    if (const auto field = frame.fields.find(name); field != frame.fields.end())
      scale(field->second, name, unit);
}

StartFields fields_from(const std::filesystem::path& file, int axes,
                        const config::UnitSystem* units) {
  output::Frame frame = output::read_frame(file, axes);
  const auto refused = [&](const std::string& reason) {
    return Error(ExitStatus::bad_input, fmt::format("'{}' {}", shown(file.string()), reason));
  };
  if (axes == 3 && frame.z.empty()) throw refused("has two axes, the mesh three");
  if (units) convert(frame, *units);
  StartFields fields{{frame.x, frame.y, frame.z}, frame.hidden, {}, {}, {}};
  const auto take = [&](const char* name, std::vector<double>& values) {
    values = field_of(frame, name);
    if (values.empty()) throw refused(fmt::format("has no field {}", name));
  };
  take("T", fields.T);
  take("rho", fields.rho);
  constexpr const char* kVelocities[] = {"u", "v", "w"};
  for (int axis = 0; axis < axes; ++axis) take(kVelocities[axis], fields.velocity[axis]);
  return fields;
}
}  // namespace

void Problem::load_start(const config::Settings& settings) {
  InitialState& initial = case_.initial;
  if (initial.file.empty()) return;
  const auto& directive = settings.directives("initial.state").at(0);
  auto fields = std::make_shared<StartFields>();
  try {
    *fields = fields_from(initial.file, case_.axes(), settings.units().get());
  } catch (const Error& error) {
    throw settings.error(directive, error.what());
  }
  if (const auto reason = reason_against(case_, *fields); !reason.empty())
    throw settings.error(directive, fmt::format("'{}' {}", shown(initial.file.string()), reason));
  initial.fields = std::move(fields);
}

void Problem::require_start_outside(const std::filesystem::path& results) const {
  const auto& start = case_.initial.file;
  if (!settings_ || start.empty()) return;
  std::error_code error;  // reported where the paths are used
  const auto file = std::filesystem::weakly_canonical(start, error);
  const auto directory = std::filesystem::weakly_canonical(results, error);
  const auto place = file.lexically_relative(directory);
  if (error || place.empty() || *place.begin() == "..") return;
  throw settings_->error(settings_->directives("initial.state").at(0),
                         fmt::format("'{}' lies in the output directory '{}', whose results "
                                     "--overwrite removes; take another --output",
                                     shown(start.string()), shown(results.string())));
}

}  // namespace slipflow::simple_ts
