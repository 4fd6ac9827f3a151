#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "case_options.hpp"
#include "command_table.hpp"
#include "host_memory.hpp"
#include "methods.hpp"
#include "option_values.hpp"
#include "predicted_time.hpp"
#include "ranks.hpp"
#include "slipflow/drawing/mesh_picture.hpp"
#include "slipflow/mesh/poly_geometry.hpp"
#include "slipflow/parallel/agree.hpp"
#include "slipflow/run/output_units.hpp"
#include "slipflow/setup/bodies.hpp"
#include "slipflow/setup/box_mesh.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/machine.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;
using methods::Problem;

constexpr double kFewCells = 1e6;  // of a rank with a GPU

void print_line(const std::string& name, const std::string& text) {
  fmt::print("# {:<25} {}\n", name, text);
}

void print_mesh(const run::MeshInUnit& in_unit) {
  const auto& mesh = in_unit.mesh();
  std::string widths;
  for (int k = 0; k < mesh.axes(); ++k) {
    const auto [smallest, largest] = std::ranges::minmax(mesh.axis(k).widths);
    widths +=
        fmt::format("{}{} {:.6g} to {:.6g}", k > 0 ? ", " : "", setup::kAxes[k], smallest, largest);
  }
  print_line("cells", fmt::format("{} = {}", mesh.size_text(), mesh.cells()));
  const auto& unit = in_unit.unit().name;
  print_line("widths", unit.empty() ? widths : widths + ' ' + unit);
}

void print_mesh(const mesh::PolyMesh& mesh) {
  const auto quality = mesh::quality_of(mesh, mesh::geometry_of(mesh));
  for (const auto& line : mesh::report_of(mesh, quality)) fmt::print("# {}\n", line);
}

void print_derived(const std::vector<methods::Derived>& lines) {
  for (const auto& line : lines) print_line(line.name, line.text);
}

// A case may be meant for a larger machine than the one that checks it.
bool state_fits_here(const Problem& problem) {
  return methods::state_bytes(problem) < 0.5 * usable_memory().bytes &&
         reason_against_memory(problem, {.serial = true}).empty();
}

/// Lines on the initial state. Throws where a run could not begin.
std::vector<methods::Derived> lines_of_start(const Problem& problem) {
  if (state_fits_here(problem)) return problem.derived_at_start();
  return {{"initial state", "not made: the case is too large for this machine"}};
}

/// The ranks that a launcher has started.
struct LaunchedRanks {
  int count = 1, hosts = 1;
};

/// Collective.
LaunchedRanks launched_ranks(parallel::Team& team) { return {team.size(), hosts_of(team)}; }

void print_memory(const Problem& problem, const LaunchedRanks& ranks) {
  const double on_gpu = problem.costs().device_bytes(), on_cpu = problem.costs().cpu_device_bytes();
  print_line(
      "device memory",
      fmt::format("{:.4g} GB{}", on_gpu / 1e9,
                  on_cpu == on_gpu ? "" : fmt::format(", on a CPU {:.4g} GB", on_cpu / 1e9)));
  const HostUse by_device = on_hosts({}, ranks.count, ranks.hosts);
  const HostUse serial = on_hosts({.serial = true}, ranks.count, ranks.hosts);
  print_line("host memory",
             fmt::format("{:.4g} GB with a device, {:.4g} GB with --backend serial",
                         host_bytes(problem, by_device) / 1e9, host_bytes(problem, serial) / 1e9));
  for (const auto& [use, backend] :
       {std::pair(by_device, "a device"), std::pair(serial, "--backend serial")})
    if (const auto reason = reason_against_memory(problem, use); !reason.empty())
      print_line("WARNING", fmt::format("with {} {}", backend, reason));
}

