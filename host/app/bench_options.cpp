#include "bench_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <limits>

#include "backend_option.hpp"
#include "case_options.hpp"
#include "command_line.hpp"
#include "option_values.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/split.hpp"

namespace slipflow::app {

namespace po = boost::program_options;

namespace {
using setup::KernelSet;
using Words = std::vector<std::string>;

constexpr int kMostRepeats = 1000;
constexpr int kMostRows = 1000000;
constexpr int kMostCells = 1000000;  // along an axis, as in case files
constexpr const char* kUsualMesh = "4032x400";
constexpr const char* kMeshOfScaling = "4032x4000";
constexpr const char* kMeshOfSerialScaling = "400x200";

KernelSet kernel_set_from(const std::string& name) {
  if (const auto kernels = setup::kernel_set_named(name)) return *kernels;
  throw Error(ExitStatus::bad_input,
              fmt::format("--kernels {} must be one of auto, fused, plain, tiles", shown(name)));
}

std::optional<int> cells_from(std::string_view text) {
  const auto cells = parsed<int>(text);
  return cells && *cells >= 1 && *cells <= kMostCells ? cells : std::nullopt;
}

// "4032x400", "64x64x64"
methods::BenchMesh mesh_from(const methods::Benchmark& benchmark, const std::string& text,
                             int squares) {
  const auto refused = [&](const std::string& reason) {
    return Error(ExitStatus::bad_input, fmt::format("--mesh {}: {}", shown(text), reason));
  };
  const auto parts = split_at(text, 'x');
  std::vector<int> cells;
  for (const auto& part : parts)
    if (const auto number = cells_from(part)) cells.push_back(*number);
  const bool in_space = cells.size() == 3 && benchmark.can_be_in_space();
  if (cells.size() != parts.size() || (cells.size() != 2 && !in_space))
    throw refused(
        fmt::format("must be two {}whole numbers from 1 to {} with an x between them, such as "
                    "4032x400{}",
                    benchmark.can_be_in_space() ? "or three " : "", kMostCells,
                    benchmark.can_be_in_space() ? " or 64x64x64" : ""));
  if (in_space && std::ranges::min(cells) < mesh::kPad)
    throw refused(
        fmt::format("a periodic box needs at least {} cells along each axis", mesh::kPad));
  if (in_space && squares > 0) throw refused("a mesh of three axes has no --squares");
  const auto mesh = in_space ? methods::BenchMesh{.nx = cells[0], .ny = cells[1], .nz = cells[2]}
                             : benchmark.mesh(cells[0], cells[1], squares, text);
  // Kernels index a field with 32 bits.
  if (mesh::Layout{mesh.nx, mesh.ny, mesh.nz}.size() >
      static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw refused("has more than 2.1e9 cells, the most a device can count here");
  return mesh;
}

std::vector<methods::BenchMesh> uniform_meshes_from(const methods::Benchmark& benchmark,
                                                    const po::variables_map& values,
                                                    const char* usual) {
  Words texts = listed_values(values, "mesh");
  const bool squares_given = values.count("squares") > 0;
  if (values["paper"].as<bool>()) {
    if (texts.empty() && !squares_given) {
      if (auto meshes = benchmark.published_meshes(); !meshes.empty()) return meshes;
      throw Error(ExitStatus::bad_input, "--paper: there are no published meshes of this method");
    }
    throw Error(ExitStatus::bad_input,
                "--paper has its own meshes and squares: leave out --mesh and --squares");
  }
  const int squares = squares_given ? values["squares"].as<int>() : -1;
  if (squares_given && squares < 0)
    throw Error(ExitStatus::bad_input, fmt::format("--squares {} must be at least 0", squares));
  if (texts.empty()) texts.push_back(usual);
  std::vector<methods::BenchMesh> meshes;
  for (const auto& text : texts) meshes.push_back(mesh_from(benchmark, text, squares));
  return meshes;
}

std::vector<methods::BenchMesh> meshes_from(const methods::Method& method,
                                            const po::variables_map& values, const char* usual) {
  auto meshes = uniform_meshes_from(*method.benchmark, values, usual);
  if (!values["stretched"].as<bool>()) return meshes;
  if (!method.benchmark->can_stretch())
    throw Error(ExitStatus::bad_input,
                fmt::format("--stretched: the benchmark of method {} has no stretched mesh; leave "
                            "out the option",
                            method.name));
  for (auto& mesh : meshes) mesh.stretched = true;
  return meshes;
}

// The scheme of that name, small or capital letters.
std::string scheme_from(const methods::Benchmark& benchmark, const std::string& name) {
  std::string wanted = name;
  for (char& c : wanted) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto known = benchmark.schemes();
  if (std::find(known.begin(), known.end(), wanted) != known.end()) return wanted;
  throw Error(ExitStatus::bad_input,
              fmt::format("--scheme '{}' must be one of {}", shown(name), fmt::join(known, ", ")));
}

const methods::Method& method_from(const po::variables_map& values) {
  return values.count("method") ? method_named(values["method"].as<std::string>(), "--method")
                                : all_methods().front();
}
}  // namespace

std::optional<std::string> device_once(const po::variables_map& values) {
  if (!values.count("device")) return std::nullopt;
  return values["device"].as<std::vector<std::string>>().front();
}

setup::Precision precision_from(const po::variables_map& values) {
  const auto& name = values["precision"].as<std::string>();
  if (const auto precision = setup::precision_named(name)) return *precision;
  throw Error(ExitStatus::bad_input,
              fmt::format("--precision {} must be one of double, mixed, single", shown(name)));
}

int repeats_from(const po::variables_map& values) {
  return number_of("repeats", std::to_string(values["repeats"].as<int>()), kMostRepeats);
}

po::options_description bench_options() {
  const auto list = [](const char* name) {
    return po::value<Words>()->composing()->value_name(name);
  };
  const auto& method = all_methods().front();
  po::options_description options("Options");
  auto add = options.add_options();
  add("device", list("NAME"),
      "an index of `slipflow devices`, or part of a name (repeatable); else $SLIPFLOW_DEVICE, else "
      "every device that passes the self-test");
  add("trust-device", po::bool_switch(), "leave out the self-test of the devices");
  add("method", po::value<std::string>()->value_name("NAME"),
      fmt::format("a method; else {}", method.name).c_str());
  add("scheme", list("NAME"),
      fmt::format("one of {} (repeatable); else {}", fmt::join(method.benchmark->schemes(), ", "),
                  fmt::join(method.benchmark->main_schemes(), ", "))
          .c_str());
  add("mesh", list("NXxNY"),
      "cells of the channel, or NXxNYxNZ of a periodic box (repeatable); else 4032x400");
  add("squares", po::value<int>()->value_name("N"),
      "squares in the channel; else one for every 200 rows");
  add("stretched", po::bool_switch(),
      "meshes whose cells grow slowly along x and y, by half in all, instead of uniform ones");
  add("paper", po::bool_switch(),
      "the meshes of arXiv:1802.04243: 4032 x 200, 400, 2000 and 4000 with 1, 2, 10 and 20 "
      "squares");
  add("kernels", list("SET"), "auto, fused, tiles or plain (repeatable)");
  add("work-group", list("N"), "work-group sizes: a list with commas, or repeated");
  add("rows", list("N"),
      "rows per sub-domain: a list with commas, or repeated; auto is the program's choice; else "
      "auto "
      "and powers of two from 8 to 128");
  add_no_tuning(options);
  add_no_mpi(options);
  add("precision", po::value<std::string>()->default_value("double")->value_name("NAME"),
      "double, mixed or single");
  add("parity", po::bool_switch(), "the same bits on every device (no contracted operations)");
  add("check", po::bool_switch(), "compare each final state with that of the serial reference");
  add("scaling", po::bool_switch(),
      "compare 1, 2, 4 .. ranks of the launcher; on meshes of 4032x4000 cells unless --mesh, with "
      "the first scheme unless --scheme");
  add("backend", po::value<std::string>()->default_value("opencl"),
      "with --scaling: opencl, serial or threads");
  add("threads", po::value<int>()->value_name("N"),
      "with --scaling: threads of a rank with --backend threads; else one for each processor that "
      "may be used");
  add("share-devices", po::bool_switch(), "with --scaling: let ranks of one host use the same GPU");
  add("repeats", po::value<int>()->default_value(5)->value_name("N"), "repetitions for the median");
  add("output", po::value<std::string>()->default_value("out/bench")->value_name("DIR"),
      "directory of the results");
  add("overwrite", po::bool_switch(), "replace the results in the directory");
  add_kernel_dir(options);
  return options;
}

bench::Options bench_options_from(const po::variables_map& values) {
  bench::Options options;
  options.method = &method_from(values);
  const auto& benchmark = *options.method->benchmark;
  options.meshes = meshes_from(*options.method, values, kUsualMesh);
  if (!values.count("scheme")) options.schemes = benchmark.main_schemes();
  for (const auto& name : listed_values(values, "scheme"))
    options.schemes.push_back(scheme_from(benchmark, name));
  if (values.count("kernels")) options.kernels.clear();
  for (const auto& name : listed_values(values, "kernels"))
    options.kernels.push_back(kernel_set_from(name));
  for (const auto& mesh : options.meshes)
    for (const auto kernels : options.kernels)
      if (mesh.nz > 0 && kernels == KernelSet::tiles)
        throw Error(
            ExitStatus::bad_input,
            fmt::format(
                "--kernels {}: a mesh of three axes, {}, has the sets fused and plain; take "
                "one of these or leave out the option",
                name_of(kernels), mesh.size()));
  if (values.count("work-group")) options.work_group_sizes.clear();
  for (const auto& text : listed_values(values, "work-group"))
    options.work_group_sizes.push_back(number_of("work-group", text, kMostRows));
  for (const auto& text : listed_values(values, "rows"))
    options.rows.push_back(text == "auto" ? 0 : number_of("rows", text, kMostRows));
  if (options.rows.empty()) {
    options.rows = bench::usual_rows();
    options.half_the_rows = values["paper"].as<bool>();
  }
  options.precision = precision_from(values);
  options.parity = values["parity"].as<bool>();
  options.check = values["check"].as<bool>();
  options.repeats = repeats_from(values);
  return options;
}

bench::ScalingOptions scaling_options_from(const po::variables_map& values) {
  for (const char* option : {"paper", "kernels", "work-group", "rows", "check", "no-tuning"})
    if (is_given(values, option))
      throw Error(
          ExitStatus::bad_input,
          fmt::format("--{} cannot be combined with --scaling: leave out one of them", option));
  if (values.count("device") && values["device"].as<Words>().size() > 1)
    throw Error(ExitStatus::bad_input,
                "--device can be given once with --scaling: a list by ranks of the host, such as "
                "0,2,3");
  bench::ScalingOptions options;
  options.method = &method_from(values);
  const auto& benchmark = *options.method->benchmark;
  options.meshes =
      meshes_from(*options.method, values,
                  backend_from(values).on_host() ? kMeshOfSerialScaling : kMeshOfScaling);
  for (const auto& name : listed_values(values, "scheme"))
    options.schemes.push_back(scheme_from(benchmark, name));
  if (options.schemes.empty()) options.schemes = {benchmark.main_schemes().front()};
  options.precision = precision_from(values);
  options.parity = values["parity"].as<bool>();
  options.repeats = repeats_from(values);
  return options;
}

void require_no_scaling_options(const po::variables_map& values) {
  for (const char* option : {"backend", "threads", "share-devices"})
    if (is_given(values, option))
      throw Error(ExitStatus::bad_input,
                  fmt::format("--{} can only be given with --scaling", option));
}

}  // namespace slipflow::app
