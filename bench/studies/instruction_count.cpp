#include "instruction_count.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <vector>

#include "march_loops.hpp"
#include "slipflow/support/child_programs.hpp"
#include "slipflow/support/private_folder.hpp"

namespace slipflow::bench::studies {

namespace {
using simple_ts::MarchingKernel;

constexpr std::chrono::seconds kLongest{120};  // for one tool

bool is_ptx(const std::string& binary) {
  return binary.find(".version ") != std::string::npos &&
         binary.find(".entry ") != std::string::npos;
}

// The program itself, which PATH has, and where else it may be.
std::vector<std::string> places_of(const std::string& program) {
  std::vector<std::string> places = {program, "/usr/local/cuda/bin/" + program};
  if (const char* home = std::getenv("CUDA_HOME"); home && *home)
    places.push_back(std::string(home) + "/bin/" + program);
  return places;
}

ProgramOutput output_of_tool(const std::string& program, std::vector<std::string> arguments) {
  ProgramOutput output;
  arguments.insert(arguments.begin(), "");
  for (const auto& place : places_of(program)) {
    arguments.front() = place;
    output = output_of_program(arguments, kLongest);
    if (output.succeeded) break;
  }
  return output;
}

// Empty, and why, if there is none.
std::string sass_of(const std::string& ptx, const std::string& architecture, std::string& reason) {
  std::error_code error;
  const PrivateFolder folder(std::filesystem::temp_directory_path(error), "slipflow-sass-");
  if (folder.path().empty()) {
    reason = "no temporary folder";
    return "";
  }
  const std::string source = folder.path() / "kernel.ptx", code = folder.path() / "kernel.cubin";
  std::ofstream(source, std::ios::binary) << ptx;
  if (!output_of_tool("ptxas", {"-arch=" + architecture, "-o", code, source}).succeeded) {
    reason = "ptxas is missing or failed";
    return "";
  }
  const ProgramOutput sass = output_of_tool("nvdisasm", {code});
  if (!sass.succeeded) reason = "nvdisasm is missing or failed";
  return sass.succeeded ? sass.text : "";
}

// The march with the fewest per row, if the kernel has as many marches as it should.
InstructionCount least_of(const std::vector<MarchLoop>& marches, const MarchingKernel& kernel,
                          const std::string& where) {
  if (marches.empty() || static_cast<int>(marches.size()) != kernel.marches) return {};
  const auto least = *std::min_element(
      marches.begin(), marches.end(),
      [](const auto& a, const auto& b) { return a.fp64_per_row() < b.fp64_per_row(); });
  return {least.fp64, least.rows, where};
}
}  // namespace

InstructionCount count_instructions(const MarchingKernel& kernel, const std::string& architecture) {
  if (!is_ptx(kernel.binary)) return {0, 0, "not known: no PTX"};
  const std::string ptx = kernel.binary.substr(0, kernel.binary.find('\0'));
  std::string reason = "architecture not known";
  if (!architecture.empty()) {
    const std::string sass = sass_of(ptx, architecture, reason);
    if (!sass.empty()) {
      const auto marches = march_loops(sass, kernel.name, Assembly::sass);
      if (auto count = least_of(marches, kernel, "SASS"); count.rows > 0) return count;
      reason = "loops of the SASS not recognised";
    }
  }
  const auto marches = march_loops(ptx, kernel.name, Assembly::ptx);
  auto count = least_of(marches, kernel, "PTX: " + reason);
  if (count.rows > 0) return count;
  return {0, 0, "not known: loops of the PTX not recognised"};
}

double instructions_per_cell(const InstructionCount& count, const MarchingKernel& kernel) {
  if (count.rows == 0) return std::numeric_limits<double>::quiet_NaN();
  const double per_row = static_cast<double>(count.fp64) / count.rows;
  const int passes = (kernel.rows + kernel.rows_ahead + count.rows - 1) / count.rows;
  return per_row * (static_cast<double>(kernel.work_items) / kernel.columns) *
         (static_cast<double>(passes * count.rows) / kernel.rows);
}

}  // namespace slipflow::bench::studies
