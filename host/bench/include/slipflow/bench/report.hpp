// A benchmark's results for people and programs.
#pragma once

#include <string>

#include "slipflow/bench/result.hpp"
#include "slipflow/output/results_folder.hpp"

namespace slipflow::bench {

/// The heading of the table on the screen, and one result as a line of it.
std::string screen_heading();
std::string screen_line(const Result& result);

/// The report as a Markdown table, as a CSV table with a line per result, as a JSON object.
std::string markdown(const Report& report);
std::string csv(const Report& report);
std::string json(const Report& report);

/// Draws the speed-up over the rows of a sub-domain, a panel per scheme. Returns the bytes of a PNG
/// file; none where no result has a speed-up.
std::string speed_up_chart(const Report& report);

/// The names of the files that write_report writes.
output::ResultNames names_of_reports();

/// Writes bench.md, bench.csv, bench.json and speedup.png, each whole or not at all.
void write_report(output::ResultsFolder& folder, const Report& report);

/// The name of this machine's processor; "unknown" if it cannot be read.
std::string host_cpu_name();
/// "one core of AMD EPYC, compiled by GCC 12.2.0 for x86-64-v3".
std::string serial_reference_text(const Report& report);

}  // namespace slipflow::bench
