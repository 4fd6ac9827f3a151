#include "gases.hpp"

#include <algorithm>
#include <iterator>

namespace slipflow::simple_ts {

namespace {
constexpr double kMonatomic = 5.0 / 3.0, kPrandtlOfMonatomic = 2.0 / 3.0;

constexpr KnownGas kGases[] = {
    {"air", 28.9647, 1.719, 0.77, 1.4, 0.71},
    {"argon", 39.948, 2.117, 0.81, kMonatomic, kPrandtlOfMonatomic},
    {"carbon_dioxide", 44.0095, 1.380, 0.93, 1.29, 0.766},
    {"helium", 4.002602, 1.865, 0.66, kMonatomic, kPrandtlOfMonatomic},
    {"hydrogen", 2.01588, 0.845, 0.67, 1.4, 0.701},
    {"krypton", 83.798, 2.328, 0.80, kMonatomic, kPrandtlOfMonatomic},
    {"neon", 20.1797, 2.975, 0.66, kMonatomic, kPrandtlOfMonatomic},
    {"nitrogen", 28.0134, 1.656, 0.74, 1.4, 0.716},
    {"oxygen", 31.9988, 1.919, 0.77, 1.4, 0.711},
    {"xenon", 131.293, 2.107, 0.85, kMonatomic, kPrandtlOfMonatomic},
};
}  // namespace

const KnownGas& gas_named(const std::string& name) {
  return *std::find_if(std::begin(kGases), std::end(kGases),
                       [&](const KnownGas& gas) { return gas.name == name; });
}

std::vector<std::string> names_of_gases() {
  std::vector<std::string> names;
  for (const auto& gas : kGases) names.emplace_back(gas.name);
  return names;
}

}  // namespace slipflow::simple_ts
