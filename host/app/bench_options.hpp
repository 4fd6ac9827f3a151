// The options of slipflow bench.
#pragma once

#include <boost/program_options.hpp>
#include <optional>
#include <string>

#include "slipflow/bench/bench.hpp"
#include "slipflow/bench/scaling.hpp"

namespace slipflow::app {

/// As --help shows them.
boost::program_options::options_description bench_options();

/// The precision of --precision. Throws Error(bad_input).
setup::Precision precision_from(const boost::program_options::variables_map& values);

/// The device of --device, which bench takes several times, with --scaling once.
std::optional<std::string> device_once(const boost::program_options::variables_map& values);

/// The number of --repeats. Throws Error(bad_input).
int repeats_from(const boost::program_options::variables_map& values);

/// What is to be measured, but for the devices. Throws Error(bad_input) in one sentence.
bench::Options bench_options_from(const boost::program_options::variables_map& values);

/// The options of --scaling. Throws Error(bad_input) for options that cannot be combined with it.
bench::ScalingOptions scaling_options_from(const boost::program_options::variables_map& values);

/// Throws Error(bad_input) for options that need --scaling.
void require_no_scaling_options(const boost::program_options::variables_map& values);

}  // namespace slipflow::app
