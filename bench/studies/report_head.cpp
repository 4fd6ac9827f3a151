#include "report_head.hpp"

namespace slipflow::bench::studies {

std::string heading_of(const ReportHead& head, const std::string& title) {
  return fmt::format(
      "# slipflow {} {}\n\n- command: `{}`\n- serial reference: one core of {}\n"
      "- device: {}{}{}, {} mode\n\n",
      SLIPFLOW_VERSION, title, head.command, head.host_cpu, head.device,
      head.driver.empty() ? "" : ", driver ", head.driver, head.parity ? "parity" : "fast");
}

output::Json json_of(const ReportHead& head, const output::Json& results) {
  return {{"slipflow", SLIPFLOW_VERSION},
          {"command", head.command},
          {"serial_reference", fmt::format("one core of {}", head.host_cpu)},
          {"device", head.device},
          {"driver", head.driver},
          {"mode", head.parity ? "parity" : "fast"},
          {"results", results}};
}

output::ResultNames names_of_files(const std::string& name, const std::vector<std::string>& more) {
  output::ResultNames names{{name + ".md", name + ".csv", name + ".json"}};
  names.files.insert(names.files.end(), more.begin(), more.end());
  return names;
}

void write_files(output::ResultsFolder& folder, const std::string& name,
                 const std::string& markdown, const std::string& csv, const output::Json& json) {
  folder.write(name + ".md", markdown);
  folder.write(name + ".csv", csv);
  folder.write(name + ".json", output::json_text(json));
}

}  // namespace slipflow::bench::studies
