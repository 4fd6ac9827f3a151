// slipflow report: one page in HTML on finished results.
#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "command_table.hpp"
#include "drawings_folder.hpp"
#include "reports.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;
namespace fs = std::filesystem;

constexpr const char* kReport = "report.html";
}  // namespace

CommandLine report_line() {
  po::options_description options("Options");
  auto add = options.add_options();
  add("output", po::value<std::string>()->value_name("FOLDER"),
      "folder of report.html; without it DIR");
  add("overwrite", po::bool_switch(), "replace a report.html that slipflow has not written");
  return {options,
          "folder",
          {"slipflow report DIR [options]",
           "Writes a report on the results of a run or of a sweep: one page in HTML, report.html, "
           "which\nneeds no other file, no network and no script. It has the case and its "
           "validity, pictures\nover time, forces, residuals, balances, device and speed, and how "
           "to repeat the results.",
           "slipflow report out/quickstart"}};
}

int report_command(const Call& call) {
  const fs::path results = call.values["folder"].as<std::string>();
  const auto target =
      call.values.count("output") ? fs::path(call.values["output"].as<std::string>()) : results;
  std::error_code error;
  const bool is_sweep = fs::is_regular_file(results / "sweep.json", error);
  const auto page = is_sweep ? report_of_sweep(results) : report_of_run(results);
  DrawingsFolder folder(target, call.values["overwrite"].as<bool>());
  folder.write(kReport, page);
  fmt::print("{}\n", shown((target / kReport).string()));
  return 0;
}

}  // namespace slipflow::app
