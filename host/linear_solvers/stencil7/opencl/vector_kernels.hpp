// The kernels of vectors and numbers of the iterations on a device, by name, and programs of rows.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/opencl/errors.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace slipflow::linear_solvers {

/// The systems are solved in doubles.
inline const opencl::Numbers kReals7{sizeof(double)};

/// Entries that a work-item has in kernels of vectors.
constexpr int kEntriesOfItem7 = 4;

/// Work-groups and the work-items of each.
struct Groups7 {
  int count, items;
};

class VectorKernels {
 public:
  VectorKernels(opencl::Workspace& workspace, bool parity);

  opencl::Workspace& workspace() const { return workspace_; }
  /// Blocks that a work-group adds in kernels of vectors, and its work-items.
  int blocks_of_vectors() const;
  int items_of_sums() const;
  /// Queues a kernel over nx work-items, or over `groups`. Calls with the same slot set only the
  /// arguments that have changed.
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

 protected:
  struct Program {
    opencl::SizedProgram built;
    // By slot; names are found without making a string of them.
    std::map<std::string, std::deque<opencl::Kernel>, std::less<>> kernels;
  };
  Program build(const char* file, const std::string& options, int group,
                bool in_single = false) const;
  // Over nx x ny work-items, or over `groups`.
  void run(Program& program, const char* name, std::size_t slot, const opencl::Arguments& arguments,
           int nx, int ny);
  void run_groups(Program& program, const char* name, std::size_t slot,
                  const opencl::Arguments& arguments, Groups7 groups);
  static std::string sums_options(int blocks, int items);

 private:
  // Over work-groups, if there are any, else over work-items.
  struct Launch {
    const opencl::Kernel* kernel;
    int nx, ny, groups;
  };
  void launch(const Launch& launch);
  opencl::Kernel& kernel(Program& program, const char* name, std::size_t slot,
                         const opencl::Arguments& arguments, int group);

  opencl::Workspace& workspace_;
  const bool parity_;
  Program vectors_;
  std::map<std::string, std::vector<Launch>> recorded_;
  std::optional<std::vector<Launch>> recording_;  // the first call of repeat() with a key
};

}  // namespace slipflow::linear_solvers
