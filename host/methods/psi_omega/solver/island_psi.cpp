#include "solver/island_psi.hpp"

#include <utility>

#include "solver/dense.hpp"
#include "solver/simulation.hpp"

namespace slipflow::psi_omega {

IslandPsi::IslandPsi(const Case& c, const Nodes& nodes) : size_(c.mesh.layout().size()) {
  if (c.scheme.free_bodies) islands_ = free_islands(nodes);
}

void IslandPsi::set_responses(const std::function<void(std::vector<double>&)>& solve) {
  const std::size_t n = islands_.size();
  for (const Island* island : islands_) {
    std::vector<double> psi(size_);
    for (const int place : island->places) psi[place] = 1;
    solve(psi);
    responses_.push_back(std::move(psi));
  }
  const std::vector<double> no_vorticity(size_);
  std::vector<double> matrix(n * n);
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t k = 0; k < n; ++k)
      matrix[row * n + k] = -defect(*islands_[row], no_vorticity, responses_[k]);
  inverse_ = inverse_of(std::move(matrix), n);
}

double IslandPsi::defect(const Island& island, const std::vector<double>& omega,
                         const std::vector<double>& psi) const {
  double sum = 0;
  for (const IslandFace& face : island.faces) {
    const double wall = (4 * omega[face.first] - omega[face.second]) / 3;
    const double weight = face.length / (face.h * face.h * face.h);
    sum += weight * (wall * face.h * face.h / 2 + psi[face.first] - psi[face.node]);
  }
  return sum;
}

void IslandPsi::correct(const std::vector<double>& omega, std::vector<double>& psi) const {
  const std::size_t n = islands_.size();
  std::vector<double> defects;
  for (const Island* island : islands_) defects.push_back(defect(*island, omega, psi));
  for (std::size_t row = 0; row < n; ++row) {
    double change = 0;
    for (std::size_t k = 0; k < n; ++k) change += inverse_[row * n + k] * defects[k];
    for (std::size_t at = 0; at < psi.size(); ++at) psi[at] += change * responses_[row][at];
  }
}

}  // namespace slipflow::psi_omega
