// Diagnostics on a device, except changes and step limits.
#pragma once

#include <map>
#include <optional>

#include "device_cut_walls.hpp"
#include "slipflow/methods/machines.hpp"
#include "slipflow/simple_ts/diagnostics.hpp"

namespace slipflow::simple_ts {

/// Most runs want few of the kernels. prepare() builds those of the case; any other is built when
/// it is first wanted.
class DeviceDiagnostics : public Diagnostics {
 public:
  /// Each diagnostic evaluates the set of fields that is current in `rotation` at that time.
  /// `cut_walls`: null without any. The machine counts the seconds of builds.
  DeviceDiagnostics(DeviceCase& device, const FieldRotation& rotation, DeviceCutWalls* cut_walls,
                    methods::DeviceMachine& machine);
  void prepare() override;
  ExactLoads wall_loads() override;
  ExactTotals totals(Contents wanted) override;
  std::vector<NodeValues> nodes(const std::vector<int>& places) override;
  void start_averages(const Averages& from) override;
  void add_to_averages(double time) override;
  Averages averages() const override;
  double averaged_time() const override { return averaged_time_; }

 private:
  // The mean and the fluctuation of one field.
  struct Moments {
    int field;
    opencl::Array mean, squares;
  };
  // Device memory of wall loads, totals and nodes, allocated at first use.
  struct Walls {
    WallRuns runs;
    cl::Buffer buffer, partial;
  };
  struct Nodes {
    std::vector<int> places;
    cl::Buffer from;
    opencl::Array values;
  };
  struct Source {
    const char* file;
    const char* kernel;
    BuildFor what = {};
  };
  static const Source kWallLoads, kTotals, kNodes, kAverages;

  void build(const std::vector<Source>& sources);
  opencl::Kernel& kernel(const Source& source);
  void add_cut_loads(ExactLoads& loads);

  DeviceCase& device_;
  const FieldRotation& rotation_;
  DeviceCutWalls* cut_walls_;
  methods::DeviceMachine& machine_;
  std::map<std::string, opencl::Kernel> kernels_;
  std::optional<Walls> walls_;
  std::optional<cl::Buffer> totals_;
  std::optional<Nodes> nodes_;
  std::vector<Moments> averages_;
  double averaged_time_ = 0;
};

}  // namespace slipflow::simple_ts
