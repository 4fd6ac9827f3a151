// The kernels of seven-point systems on a device, by name.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "linear_solvers/level7.h"
#include "slipflow/linear_solvers/stencil7.hpp"
#include "slipflow/opencl/errors.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace slipflow::linear_solvers {

/// The systems are solved in doubles.
inline const opencl::Numbers kReals7{sizeof(double)};

/// Which rows a kernel knows: those of the system, of a coarser level of multigrid, or of all the
/// small levels.
enum class Rows7 { system, coarse, small };

/// Options of programs whose rows are those of a box.
std::string options_of(const Box7& box);

class Kernels7 {
 public:
  Kernels7(opencl::Workspace& workspace, Coefficients7 kind, const Box7& box, bool parity);

  opencl::Workspace& workspace() const { return workspace_; }
  /// The first arguments of the matrix of a level.
  opencl::Arguments of_level(const S7Level& level) const;
  /// Queues a kernel over nx x ny work-items, or over `groups` work-groups. Calls with the same
  /// slot set only the arguments that have changed.
  void run(Rows7 rows, const char* name, std::size_t slot, const opencl::Arguments& arguments,
           int nx, int ny = 1);
  void run_groups(Rows7 rows, const char* name, std::size_t slot,
                  const opencl::Arguments& arguments, int groups);
  /// Of vectors.
  void run(const char* name, std::size_t slot, const opencl::Arguments& arguments, int nx);
  void run_groups(const char* name, std::size_t slot, const opencl::Arguments& arguments,
                  int groups);

  /// Failures of OpenCL become sentences.
  template <class Action>
  auto guarded(const char* doing, Action action) const {
    return opencl::guarded(std::string(doing) + " a linear solver on " + workspace_.device().name,
                           action);
  }

 private:
  struct Program {
    opencl::SizedProgram built;
    std::map<std::string, std::vector<opencl::Kernel>> kernels;
  };
  Program build(const char* file, const std::string& options, int group) const;
  opencl::Kernel& kernel(Program& program, const char* name, std::size_t slot,
                         const opencl::Arguments& arguments, bool of_blocks);
  // Built when it is first needed.
  Program& program(Rows7 rows);

  opencl::Workspace& workspace_;
  const bool parity_;
  const bool coarse_differs_;
  Program vectors_, system_;
  std::optional<Program> coarse_, small_;
  const std::string box_options_;
  const bool is_periodic_;
};

}  // namespace slipflow::linear_solvers
