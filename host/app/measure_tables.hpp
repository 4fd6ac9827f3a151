// The tables of what is measured over time: forces.csv, balance.csv, probes.csv.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "slipflow/output/table.hpp"
#include "slipflow/simple_ts/backend.hpp"
#include "slipflow/simple_ts/forces.hpp"
#include "slipflow/simple_ts/samples.hpp"

namespace slipflow::app {

/// How far the tables have got.
struct MeasurePosition {
  std::int64_t last_step = -1;                    ///< of the last lines; -1: none yet
  output::TablePosition forces, balance, probes;  ///< no bytes: there is no such table
};

/// Whether there is a wall that drags or heats: a body, or a side that is no plane of symmetry.
bool has_forces(const simple_ts::Case& c);

/// Throws Error(bad_input) unless the folder holds the tables as they were at `position`.
void require_measure_tables(const simple_ts::Case& c, const output::ResultsFolder& folder,
                            const MeasurePosition& position);

/// The tables a case asks for, one line each at the same steps.
class MeasureTables {
 public:
  /// Continues the tables of the folder, which outlives this, at `from`, if it is given.
  MeasureTables(const simple_ts::Case& c, simple_ts::Measures& measures,
                output::ResultsFolder& folder, const MeasurePosition* from);
  /// A line of the current state in each table, unless this step has one.
  void write(long step, double time);
  /// On the disk when this returns.
  MeasurePosition position() const;

 private:
  using OptionalTable = std::unique_ptr<output::Table>;
  static void append(const OptionalTable& table, long step, double time,
                     const std::vector<double>& values);
  static output::TablePosition position_of(const OptionalTable& table);

  const simple_ts::Case& case_;
  simple_ts::Measures& measures_;
  std::vector<simple_ts::SamplePoint> points_;  // of the probes
  std::vector<int> places_;                     // of their nodes
  OptionalTable forces_, balance_, probes_;
  std::int64_t last_step_ = -1;
};

}  // namespace slipflow::app
