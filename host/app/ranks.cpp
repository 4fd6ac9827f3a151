#include "ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "case_options.hpp"
#include "host_memory.hpp"
#include "opencl_start.hpp"
#include "option_values.hpp"
#include "slipflow/bench/ceilings.hpp"
#include "slipflow/methods/tested_device.hpp"
#include "slipflow/opencl/device_address.hpp"
#include "slipflow/parallel/agree.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/split.hpp"

namespace slipflow::app {

namespace po = boost::program_options;

namespace {
/// Entry `place` of a list with commas between its entries.
std::string entry(const std::string& list, int place) {
  const auto entries = split_at(list, ',');
  if (static_cast<std::size_t>(place) >= entries.size())
    throw Error(
        ExitStatus::bad_input,
        fmt::format("--device {} names no device for rank {} of this host: list one for each of "
                    "its ranks, or start fewer",
                    shown(list), place));
  return entries[static_cast<std::size_t>(place)];
}

/// What choose_tested_device() takes for this rank: of `auto` the GPU, of part of a name the device
/// of that name, with the number of the rank on its host if there are several.
std::string device_for_rank(const std::string& wanted, const parallel::Team& team) {
  if (wanted.find(',') != std::string::npos) return entry(wanted, team.local_rank());
  const bool is_automatic = wanted.empty() || wanted == "auto";
  const bool is_index = wanted.find_first_not_of("0123456789") == std::string::npos;
  if (is_index && !is_automatic) return wanted;
  auto devices = opencl::list_devices();
  if (!is_automatic) devices = opencl::devices_called(devices, wanted);
  std::erase_if(devices, [&](const opencl::Device& device) {
    return !device.double_precision || (is_automatic && !device.gpu);
  });
  if (devices.size() < 2) return wanted;
  return std::to_string(
      devices[static_cast<std::size_t>(team.local_rank()) % devices.size()].index);
}

/// Throws on all ranks if two have the same GPU. Collective.
void require_own_devices(parallel::Team& team, const opencl::Device& device) {
  const std::string address = opencl::address_of(device);
  const std::string own =
      device.gpu ? team.host() + " " +
                       (address.empty() ? fmt::format("{} {}", device.index, device.name) : address)
                 : "";
  std::vector<std::string> taken;
  for (int rank = 0; rank < team.size(); ++rank) {
    const std::string name = parallel::text_of(team, rank, own);
    if (name.empty()) continue;
    if (std::ranges::find(taken, name) != taken.end())
      throw Error(
          ExitStatus::no_device,
          fmt::format("two ranks have the same GPU, {}: start one rank for each GPU, or let "
                      "them share it with --share-devices",
                      name));
    taken.push_back(name);
  }
}

/// Throws on all ranks unless all have read the same case and have the same options, on which the
/// order of collective calls and the bits of the results depend.
void require_same_case(const LoadedCase& loaded, const po::variables_map& values,
                       const ChosenBackend& backend, parallel::Team& team) {
  const auto text = [&](const char* name) {
    return values.count(name) ? values[name].as<std::string>() : "";
  };
  const std::string own =
      fmt::format("{}\n{} {} {} {} {}", loaded.settings.resolved(), backend.name, text("grid"),
                  text("weights"), values["parity"].as<bool>(), values["share-devices"].as<bool>());
  const std::string of_rank_0 = parallel::text_of(team, 0, own);
  agree(team, [&] {
    if (own != of_rank_0)
      throw Error(ExitStatus::ranks_failed,
                  "this rank has read another case than rank 0, or has other options: give all "
                  "ranks the same files and options");
  });
}

// Values in each of the twelve arrays: together they are larger than the caches of GPUs.
constexpr std::size_t kCopiedValues = 1 << 20;
/// Whether the devices of all ranks have the same name. Collective.
bool have_equal_devices(parallel::Team& team, const opencl::Device& device) {
  std::uint64_t differs = parallel::text_of(team, 0, device.name) == device.name ? 0 : 1;
  team.maximum({&differs, 1});
  return differs == 0;
}

/// The speed of each rank's device: the rate of a copy, measured on all ranks at the same time, of
/// which the plain kernels reach half as much as the fused one. Collective.
std::vector<double> speeds_of_devices(parallel::Team& team, const opencl::Device& device,
                                      setup::Precision precision, bool plain_kernels) {
  std::vector<std::uint64_t> bits(static_cast<std::size_t>(team.size()));
  agree(team, [&] {
    const bench::Traffic traffic{8, 4, setup::bytes_stored(precision)};
    const double rate = bench::Ceilings(device, precision).copy_rate(traffic, kCopiedValues);
    bits[static_cast<std::size_t>(team.rank())] =
        std::bit_cast<std::uint64_t>(plain_kernels ? rate / 2 : rate);
  });
  team.bit_or(bits);
  std::vector<double> speeds;
  for (const std::uint64_t speed : bits) speeds.push_back(std::bit_cast<double>(speed));
  return speeds;
}

/// "0.25, 0.75": the parts of the ranks in all cells.
std::string shares_of(const mesh::Cuts& cuts) {
  const mesh::Decomposition pieces({cuts.x}, {cuts.y}, {cuts.z});
  const double all = static_cast<double>(cuts.x.back()) * cuts.y.back() * cuts.z.back();
  std::string shares;
  for (int rank = 0; rank < pieces.size(); ++rank) {
    const auto cells = static_cast<double>(pieces.cells(rank).count());
    shares += fmt::format("{}{:.2f}", rank == 0 ? "" : ", ", cells / all);
  }
  return shares;
}
}  // namespace

int hosts_of(parallel::Team& team) {
  std::int64_t hosts = team.local_rank() == 0 ? 1 : 0;
  team.sum({&hosts, 1});
  return static_cast<int>(hosts);
}

void add_rank_options(po::options_description& options) {
  add_cut_options(options);
  options.add_options()("share-devices", po::bool_switch(),
                        "let ranks of one host use the same GPU");
}

RankedCase::RankedCase(const LoadedCase& loaded, const Values& values, const ChosenBackend& backend,
                       parallel::Team& team, parallel::RequestBox* requests, const Warn& warn)
    : problem_(*loaded.problem), task_{team,     {},
                                       {},       launch_given(problem_, values),
                                       requests, backend.threads} {
  if (team.rank() == 0) agree(team, [] {});  // the others read the case
  require_same_case(loaded, values, backend, team);
  agree(team, [&] { task_.cuts = cuts_from(values, problem_.mesh(), team.size()); });
  if (!backend.on_host()) choose_devices(loaded, values, warn);
  require_memory(backend);
}

void RankedCase::require_memory(const ChosenBackend& backend) {
  const auto& queue = task_.queue;
  const auto use = on_hosts(host_use(backend, queue ? std::optional(queue->device) : std::nullopt),
                            task_.team.size(), hosts_of(task_.team));
  agree(task_.team, [&] { require_host_memory(problem_, use); });
}

void RankedCase::choose_devices(const LoadedCase& loaded, const Values& values, const Warn& warn) {
  parallel::Team& team = task_.team;
  task_.queue = queue_of_rank(loaded.method, given_device(values),
                              problem_.controls().run.precision, values, team, warn);
  const opencl::Device& device = task_.queue->device;
  if (may_cut_by_speed(values, problem_.mesh(), team.size()) && !have_equal_devices(team, device))
    cut_by_speed(values, device);
}

void RankedCase::cut_by_speed(const Values& values, const opencl::Device& device) {
  parallel::Team& team = task_.team;
  bool plain = false;
  agree(team, [&] {
    plain = problem_.backends().resolve(device, task_.launch).kernels == setup::KernelSet::plain;
  });
  const auto speeds = speeds_of_devices(team, device, problem_.controls().run.precision, plain);
  task_.cuts = cuts_by_speed(values, problem_.mesh(), speeds);
  note_ = fmt::format(
      "the ranks have different devices; by their speeds, the parts of the cells "
      "are {} (--weights prescribes others)",
      shares_of(task_.cuts));
}

opencl::Queue queue_of_rank(const methods::Method& method, const std::optional<std::string>& given,
                            setup::Precision precision, const RankedCase::Values& values,
                            parallel::Team& team, const RankedCase::Warn& warn) {
  std::optional<opencl::Device> device;
  agree(team, [&] {
    start_opencl(warn);
    device =
        choose_given_device(method, given, values["trust-device"].as<bool>(), {precision},
                            [&](const std::string& name) { return device_for_rank(name, team); });
  });
  if (!values["share-devices"].as<bool>()) require_own_devices(team, *device);
  std::optional<opencl::Queue> queue;
  agree(team, [&] { queue.emplace(*device); });
  return *queue;
}

void follow_rank_0(const std::function<LoadedCase()>& load, const RankedCase::Values& values,
                   const ChosenBackend& backend, parallel::Team& team,
                   parallel::RequestBox* requests) {
  std::unique_ptr<LoadedCase> loaded;
  agree(team, [&] { loaded = std::make_unique<LoadedCase>(load()); });
  const RankedCase ranked(*loaded, values, backend, team, requests, [](const std::string&) {});
  const DeviceLimit limit(loaded->problem->controls().run.device_timeout);
  ranked.follow();
}

}  // namespace slipflow::app