std::vector<methods::Derived> lines_on_pieces(const Problem& problem, const mesh::Cuts& cuts,
                                              int hosts) {
  const mesh::Decomposition pieces({cuts.x}, {cuts.y}, {cuts.z});
  const auto cells_of = [&](int rank) { return pieces.cells(rank).count(); };
  int largest = 0, smallest = 0;
  for (int rank = 1; rank < pieces.size(); ++rank) {
    if (cells_of(rank) > cells_of(largest)) largest = rank;
    if (cells_of(rank) < cells_of(smallest)) smallest = rank;
  }
  const methods::PieceNeeds needs = problem.costs().needs_of_piece(cuts, largest);
  const mesh::CellBox box = pieces.cells(largest);
  const mesh::Grid grid = cuts.grid();
  std::vector<methods::Derived> lines = {
      {"ranks", fmt::format("{} on {} host{}, a grid of {} pieces", pieces.size(), hosts,
                            hosts == 1 ? "" : "s", grid.text(problem.mesh().axes()))},
      {"cells of a rank", fmt::format("{} to {}", cells_of(smallest), cells_of(largest))},
      {"device memory of a rank", fmt::format("at most {:.4g} GB", needs.device_bytes / 1e9)}};
  if (problem.mesh().axes() == 3) return lines;  // the model is one of kernels in a plane
  const double efficiency = predicted_efficiency(
      static_cast<double>(problem.mesh().cells()),
      {static_cast<double>(box.i1 - box.i0), static_cast<double>(box.j1 - box.j0), grid, hosts,
       needs.values_exchanged});
  lines.push_back({"efficiency", fmt::format("{:.2f}, predicted, for H200s", efficiency)});
  return lines;
}

void warn_of_few_cells(const Problem& problem, int ranks) {
  if (static_cast<double>(problem.mesh().cells()) < kFewCells * ranks)
    print_line("WARNING",
               "with less than 1 million cells per rank, GPUs compute for less than half of the "
               "time: use fewer ranks");
}

void print_bodies(const Problem& problem, const run::MeshInUnit& in_unit) {
  const auto& mesh = in_unit.mesh();
  const auto unit = problem.controls().output.units ? ' ' + in_unit.unit().name : "";
  for (const auto& body : problem.bodies()) {
    const auto& b = body.cells;
    const std::array<std::pair<int, int>, 3> ends = {{{b.i0, b.i1}, {b.j0, b.j1}, {b.k0, b.k1}}};
    std::string extent;
    for (int k = 0; k < mesh.axes(); ++k)
      extent += fmt::format(", {} {:.6g} to {:.6g}", setup::kAxes[k],
                            mesh.axis(k).faces[ends[k].first], mesh.axis(k).faces[ends[k].second]);
    print_line(body.name, fmt::format("{} {}cells{}{}", body.cell_count,
                                      body.cuts_cells() ? "solid " : "", extent, unit));
  }
}

po::options_description check_options() {
  po::options_description options("Options");
  add_set(options);
  auto add = options.add_options();
  add("picture", po::value<std::string>()->value_name("FILE.png"),
      "draw mesh, bodies and sides into this file");
  add("overwrite", po::bool_switch(), "replace the file of --picture if it exists");
  add("stairs", po::bool_switch(),
      "draw over that picture the edges of the cells that bodies would have with mesh.walls = "
      "stairs");
  add("picture-width", po::value<int>()->default_value(1600)->value_name("PIXELS"),
      "width of that picture");
  add_cut_options(options);
  add_no_mpi(options);
  return options;
}

/// Throws unless the picture is a new file, or one that may be replaced.
void require_new_picture(const std::string& file, bool overwrite) {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(file, error);
  if (!std::filesystem::exists(status)) return;
  if (!std::filesystem::is_regular_file(status) && !std::filesystem::is_symlink(status))
    throw Error(ExitStatus::bad_input, fmt::format("--picture {} is not a file", shown(file)));
  if (!overwrite)
    throw Error(ExitStatus::bad_input,
                fmt::format("--picture {} exists; --overwrite replaces it", shown(file)));
}

