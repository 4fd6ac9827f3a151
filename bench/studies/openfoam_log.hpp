// What a log of an incompressible solver of OpenFOAM, such as simpleFoam, says of its run.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace slipflow::bench::studies {

/// Work up to the end of an iteration or a time step.
struct FlowWork {
  long steps = 0;                ///< iterations or time steps
  long pressure_iterations = 0;  ///< of the linear solver
  double seconds = 0;            ///< ExecutionTime
};

struct OpenFoamLog {
  std::string file;
  std::string solver = "?";         ///< "simpleFoam"; "?": the log does not say it
  FlowWork all;                     ///< up to the last ExecutionTime
  double residual = 0;              ///< the largest initial one of its last step
  std::optional<FlowWork> to_goal;  ///< up to the first step whose residuals are below a goal
};

/// Throws Error(bad_input) that names the file, and the line where there is one.
OpenFoamLog parse_openfoam_log(const std::string& file, std::string_view text, double goal);
OpenFoamLog read_openfoam_log(const std::string& file, double goal);

}  // namespace slipflow::bench::studies
