// Diagnostics on a device, except changes and step limits.
#pragma once

#include <map>
#include <optional>

#include "device_case.hpp"
#include "slipflow/simple_ts/diagnostics.hpp"

namespace slipflow::simple_ts {

/// Most runs want few of the kernels. prepare() builds those of the case; any other is built when
/// it is first wanted.
class DeviceDiagnostics : public Diagnostics {
 public:
  /// Each diagnostic evaluates the set of fields that is current in `rotation` at that time.
  DeviceDiagnostics(DeviceCase& device, const FieldRotation& rotation);
  void prepare() override;
  ExactLoads wall_loads() override;
  ExactTotals totals(Contents wanted) override;
  std::vector<NodeValues> nodes(const std::vector<int>& places) override;
  void start_averages(const Averages& from) override;
  void add_to_averages(double time) override;
  Averages averages() const override;
  double averaged_time() const override { return averaged_time_; }
  double build_seconds() const { return build_seconds_; }

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
  };
  static const Source kWallLoads, kTotals, kNodes, kAverages;

  void build(const std::vector<Source>& sources);
  opencl::Kernel& kernel(const Source& source);
  template <class Action>
  auto on_device(const char* doing, Action action) const {
    return opencl::guarded(std::string(doing) + " on " + device_.device_name(), action);
  }

  DeviceCase& device_;
  const FieldRotation& rotation_;
  std::map<std::string, opencl::Kernel> kernels_;
  std::optional<Walls> walls_;
  std::optional<cl::Buffer> totals_;
  std::optional<Nodes> nodes_;
  std::vector<Moments> averages_;
  double averaged_time_ = 0;
  double build_seconds_ = 0;
};

}  // namespace slipflow::simple_ts
