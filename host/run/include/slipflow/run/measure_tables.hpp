// The tables of diagnostics over time: forces.csv, balance.csv, probes.csv and others.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "slipflow/methods/problem.hpp"
#include "slipflow/output/table.hpp"

namespace slipflow::run {

/// The table of the fields at the probes.
constexpr const char* kProbesTable = "probes.csv";

/// How far the tables have got.
struct MeasurePosition {
  std::int64_t last_step = -1;                          ///< of the last lines; -1: none yet
  std::map<std::string, output::TablePosition> tables;  ///< by file
};

/// Throws Error(bad_input) unless the folder holds the tables as they were at `position`.
void require_measure_tables(const methods::Problem& problem, const output::ResultsFolder& folder,
                            const MeasurePosition& position);

/// The tables a case asks for, one line each at the same steps.
class MeasureTables {
 public:
  /// Continues the tables of the folder, which outlives this, at `from`, if it is given.
  MeasureTables(const methods::Problem& problem, methods::Diagnostics& diagnostics,
                output::ResultsFolder& folder, const MeasurePosition* from);
  /// Writes a line of the current state to each table, unless this step has one.
  void write(long step, double time);
  /// The position up to now; its lines are on the disk when this returns.
  MeasurePosition position() const;

 private:
  struct Entry {
    std::string file;
    std::vector<double> factors;  // of the columns without step and time
    output::Table table;
  };

  const methods::Problem& problem_;
  methods::Diagnostics& diagnostics_;
  std::vector<methods::Point> probes_;
  std::vector<Entry> tables_;  // those of the method, then the probes
  double time_factor_;
  std::int64_t last_step_ = -1;
};

}  // namespace slipflow::run
