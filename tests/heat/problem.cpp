#include "problem.hpp"

#include <fmt/format.h>

#include "simulation.hpp"

namespace slipflow::heat {

Problem::Problem(Case c)
    : case_(std::move(c)),
      outputs_{.fields = field_list(),
               .measured = {"T"},
               .changes = {"T"},
               .history_columns = {"mean_T"}} {}

std::vector<methods::Number> Problem::numbers() const {
  return {{"diffusivity", "alpha", case_.diffusivity}};
}

std::vector<methods::Derived> Problem::derived() const {
  return {{"largest stable step", fmt::format("dt = {:.6g}", case_.largest_step)}};
}

drawing::MeshPicture Problem::picture() const {
  std::vector<std::string> walls;
  for (const Wall& wall : case_.walls) walls.push_back(wall.in_words());
  return boxes::picture_of(case_, std::move(walls));
}

std::unique_ptr<methods::Simulation> Problem::on_host() const {
  return setup::for_precision(case_.run.precision,
                              [&]<Precision P>() { return make_serial<P>(case_); });
}

std::unique_ptr<methods::Simulation> Problem::on_device(const opencl::Queue& queue,
                                                        const methods::Launch& launch) const {
  return make_on_device(case_, queue, launch);
}

methods::Launch Problem::resolve(const opencl::Device& device,
                                 const methods::Launch& launch) const {
  return heat::resolve(case_, device, launch);
}

std::string Problem::kind_for_tuning() const {
  return fmt::format("{} precision", name_of(case_.run.precision));
}

// T is read and written; 4 differences, 4 + 2 products, 2 + 1 sums, a fused multiply-add.
std::vector<methods::PassInfo> Problem::passes() const { return {{"time step", 1, 1, 15}}; }

double Problem::device_bytes() const { return heat::device_bytes(case_); }
double Problem::serial_bytes() const { return bytes_of_levels(case_); }

}  // namespace slipflow::heat
