// The options of slipflow bench --of NAME.
#pragma once

#include <boost/program_options.hpp>

#include "slipflow/bench/iterations.hpp"
#include "slipflow/bench/pressure.hpp"
#include "slipflow/bench/spmv.hpp"
#include "slipflow/bench/study.hpp"
#include "slipflow/bench/sweep.hpp"
#include "slipflow/bench/tridiagonal.hpp"

namespace slipflow::app {

/// --of and the options that go only with it, as --help shows them.
boost::program_options::options_description bench_of_options();

/// Throws Error(bad_input) for options that need --of.
void require_no_of_options(const boost::program_options::variables_map& values);

/// The values of --of for linear solvers; the others are the names of methods with a study or with
/// flows whose iterations are timed.
constexpr const char* kOfTridiagonal = "tridiagonal";
constexpr const char* kOfSpmv = "spmv";
constexpr const char* kOfPressure = "pressure";
constexpr const char* kOfSweep = "sweep";

/// What is to be measured, but for the device. Throws Error(bad_input) for values that are not
/// allowed and for options of other benchmarks.
bench::TridiagonalOptions tridiagonal_options_from(
    const boost::program_options::variables_map& values);
bench::SpmvOptions spmv_options_from(const boost::program_options::variables_map& values);
bench::PressureOptions pressure_options_from(const boost::program_options::variables_map& values);
bench::SweepOptions sweep_options_from(const boost::program_options::variables_map& values);
bench::StudyOptions study_options_from(const boost::program_options::variables_map& values);
bench::IterationOptions iteration_options_from(const boost::program_options::variables_map& values);

/// Whether --of is a method with flows whose iterations are timed.
bool is_of_iterations(const boost::program_options::variables_map& values);

}  // namespace slipflow::app