/// Not even --overwrite may replace the case file, or a mask that the picture shows.
void require_no_input(const std::string& picture, const std::string& case_file,
                      const config::Settings& settings) {
  auto inputs = settings.files();
  inputs.push_back(case_file);
  for (const auto& input : inputs) {
    std::error_code error;
    if (std::filesystem::equivalent(picture, input, error) && !error)
      throw Error(ExitStatus::bad_input,
                  fmt::format("--picture {} is a file that the case reads; take another name",
                              shown(picture)));
  }
}

/// The file of --picture, or empty.
std::string picture_file(const po::variables_map& values) {
  number_from(values, "picture-width", 320, 16384);
  if (!values.count("picture")) {
    if (values["stairs"].as<bool>())
      throw Error(ExitStatus::bad_input, "--stairs draws over the picture of --picture FILE.png");
    return "";
  }
  auto file = values["picture"].as<std::string>();
  if (!file.ends_with(".png"))
    throw Error(ExitStatus::bad_input, fmt::format("--picture '{}' must end in .png", shown(file)));
  require_new_picture(file, values["overwrite"].as<bool>());
  return file;
}

void draw_case(const std::string& file, int width, bool with_stairs, const Problem& problem) {
  const auto mesh = run::readable_mesh(problem);
  auto picture = problem.description().picture();
  if (with_stairs) {
    if (!picture.cut)
      throw Error(ExitStatus::bad_input, problem.mesh().axes() == 3
                                             ? "--stairs draws a mesh of two axes; leave it out"
                                             : "--stairs is for bodies that cut cells, and this "
                                               "case has none");
    picture.stairs = setup::tags_with_stairs(problem.mesh(), problem.bodies());
  }
  picture.width = width;
  picture.length_unit = mesh.unit().name;
  picture.length_factor = mesh.unit().factor;
  drawing::write_mesh_picture(file, mesh.mesh(), picture);
}

void check_case(const po::variables_map& values, const LaunchedRanks& ranks) {
  const auto picture = picture_file(values);
  const auto [settings, method, problem] =
      load_case(values["case"].as<std::string>(), overrides_from(values));
  std::vector<methods::Derived> on_pieces;
  if (ranks.count > 1)
    on_pieces =
        lines_on_pieces(*problem, cuts_from(values, problem->mesh(), ranks.count), ranks.hosts);
  const auto at_start = lines_of_start(*problem);
  // Before anything is printed, so that a picture that cannot be written is the only message.
  if (!picture.empty()) {
    require_no_input(picture, values["case"].as<std::string>(), settings);
    if (problem->poly_mesh())
      throw Error(ExitStatus::bad_input,
                  "--picture draws boxes; slipflow convert writes polyhedra for ParaView");
    draw_case(picture, values["picture-width"].as<int>(), values["stairs"].as<bool>(), *problem);
  }
  fmt::print("{}\n# Derived numbers\n", settings.resolved());
  const auto mesh = run::readable_mesh(*problem);
  problem->poly_mesh() ? print_mesh(*problem->poly_mesh()) : print_mesh(mesh);
  print_derived(problem->description().derived());
  print_bodies(*problem, mesh);
  print_derived(at_start);
  print_memory(*problem, ranks);
  print_derived(on_pieces);
  if (ranks.count > 1) warn_of_few_cells(*problem, ranks.count);
  for (const auto& warning : problem->description().warnings()) print_line("WARNING", warning);
  for (const auto& note : problem->controls().notes) fmt::print("# note: {}\n", note);
}
}  // namespace

CommandLine check_line() {
  return {
      check_options(),
      "case",
      {"slipflow check CASE.cfg [options]",
       "Validates a case, prints it with every default filled in (the output is a case file "
       "again),\n"
       "and the numbers derived from it; under a launcher such as mpirun, also how the ranks share "
       "it.\n"
       "Runs nothing, and writes nothing but the picture asked for.",
       "slipflow check configs/quickstart.cfg --set gas.knudsen=0.1 --picture case.png"}};
}

int check_command(const Call& call) {
  const LaunchedRanks ranks = launched_ranks(call.team);
  agree(call.team, [&] {
    if (call.team.rank() == 0) check_case(call.values, ranks);
  });
  return 0;
}

}  // namespace slipflow::app
