#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "case_picture.hpp"
#include "case_start.hpp"
#include "command_line.hpp"
#include "host_memory.hpp"
#include "methods.hpp"
#include "slipflow/config/settings.hpp"
#include "slipflow/simple_ts/case_warnings.hpp"
#include "slipflow/simple_ts/host_context.hpp"
#include "slipflow/simple_ts/opencl_backend.hpp"
#include "slipflow/simple_ts/simulation.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;

void print_mesh(const simple_ts::Case& c) {
  const auto [smallest_x, largest_x] =
      std::minmax_element(c.mesh.x.widths.begin(), c.mesh.x.widths.end());
  const auto [smallest_y, largest_y] =
      std::minmax_element(c.mesh.y.widths.begin(), c.mesh.y.widths.end());
  fmt::print("# cells                     {} x {} = {}\n", c.mesh.x.cells(), c.mesh.y.cells(),
             c.cells());
  fmt::print("# widths                    x {:.6g} to {:.6g}, y {:.6g} to {:.6g} L\n", *smallest_x,
             *largest_x, *smallest_y, *largest_y);
  fmt::print("# cells per mean free path  {:.4g} in x, {:.4g} in y, where coarsest\n",
             c.gas.knudsen / *largest_x, c.gas.knudsen / *largest_y);
}

void print_gas(const simple_ts::Gas& gas) {
  const simple_ts::GasFactors factors = gas.factors();
  fmt::print("# stream                    u = {:.10g} V0, Re = {:.4g}\n", gas.u_stream,
             gas.reynolds());
  fmt::print("# factors                   A = {:.10g}, B = {:.10g}\n", factors.A, factors.B);
  fmt::print("#                           CT1 = {:.10g}, CT2 = {:.10g}, CT3 = {:.10g}\n",
             factors.CT1, factors.CT2, factors.CT3);
}

// A case may be meant for a larger machine than the one that checks it.
bool state_fits_here(const simple_ts::Case& c) {
  const double needed = 4.0 * sizeof(double) * static_cast<double>(c.mesh.layout().size());
  return needed < 0.5 * static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                      static_cast<double>(sysconf(_SC_PAGE_SIZE));
}

void print_warning(const std::string& text) {
  fmt::print("# WARNING                   {}\n", text);
}

void print_steady(const simple_ts::Case& c, double dt) {
  const auto warning = simple_ts::warning_of_steady(c, dt);
  if (!warning.empty()) print_warning(warning);
}

void print_time_step(const simple_ts::Case& c) {
  if (c.time.step) print_steady(c, *c.time.step);
  if (!state_fits_here(c)) {
    fmt::print(
        "# time step limits          not measured: the case is too large for this machine\n");
    return;
  }
  const auto state = simple_ts::initial_state(c);
  const simple_ts::HostContext host(c);
  const auto limits = simple_ts::measure_step_limits(host.view(state, state, 1.0));
  fmt::print("# Courant number 1          dt = {:.4g} at the start\n", 1 / limits.signal);
  if (c.time.courant) print_steady(c, simple_ts::courant_time_step(c, limits));
  if (limits.convection == 0) return;
  const double largest = simple_ts::convergence_limit(c) / limits.convection;
  fmt::print(
      "# inner iteration           converges below dt = {:.4g} at the start; {:.4g} is safe\n",
      largest, simple_ts::safe_time_step(c, limits));
  if (c.time.step && *c.time.step >= largest)
    print_warning(fmt::format("time.step = {} is above that limit; take {:.3g} or less",
                              *c.time.step, simple_ts::safe_time_step(c, limits)));
}

void print_memory(const simple_ts::Case& c) {
  fmt::print("# device memory             {:.4g} GB\n", simple_ts::device_bytes(c) / 1e9);
  fmt::print(
      "# host memory               {:.4g} GB with a device, {:.4g} GB with --backend serial\n",
      host_bytes(c, false) / 1e9, host_bytes(c, true) / 1e9);
}

void print_bodies(const simple_ts::Case& c) {
  const auto& x = c.mesh.x.faces;
  const auto& y = c.mesh.y.faces;
  for (const auto& body : c.bodies) {
    const auto& b = body.cells;
    fmt::print("# {:<25} {} cells, x {:.6g} to {:.6g}, y {:.6g} to {:.6g}\n", body.name,
               body.cell_count, x[b.i0], x[b.i1], y[b.j0], y[b.j1]);
  }
}

po::options_description check_options() {
  po::options_description options("Options");
  auto add = options.add_options();
  add("set", po::value<std::vector<std::string>>()->composing()->value_name("KEY=VALUE"),
      "replace a key of the case: section.key=value (repeatable)");
  add("picture", po::value<std::string>()->value_name("FILE.png"),
      "draw mesh, bodies and sides into this file");
  add("overwrite", po::bool_switch(), "replace the file of --picture if it exists");
  add("picture-width", po::value<int>()->default_value(1600)->value_name("PIXELS"),
      "width of that picture");
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
  const int width = values["picture-width"].as<int>();
  if (width < 320 || width > 16384)
    throw Error(ExitStatus::bad_input,
                fmt::format("--picture-width {} must be from 320 to 16384", width));
  if (!values.count("picture")) return "";
  const auto file = values["picture"].as<std::string>();
  if (!file.ends_with(".png"))
    throw Error(ExitStatus::bad_input, fmt::format("--picture '{}' must end in .png", shown(file)));
  require_new_picture(file, values["overwrite"].as<bool>());
  return file;
}

void draw_case(const std::string& file, int width, const config::Settings& settings,
               const simple_ts::Case& c) {
  auto picture = picture_of(settings, c);
  picture.width = width;
  output::write_mesh_picture(file, c.mesh, picture);
}
}  // namespace

int check_command(const std::vector<std::string>& arguments) {
  const auto values = parse_command(
      arguments, check_options(), "case",
      {"slipflow check CASE.cfg [options]",
       "Validates a case, prints it with every default filled in (the output is a case file "
       "again),\n"
       "and the numbers derived from it. Runs nothing, and writes nothing but the picture asked "
       "for.",
       "slipflow check configs/quickstart.cfg --set gas.knudsen=0.1 --picture case.png"});
  if (!values) return 0;
  const auto picture = picture_file(*values);
  const auto set = values->count("set") ? (*values)["set"].as<std::vector<std::string>>()
                                        : std::vector<std::string>{};
  const auto settings =
      config::load_case_file((*values)["case"].as<std::string>(), set, key_tables());
  auto c = simple_ts::make_case(settings);
  load_start(settings, c);
  // Before anything is printed, so that a picture that cannot be written is the only message.
  if (!picture.empty()) {
    require_no_input(picture, (*values)["case"].as<std::string>(), settings);
    draw_case(picture, (*values)["picture-width"].as<int>(), settings, c);
  }
  fmt::print("{}\n# Derived numbers\n", settings.resolved());
  print_gas(c.gas);
  print_mesh(c);
  print_bodies(c);
  print_time_step(c);
  print_memory(c);
  for (const auto& warning : simple_ts::warnings_of(c)) print_warning(warning);
  for (const auto& note : c.notes) fmt::print("# note: {}\n", note);
  return 0;
}

}  // namespace slipflow::app
