// What methods on boxes have in common that have one set of kernels.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "slipflow/config/key_table.hpp"
#include "slipflow/methods/problem.hpp"

namespace slipflow::boxes {

/// The rows of the section [run] of a method that computes in these precisions.
std::vector<config::KeySpec> run_keys(const std::vector<std::string>& precisions = {"double"});

/// Makes a simulation with a launch that has been resolved.
using MakeOnDevice = std::function<std::unique_ptr<methods::Simulation>(const methods::Launch&)>;

/// The launch of a method that has only plain kernels, with a work-item for each cell. Throws
/// Error(bad_input) for fused kernels or a size that the device cannot run.
methods::Launch resolve(const std::string& method, const opencl::Device& device,
                        methods::Launch launch);

/// A simulation on the device of a queue, if it has memory for all arrays of the problem and the
/// largest one, in bytes.
std::unique_ptr<methods::Simulation> on_device(const methods::Problem& problem, double largest,
                                               const opencl::Queue& queue,
                                               const methods::Launch& launch,
                                               const MakeOnDevice& make);

/// A problem of such a method.
template <class Case>
class PlainProblem : public methods::WholeProblem {
 public:
  const setup::Controls& controls() const final { return case_; }
  const mesh::Mesh& mesh() const final { return case_.mesh; }
  const std::vector<setup::Body>& bodies() const final { return case_.bodies; }
  const methods::Outputs& outputs() const final { return outputs_; }
  double reference_length() const override { return methods::length_of_first(case_.bodies); }

  std::unique_ptr<methods::Simulation> on_device(const opencl::Queue& queue,
                                                 const methods::Launch& launch) const final {
    return boxes::on_device(*this, largest_array(), queue, launch,
                            [&](const methods::Launch& resolved) { return make(queue, resolved); });
  }
  methods::Launch resolve(const opencl::Device& device, const methods::Launch& launch) const final {
    return boxes::resolve(method_, device, launch);
  }
  double serial_bytes() const override { return device_bytes(); }
  int most_rows() const final { return 1; }
  std::string kind_for_tuning() const override { return scheme(); }

 protected:
  /// The method's name is that in case files.
  PlainProblem(std::string method, Case c) : method_(std::move(method)), case_(std::move(c)) {}
  /// A simulation on a device that has room for it.
  virtual std::unique_ptr<methods::Simulation> make(const opencl::Queue& queue,
                                                    const methods::Launch& launch) const = 0;
  /// Bytes of the largest array on a device.
  virtual double largest_array() const {
    return static_cast<double>(case_.mesh.layout().size()) * bytes_stored(case_.run.precision);
  }

  const std::string method_;
  Case case_;
  methods::Outputs outputs_;
};

}  // namespace slipflow::boxes
