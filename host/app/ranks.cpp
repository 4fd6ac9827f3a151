#include "ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "case_options.hpp"
#include "methods.hpp"
#include "opencl_start.hpp"
#include "slipflow/methods/tested_device.hpp"
#include "slipflow/opencl/device_address.hpp"
#include "slipflow/parallel/agree.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace po = boost::program_options;

namespace {
/// "2x3".
mesh::Grid grid_of(const std::string& text) {
  mesh::Grid grid;
  const auto* const end = text.data() + text.size();
  const auto columns = std::from_chars(text.data(), end, grid.columns);
  if (columns.ec == std::errc() && columns.ptr != end && *columns.ptr == 'x') {
    const auto rows = std::from_chars(columns.ptr + 1, end, grid.rows);
    if (rows.ec == std::errc() && rows.ptr == end) return grid;
  }
  throw Error(ExitStatus::bad_input,
              fmt::format("--grid {} must be the numbers of pieces along x and y, such as 2x3",
                          shown(text)));
}

std::string wanted_device(const po::variables_map& values) {
  if (values.count("device")) return values["device"].as<std::string>();
  const char* name = std::getenv("SLIPFLOW_DEVICE");
  return name ? name : "auto";
}

/// Entry `place` of a list with commas between its entries.
std::string entry(const std::string& list, int place) {
  std::size_t begin = 0;
  for (int k = 0; k < place && begin != std::string::npos; ++k) {
    begin = list.find(',', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (begin == std::string::npos)
    throw Error(
        ExitStatus::bad_input,
        fmt::format("--device {} names no device for rank {} of this host", shown(list), place));
  return list.substr(begin, list.find(',', begin) - begin);
}

/// What choose_tested_device() takes for this rank: of `auto`, the GPU with the number of the rank
/// on its host if there are several, else the best device.
std::string device_for_rank(const std::string& wanted, const parallel::Team& team) {
  if (wanted.find(',') != std::string::npos) return entry(wanted, team.local_rank());
  if (wanted != "auto") return wanted;
  std::vector<opencl::Device> gpus;
  for (const auto& device : opencl::list_devices())
    if (device.gpu && device.double_precision) gpus.push_back(device);
  if (gpus.size() < 2) return wanted;
  return std::to_string(gpus[static_cast<std::size_t>(team.local_rank()) % gpus.size()].index);
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
}  // namespace

void add_rank_options(po::options_description& options) {
  auto add = options.add_options();
  add("grid", po::value<std::string>()->value_name("PXxPY"),
      "under a launcher of several ranks: pieces of the mesh along x and y");
  add("share-devices", po::bool_switch(), "let ranks of one host use the same GPU");
}

methods::RankTask task_of_rank(const LoadedCase& loaded, const po::variables_map& values,
                               bool serial, parallel::Team& team, run::RunSignals& signals,
                               const std::function<void(const std::string&)>& warn) {
  const auto& mesh = loaded.problem->mesh();
  const int nx = mesh.x.cells(), ny = mesh.y.cells();
  methods::RankTask task{team, {}, {}, launch_given(*loaded.problem, values), &signals};
  std::optional<opencl::Device> device;
  agree(team, [&] {
    if (values.count("grid")) {
      task.grid = grid_of(values["grid"].as<std::string>());
      mesh::check_grid(task.grid, nx, ny, team.size());
    } else {
      task.grid = mesh::choose_grid(nx, ny, team.size());
    }
    if (serial) return;
    start_opencl(warn);
    device = methods::choose_tested_device(
        loaded.method, device_for_rank(wanted_device(values), team),
        values["trust-device"].as<bool>(), loaded.problem->controls().run.precision);
  });
  if (serial) return task;
  if (!values["share-devices"].as<bool>()) require_own_devices(team, *device);
  agree(team, [&] { task.queue.emplace(*device); });
  return task;
}

void require_same_case(const LoadedCase& loaded, parallel::Team& team) {
  const std::string own = loaded.settings.resolved();
  const std::string of_root = parallel::text_of(team, 0, own);
  agree(team, [&] {
    if (own != of_root)
      throw Error(ExitStatus::ranks_failed, "this rank has read another case than rank 0");
  });
}

}  // namespace slipflow::app
