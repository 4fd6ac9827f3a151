// Fluxes through boundaries and bodies, and the source and the loss in the domain.
#pragma once

#include <string>
#include <vector>

#include "slipflow/methods/problem.hpp"
#include "state/box.hpp"

namespace slipflow::transport {

/// Amounts of phi per time.
struct Fluxes {
  std::vector<double> out;  ///< through each condition, out of the domain
  double source = 0;        ///< made by sources
  double loss = 0;          ///< by the reaction
};

/// The fluxes that the discrete equations have for phi, by Box7::at(), at a time.
Fluxes fluxes_of(const Case& c, const BoxArrays& box, const std::vector<double>& phi, double time);

/// Boundaries and bodies: the mean of phi and its flux out of the domain; with a velocity also the
/// volume flow out and phi_bulk, the mean weighted with it, nan without one.
std::vector<methods::Surface> surface_list(const Case& c);
/// Their numbers, for the fluxes at the same time.
std::vector<double> surface_numbers(const Case& c, const BoxArrays& box,
                                    const std::vector<double>& phi, double time);

/// fluxes.csv with the columns "west", "circle_1", ..., "source", "loss".
methods::TableInfo flux_table(const Case& c);

}  // namespace slipflow::transport
