// The pieces of a case, computed one after the other by one process, as several ranks would
// compute them.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "slipflow/simple_ts/operations.hpp"
#include "slipflow/simple_ts/piece.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts {

using MakeOperations = std::function<std::unique_ptr<Operations>(const Case&)>;

inline mesh::Decomposition pieces_of(const Case& c, std::vector<int> cuts_x,
                                     std::vector<int> cuts_y, std::vector<int> cuts_z = {}) {
  mesh::Decomposition::Axis x{std::move(cuts_x), c.periodic(0)},
      y{std::move(cuts_y), c.periodic(1)};
  if (c.axes() == 2) return {std::move(x), std::move(y)};
  return {std::move(x), std::move(y), {std::move(cuts_z), c.periodic(2)}};
}

/// Even cuts.
inline mesh::Decomposition even_pieces(const Case& c, const mesh::Grid& grid) {
  const auto cuts = [&](int axis) {
    return mesh::even_cuts(c.mesh.axis(axis).cells(), grid.along(axis));
  };
  return pieces_of(c, cuts(0), cuts(1), cuts(2));
}

inline bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

inline bool same_bits(const Residuals& a, const Residuals& b) {
  return same_bits(a.p, b.p) && same_bits(a.T, b.T) && same_bits(a.u, b.u) && same_bits(a.v, b.v) &&
         same_bits(a.w, b.w);
}

/// How many values differ in a bit.
inline long count_differing(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  long count = 0;
  for (std::size_t k = 0; k < a.size(); ++k) count += !same_bits(a[k], b[k]);
  return count;
}

/// The larger of two numbers that are not negative, or a NaN.
inline double larger(double a, double b) {
  return std::bit_cast<double>(
      std::max(std::bit_cast<std::uint64_t>(a), std::bit_cast<std::uint64_t>(b)));
}

inline Residuals larger(const Residuals& a, const Residuals& b) {
  return {larger(a.p, b.p), larger(a.T, b.T), larger(a.u, b.u), larger(a.v, b.v), larger(a.w, b.w)};
}

class PlayedPieces {
 public:
  /// Ghosts deeper than `depths` become NaN after every exchange.
  PlayedPieces(const Case& whole, const mesh::Decomposition& pieces, const MakeOperations& make,
               const std::vector<mesh::FieldDepth>& depths)
      : whole_(whole), pieces_(pieces) {
    const mesh::HaloDepth all{mesh::kPad, mesh::kPad};
    const std::vector<mesh::FieldDepth> every_ghost(depths.size(), {all, all, all});
    for (int rank = 0; rank < pieces.size(); ++rank) {
      cases_.push_back(std::make_unique<Case>(piece_of(whole, pieces, rank)));
      backends_.push_back(make(*cases_.back()));
      plans_.push_back(halo_plan(pieces, rank, depths));
      halos_.push_back(backends_.back()->halo(plans_.back(), {}));
      const mesh::HaloPlan ghosts = halo_plan(pieces, rank, every_ghost);
      ghosts_.push_back(backends_.back()->halo(ghosts, {}));
    }
  }

  void upload(const State& state) {
    const auto layout = whole_.mesh.layout();
    for (int rank = 0; rank < pieces_.size(); ++rank)
      backends_[rank]->upload(part_of(state, layout, pieces_.cells(rank)));
    for (auto& halo : halos_) halo->start_packing();
    exchange();
  }

  void impose(const std::vector<ImposedVelocities>& velocities) {
    for (int rank = 0; rank < pieces_.size(); ++rank)
      backends_[rank]->impose(part_of(velocities, pieces_.cells(rank), whole_.axes()));
  }

  void begin_time_step(double dt) {
    for (auto& backend : backends_) backend->begin_time_step(dt);
  }

  void advance_inner_iteration() {
    for (auto& halo : halos_) halo->start_iteration();
    exchange();
  }

  void end_iterations() {
    for (auto& backend : backends_) backend->end_iterations();
  }

  /// The largest changes of all pieces in the last iteration.
  Residuals changes() {
    Residuals all;
    for (auto& halo : halos_) {
      std::optional<Residuals> r;
      while (!r) r = halo->take_changes();
      all = larger(all, *r);
    }
    return all;
  }

  Residuals change_over_step() {
    Residuals all;
    for (auto& backend : backends_) all = larger(all, backend->change_over_step());
    return all;
  }

