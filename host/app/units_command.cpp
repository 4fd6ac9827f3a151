#include <fmt/format.h>
#include <fmt/ranges.h>

#include "case_options.hpp"
#include "command_table.hpp"
#include "methods.hpp"
#include "slipflow/config/units.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;
using config::KeySpec;
using config::KeyType;
using config::NamedQuantity;
using config::Settings;
using config::UnitSystem;

/// Viscosities have a better known name of their unit.
std::string unit_to_print(const NamedQuantity& named) {
  const auto unit = config::si_unit(named.quantity.dimension);
  return unit == "kg/m/s" ? "Pa*s" : unit;
}

void print_quantity(const NamedQuantity& named, const UnitSystem& system) {
  const auto one = named.unit.empty() ? std::nullopt : system.one(named.unit);
  fmt::print("  {:<28} {:<6} {:.8g} {}{}\n", named.meaning, named.symbol, named.quantity.si(),
             unit_to_print(named),
             one ? fmt::format(" = {:.8g} {}", ratio(named.quantity, *one), named.unit) : "");
}

/// A key whose numbers have a unit, in both forms.
void print_numbers(const Settings& settings, const KeySpec& spec, const config::Quantity& one) {
  std::vector<std::string> of_method, in_si;
  for (const double number : settings.numbers(spec.name)) {
    of_method.push_back(fmt::format("{:.8g}", number));
    in_si.push_back(fmt::format("{:.8g}", (number * one).si()));
  }
  fmt::print("  {:<35} {} {} = {} {}\n", spec.name, fmt::join(in_si, " "),
             config::si_unit(one.dimension), fmt::join(of_method, " "), spec.unit);
}

/// The keys that the case gives.
void print_keys(const Settings& settings, const UnitSystem& system) {
  for (const auto& spec : settings.table().rows()) {
    if (!settings.given(spec.name)) continue;
    const bool has_numbers = spec.type == KeyType::number || spec.type == KeyType::numbers;
    const auto one = has_numbers ? system.one(spec.unit) : std::nullopt;
    if (one) print_numbers(settings, spec, *one);
    for (const auto& line : settings.directives(spec.name))
      if (line.raw != line.plain)
        fmt::print("  {:<35} {} = {}\n", spec.name, shown(line.raw), shown(line.plain));
  }
}

void print_units(const LoadedCase& c) {
  const auto& system = *c.settings.units();
  fmt::print("Reference quantities\n");
  for (const auto& named : system.references) print_quantity(named, system);
  fmt::print("\nGas and flow\n");
  for (const auto& named : system.derived) print_quantity(named, system);
  for (const auto& number : c.problem->description().numbers())
    fmt::print("  {:<28} {:<6} {:.8g}\n", number.name, number.symbol, number.value);
  for (const auto& [key, value] : system.determined) fmt::print("  {:<35} {}\n", key, value);
  fmt::print("\nKeys of the case\n");
  print_keys(c.settings, system);
}
}  // namespace

CommandLine units_line() {
  po::options_description options("Options");
  add_set(options);
  return {options,
          "case",
          {"slipflow units CASE.cfg [options]",
           "Prints the reference quantities of a case with a section [units], what follows from\n"
           "them, and its values in SI units and in those of the method.",
           "slipflow units configs/units_microchannel.cfg"}};
}

int units_command(const Call& call) {
  const auto& file = call.values["case"].as<std::string>();
  const auto loaded = load_case(file, overrides_from(call.values), methods::Start::left_out);
  if (!loaded.settings.units())
    throw Error(
        ExitStatus::bad_input,
        fmt::format("{} has no section [units]: its numbers have no SI units", shown(file)));
  print_units(loaded);
  return 0;
}

}  // namespace slipflow::app
