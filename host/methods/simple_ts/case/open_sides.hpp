// Open boundaries with prescribed values: pressure and inflow.
#pragma once

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// A boundary of fixed pressure: p=, temperature=, at=. Throws Error(bad_input).
SideValues pressure_from(const config::Settings& settings, const config::Directive& directive);

/// An inflow: velocity=, along=, density=, temperature=, profile= or path=, over_time=.
/// Throws Error(bad_input).
SideValues inflow_from(const config::Settings& settings, const config::Directive& directive,
                       int side, const Case& c);

}  // namespace slipflow::simple_ts
