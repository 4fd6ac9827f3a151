// Cases of method transport and running them.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "slipflow/run/time_loop.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/transport/problem.hpp"
#include "solver/simulation.hpp"

namespace transport_tests {

using namespace slipflow;
using transport::Case;
using transport::Simulation;

using Overrides = std::vector<std::string>;  ///< "section.key=value"

/// A case; `name` decides the folder of the files that it names.
inline Case case_from(const std::string& text, const Overrides& overrides = {},
                      const std::string& name = "case.cfg") {
  static const auto tables = config::make_key_tables({{"transport", transport::keys()}});
  return transport::make_case(
      config::parse_case("method = transport\n" + text, name, overrides, tables));
}

/// A case that has been run to its end on the host.
struct Run {
  explicit Run(const std::string& text, const Overrides& overrides = {},
               const std::string& name = "case.cfg")
      : c(case_from(text, overrides, name)), simulation(c, transport::make_serial_operations) {
    simulation.start();
    totals = run::run_time_loop(c, simulation, {}, {});
    phi = simulation.frame({"phi"}, {}).fields[0].values;
  }

  /// The largest distance of phi from a function of the centre of a cell that is not in a body.
  template <class Exact>
  double error(Exact exact) const {
    double largest = 0;
    std::size_t at = 0;
    for (int k = 0; k < std::max(c.mesh.z.cells(), 1); ++k)
      for (int j = 0; j < c.mesh.y.cells(); ++j)
        for (int i = 0; i < c.mesh.x.cells(); ++i, ++at) {
          const double z = c.mesh.axes() > 2 ? c.mesh.z.centre(k) : 0;
          if (!c.mesh.solid(i, j, k))
            largest = std::max(
                largest, std::abs(phi[at] - exact(c.mesh.x.centre(i), c.mesh.y.centre(j), z)));
        }
    return largest;
  }

  /// The sum of the fluxes out of the domain and the loss, less the sources, and their largest.
  std::array<double, 2> balance() {
    const auto fluxes = simulation.tables()[0];
    double sum = 0, largest = 0;
    for (std::size_t k = 0; k < fluxes.size(); ++k) {
      sum += k + 2 == fluxes.size() ? -fluxes[k] : fluxes[k];
      largest = std::max(largest, std::abs(fluxes[k]));
    }
    return {sum, largest};
  }

  Case c;
  Simulation simulation;
  run::RunTotals totals;
  std::vector<double> phi;
};

const std::string kInsulated =
    "[boundary]\nwest = flux 0\neast = flux 0\nsouth = flux 0\nnorth = flux 0\n";
const std::string kInsulatedZ = "[boundary]\nbottom = flux 0\ntop = flux 0\n";
const std::string kAccurate = "[linear]\nrelative_tolerance = 1e-12\n";

}  // namespace transport_tests