  StepLimits step_limits() {
    StepLimits all;
    for (auto& backend : backends_) {
      const StepLimits limits = backend->step_limits();
      all = {larger(all.signal, limits.signal), larger(all.convection, limits.convection),
             larger(all.diffusion, limits.diffusion)};
    }
    return all;
  }

  /// The number of values of the pieces whose bits are not those of the whole.
  long differing(const State& state) const {
    const auto layout = whole_.mesh.layout();
    long count = 0;
    for (int rank = 0; rank < pieces_.size(); ++rank) {
      const State mine = backends_[rank]->download();
      const auto own_layout = cases_[rank]->mesh.layout();
      const mesh::CellBox cells = pieces_.cells(rank);
      for (std::size_t field = 0; field < mine.all().size(); ++field) {
        const auto &own = *mine.all()[field], &whole = *state.all()[field];
        mesh::for_cells(pieces_.owned(rank), [&](int i, int j, int k) {
          count += !same_bits(own[own_layout.at(i, j, k)],
                              whole[layout.at(i + cells.i0, j + cells.j0, k + cells.k0)]);
        });
      }
    }
    return count;
  }

 private:
  void exchange() {
    for (auto& halo : halos_)
      while (!halo->packed()) {
      }
    for (int rank = 0; rank < pieces_.size(); ++rank) {
      std::ranges::fill(ghosts_[rank]->in(), std::byte{0xff});  // NaN
      ghosts_[rank]->unpack();
      receive(rank);
      halos_[rank]->unpack();
    }
  }

  /// What the neighbours of a rank have packed for it.
  void receive(int rank) {
    for (const mesh::HaloMessage& to : plans_[rank].messages)
      for (const mesh::HaloMessage& from : plans_[to.peer].messages)
        if (from.peer == rank && from.direction_out == to.direction_in) {
          REQUIRE(from.values_out == to.values_in);
          const auto out = halos_[to.peer]->out();
          const std::size_t bytes = out.size() / plans_[to.peer].out.values();
          std::ranges::copy(out.subspan(bytes * from.begin_out, bytes * from.values_out),
                            halos_[rank]->in().subspan(bytes * to.begin_in).begin());
        }
  }

  const Case& whole_;
  mesh::Decomposition pieces_;
  std::vector<std::unique_ptr<Case>> cases_;
  std::vector<std::unique_ptr<Operations>> backends_;
  std::vector<mesh::HaloPlan> plans_;
  std::vector<std::unique_ptr<HaloPort>> halos_, ghosts_;
};

/// What a run of the pieces has in common with one of the whole.
struct Agreement {
  long differing_values = 0;
  int differing_residuals = 0;
  bool same_limits = true, same_change = true, finite = true;

  bool complete() const {
    return differing_values == 0 && differing_residuals == 0 && same_limits && same_change &&
           finite;
  }
};

/// How long the pieces and the whole are compared.
struct Length {
  int steps = 3, iterations = 5;
};

/// Runs both: the steps differ in length, as those of an adaptive run, and velocities that inflows
/// impose vary in time.
inline Agreement compare_with_whole(const Case& c, const mesh::Decomposition& pieces,
                                    const MakeOperations& make_whole,
                                    const MakeOperations& make_piece,
                                    const std::vector<mesh::FieldDepth>& depths, Length length) {
  const auto whole = make_whole(c);
  PlayedPieces played(c, pieces, make_piece, depths);
  const State start = initial_state(c);
  whole->upload(start);
  played.upload(start);
  Agreement agreement;
  for (int n = 0; n < length.steps; ++n) {
    const double dt = *c.time.step * (n % 3 == 1 ? 0.7 : 1);
    const double factor = 1 + 0.1 * n;
    const auto velocities = imposed_velocities(c, {factor, factor, factor, factor, factor, factor});
    whole->impose(velocities);
    played.impose(velocities);
    whole->begin_time_step(dt);
    played.begin_time_step(dt);
    for (int k = 0; k < length.iterations; ++k) {
      whole->advance_inner_iteration();
      played.advance_inner_iteration();
      agreement.differing_residuals += !same_bits(whole->residuals(), played.changes());
    }
    played.end_iterations();
  }
  agreement.differing_values = played.differing(whole->download());
  const StepLimits limits = whole->step_limits(), of_pieces = played.step_limits();
  agreement.same_limits = same_bits(limits.signal, of_pieces.signal) &&
                          same_bits(limits.convection, of_pieces.convection);
  agreement.finite = std::isfinite(limits.signal);
  agreement.same_change = same_bits(whole->change_over_step(), played.change_over_step());
  return agreement;
}

}  // namespace slipflow::simple_ts
