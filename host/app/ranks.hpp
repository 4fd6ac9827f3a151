// A case on the ranks of a launcher: rank 0 leads, the others follow.
#pragma once

#include <boost/program_options.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "backend_option.hpp"
#include "methods.hpp"
#include "slipflow/methods/rank_task.hpp"

namespace slipflow::app {

/// --grid, --weights and --share-devices.
void add_rank_options(boost::program_options::options_description& options);

/// The piece of a case that one rank computes, with a device unless `backend` is one of
/// the host. The ranks of a host take one of its devices each.
class RankedCase {
 public:
  using Values = boost::program_options::variables_map;
  using Warn = std::function<void(const std::string&)>;

  /// Collective: rank 0 makes one when it has read the case, and the other ranks call
  /// follow_rank_0(). Throws Error(no_device) if two ranks have the same GPU without
  /// --share-devices or a host has not the memory for its ranks, Error(bad_input) if the mesh
  /// cannot be cut for the ranks, Error(ranks_failed) if they have read different cases or have
  /// other options. The case must outlive it.
  RankedCase(const LoadedCase& loaded, const Values& values, const ChosenBackend& backend,
             parallel::Team& team, parallel::RequestBox* requests, const Warn& warn);

  /// On rank 0: the simulation of the whole mesh, which this must outlive.
  std::unique_ptr<methods::Simulation> lead() const { return problem_.backends().lead(task_); }
  /// On the others: computes the piece until rank 0 destroys its simulation.
  void follow() const { problem_.backends().follow(task_); }
  /// A note on a choice that the user may want to know, or empty.
  const std::string& note() const { return note_; }

 private:
  void require_memory(const ChosenBackend& backend);
  void choose_devices(const LoadedCase& loaded, const Values& values, const Warn& warn);
  void cut_by_speed(const Values& values, const opencl::Device& device);

  const methods::Problem& problem_;
  methods::RankTask task_;
  std::string note_;
};

/// What the ranks other than 0 do for a case: read it with `load` and follow.
void follow_rank_0(const std::function<LoadedCase()>& load, const RankedCase::Values& values,
                   const ChosenBackend& backend, parallel::Team& team,
                   parallel::RequestBox* requests);

/// A queue of the device that this rank takes, of those that are `given` as to
/// choose_given_device().
/// The ranks of a host take one each. Collective. Throws Error(no_device) if two ranks have the
/// same GPU without --share-devices.
opencl::Queue queue_of_rank(const methods::Method& method, const std::optional<std::string>& given,
                            setup::Precision precision, const RankedCase::Values& values,
                            parallel::Team& team, const RankedCase::Warn& warn);

/// The hosts that the ranks run on. Collective.
int hosts_of(parallel::Team& team);

}  // namespace slipflow::app
