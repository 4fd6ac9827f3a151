// --backend and --threads: what computes a case.
#pragma once

#include <boost/program_options.hpp>
#include <string>

#include "slipflow/parallel/team.hpp"

namespace slipflow::app {

/// What computes a case, in this process.
struct ChosenBackend {
  std::string name;  ///< "opencl", "serial", "threads"; "auto": not chosen yet
  int threads = 0;   ///< of the backend threads, else 0

  bool on_host() const { return name == "serial" || name == "threads"; }
};

/// Adds --backend and --threads.
void add_backend_options(boost::program_options::options_description& options);
/// Adds them for a command that chooses the backend itself: --backend may be `auto`, which is the
/// default.
void add_automatic_backend_options(boost::program_options::options_description& options);

/// Their values. Without --threads there is a thread for each processor that this process may use,
/// one of `processes` on this machine. Throws Error(bad_input) for another name, a number of
/// threads that is not from 1 to 1024, and --threads with another backend.
ChosenBackend backend_from(const boost::program_options::variables_map& values, int processes = 1);
/// Their values with automatic options: SLIPFLOW_BACKEND is the default of --backend.
/// Several ranks take opencl for auto.
ChosenBackend automatic_backend_from(const boost::program_options::variables_map& values,
                                     const parallel::Team& team);

}  // namespace slipflow::app
