// What the reports of seven-point systems have in common.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "slipflow/bench/boxes.hpp"
#include "table_json.hpp"

namespace slipflow::bench {

/// The lines of a page before its table.
template <class Report>
std::string heading_of(const Report& report, const char* title) {
  return fmt::format(
      "# slipflow {} {}\n\n- command: `{}`\n- serial reference: one core of {}\n"
      "- device: {}, driver {}, {} mode\n\n",
      report.version, title, report.command, report.host_cpu, report.device, report.driver,
      report.parity ? "parity" : "fast");
}

inline std::string lines_of(const std::vector<SkippedBox>& skipped) {
  std::string text;
  for (const SkippedBox& s : skipped) text += '\n' + skipped_line(s) + '\n';
  return text;
}

/// What was measured, on what and how, as JSON.
template <class Report>
output::Json json_heading_of(const Report& report) {
  return {{"slipflow", report.version},
          {"command", report.command},
          {"serial_reference", fmt::format("one core of {}", report.host_cpu)},
          {"device", report.device},
          {"driver", report.driver},
          {"mode", report.parity ? "parity" : "fast"}};
}

/// The report as JSON, with its results.
template <class Report>
std::string json_of(const Report& report, const output::Json& results) {
  auto skipped = output::Json::array();
  for (const SkippedBox& s : report.skipped)
    skipped.push_back({{"mesh", name_of(s.box)}, {"reason", s.reason}});
  auto object = json_heading_of(report);
  object["results"] = results;
  object["skipped"] = skipped;
  return output::json_text(object);
}

}  // namespace slipflow::bench
