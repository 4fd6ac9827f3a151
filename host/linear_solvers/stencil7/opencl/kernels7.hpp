// The kernels of seven-point systems on a device, by name.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "linear_solvers/level7.h"
#include "slipflow/linear_solvers/stencil7.hpp"
#include "slipflow/opencl/errors.hpp"
#include "slipflow/opencl/workspace.hpp"
#include "sums.h"

namespace slipflow::linear_solvers {

/// The systems are solved in doubles.
inline const opencl::Numbers kReals7{sizeof(double)};

/// Which rows a kernel knows: those of the system, or of multigrid on the finest level, on a
/// coarser one, or on all the small ones.
enum class Rows7 { system, finest, coarse, small };

/// Entries that a work-item has in kernels of vectors.
constexpr int kEntriesOfItem7 = 4;

/// Options of programs whose rows are those of a box.
std::string options_of(const Box7& box);

/// Work-groups and the work-items of each.
struct Groups7 {
  int count, items;
};

class Kernels7 {
 public:
  Kernels7(opencl::Workspace& workspace, Coefficients7 kind, const Box7& box, bool parity);

  opencl::Workspace& workspace() const { return workspace_; }
  /// Blocks that a work-group adds in kernels of vectors and of rows of the system, and its
  /// work-items.
  int blocks_of_vectors() const;
  int blocks_of_rows() const;
  int items_of_sums() const;
  /// The first arguments of the matrix of a level.
  opencl::Arguments of_level(const S7Level& level) const;
  /// All of them, of a symmetric matrix with the arrays a0, a1, a3, a5, or of a free one.
  opencl::Arguments of_symmetric(const S7Level& level, const opencl::Array (&a)[4]) const;
  opencl::Arguments of_free(const S7Level& level, opencl::Numbers reals,
                            const std::array<double, 3>& constants, const cl::Buffer& codes,
                            const opencl::Array& diagonals) const;
  /// Queues a kernel over nx x ny work-items, or over `groups`. Calls with the same slot set only
  /// the arguments that have changed.
  void run(Rows7 rows, const char* name, std::size_t slot, const opencl::Arguments& arguments,
           int nx, int ny = 1);
  void run_groups(Rows7 rows, const char* name, std::size_t slot,
                  const opencl::Arguments& arguments, Groups7 groups);
  /// The same in single precision, for rows of multigrid; of the finest matrix the symmetric part.
  void run_in_single(Rows7 rows, const char* name, std::size_t slot,
                     const opencl::Arguments& arguments, int nx, int ny = 1);
  /// Of vectors.
  void run(const char* name, std::size_t slot, const opencl::Arguments& arguments, int nx);
  void run_groups(const char* name, std::size_t slot, const opencl::Arguments& arguments,
                  Groups7 groups);

  /// Queues what `action` queues, which has to be the same in all calls with the same key. Later
  /// calls do without it: making and comparing arguments takes the host longer than a launch.
  void repeat(const std::string& key, const std::function<void()>& action);

  /// Failures of OpenCL become sentences.
  template <class Action>
  auto guarded(const char* doing, Action action) const {
    return opencl::guarded(std::string(doing) + " a linear solver on " + workspace_.device().name,
                           action);
  }

 private:
  struct Program {
    opencl::SizedProgram built;
    std::map<std::string, std::deque<opencl::Kernel>> kernels;  // by slot
  };
  // Over work-groups, if there are any, else over work-items.
  struct Launch {
    const opencl::Kernel* kernel;
    int nx, ny, groups;
  };
  void launch(const Launch& launch);
  Program build(const char* file, const std::string& options, int group,
                bool in_single = false) const;
  opencl::Kernel& kernel(Program& program, const char* name, std::size_t slot,
                         const opencl::Arguments& arguments, int group);
  // Built when it is first needed.
  Program& program(Rows7 rows, bool in_single);

  opencl::Workspace& workspace_;
  const bool parity_;
  const Coefficients7 kind_;
  const std::string box_options_;
  Program vectors_;
  std::map<std::pair<Rows7, bool>, Program> of_rows_;
  const bool is_periodic_;
  std::map<std::string, std::vector<Launch>> recorded_;
  std::optional<std::vector<Launch>> recording_;  // the first call of repeat() with a key
};

}  // namespace slipflow::linear_solvers
