// What is measured on a device besides changes, step limits and the mass.
#pragma once

#include <map>
#include <optional>

#include "device_case.hpp"
#include "slipflow/simple_ts/measures.hpp"

namespace slipflow::simple_ts {

/// Each kernel is built when it is first wanted: most runs want few of them.
class DeviceMeasures : public Measures {
 public:
  /// `rotation` says which set of fields is current, whenever something is measured.
  DeviceMeasures(DeviceCase& device, const FieldRotation& rotation);
  WallLoads wall_loads() override;
  DomainTotals totals() override;
  std::vector<NodeValues> nodes(const std::vector<int>& places) override;
  void start_averages(const Averages& from) override;
  void add_to_averages(double time) override;
  Averages averages() const override;

 private:
  // The mean and the fluctuation of one field.
  struct Moments {
    int field;
    cl::Buffer mean, squares;
  };
  // What a part of the measures keeps in device memory, made when it is first wanted.
  struct Walls {
    WallRuns runs;
    cl::Buffer buffer, partial;
  };

  cl::Kernel& kernel(const char* file, const char* name);
  cl_uint set_context(cl::Kernel& kernel) const;
  cl::Buffer read_only(const void* data, std::size_t bytes) const;
  template <class Action>
  auto on_device(const char* doing, Action action) const {
    return guarded(std::string(doing) + " on " + device_.queue.device.name, action);
  }

  DeviceCase& device_;
  const FieldRotation& rotation_;
  std::map<std::string, cl::Kernel> kernels_;
  std::optional<Walls> walls_;
  std::optional<cl::Buffer> totals_;
  std::vector<Moments> averages_;
  double averaged_time_ = 0;
};

}  // namespace slipflow::simple_ts
