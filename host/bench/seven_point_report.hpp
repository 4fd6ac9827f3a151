// What the reports of seven-point systems have in common.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "slipflow/bench/boxes.hpp"
#include "slipflow/output/json.hpp"

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

/// The report as JSON, with its results.
template <class Report>
std::string json_of(const Report& report, const std::vector<output::JsonObject>& results) {
  std::vector<output::JsonObject> skipped;
  for (const SkippedBox& s : report.skipped)
    skipped.emplace_back().add("mesh", name_of(s.box)).add("reason", s.reason);
  return output::JsonObject()
             .add("slipflow", report.version)
             .add("command", report.command)
             .add("serial_reference", fmt::format("one core of {}", report.host_cpu))
             .add("device", report.device)
             .add("driver", report.driver)
             .add("mode", report.parity ? "parity" : "fast")
             .add("results", results)
             .add("skipped", skipped)
             .text() +
         '\n';
}

}  // namespace slipflow::bench
