// The steps of the serial reference on several threads. Each takes tiles of the mesh from a counter
// and computes all steps of an inner iteration on a tile, in arrays of its own that stay in its
// caches. What a tile needs of its neighbours' nodes it computes again, from the fields of the
// iteration before, so threads wait for each other once in an iteration. The bits are those of the
// serial reference, whose loops these are.
#include <algorithm>

#include "backends/precisions.hpp"
#include "backends/serial/serial_operations.hpp"
#include "slipflow/simple_ts/inner_judge.hpp"
#include "slipflow/support/thread_pool.hpp"
#include "tiles.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

namespace {
// Rows and columns around those of a tile for which a step computes shared quantities.
constexpr int kAround = 2;

/// The arrays of a thread, for the rows of any tile.
class TileArrays {
 public:
  TileArrays(const Case& c, int rows) {
    size_ = static_cast<std::size_t>(rows + 2 * kAround) * c.mesh.layout().pitch();
    const bool corrects = c.scheme.convection != SF_UPWIND || c.scheme.explicit_convection;
    std::vector<real**> all = {&arrays_.p};
    for (int axis = 0; axis < SF_AXES; ++axis)
      all.insert(all.end(), {&arrays_.star[axis], &arrays_.d[axis]});
#define SF_APPEND(name) all.push_back(&arrays_.name);
    SF_SHARED_FLUXES(SF_APPEND)
    SF_SHARED_CONDUCTANCES(SF_APPEND)
    if (corrects) {
      SF_SHARED_CORRECTIONS(SF_APPEND)
    }
#undef SF_APPEND
    // Memory that tiles do not touch, as in rows longer than a tile, is never taken.
    count_ = all.size();
    values_ = std::make_unique_for_overwrite<real[]>(count_ * size_);
    T_ = std::make_unique_for_overwrite<stored[]>(size_);
    rho_ = std::make_unique_for_overwrite<stored[]>(size_);
    for (std::size_t k = 0; k < count_; ++k) *all[k] = &values_[k * size_];
    arrays_.T = T_.get();
    arrays_.rho = rho_.get();
    for (auto& changes : changes_) changes.resize(static_cast<std::size_t>(c.mesh.layout().nx) + 1);
  }

  const StepArrays& arrays() const { return arrays_; }
  double bytes() const {
    return static_cast<double>(size_ * (count_ * sizeof(real) + 2 * sizeof(stored)));
  }
  /// Largest changes of p, T, u and v by column.
  real* changes(int which) { return changes_[which].data(); }
  void clear_changes() {
    for (auto& changes : changes_) std::fill(changes.begin(), changes.end(), real{0});
  }
  Residuals largest_changes() const {
    const auto largest = [](const std::vector<real>& values) {
      real all = 0;
      for (const real value : values) all = sf_max_keeping_nan(all, value);
      return all;
    };
    return {largest(changes_[0]), largest(changes_[1]), largest(changes_[2]), largest(changes_[3]),
            SF_AXES == 3 ? largest(changes_[SF_RESIDUALS - 1]) : 0};
  }

 private:
  std::size_t size_ = 0, count_ = 0;
  std::unique_ptr<real[]> values_;
  std::unique_ptr<stored[]> T_, rho_;
  StepArrays arrays_;
  std::vector<real> changes_[SF_RESIDUALS];
};

Residuals larger(const Residuals& a, const Residuals& b) {
  const auto of = [](double x, double y) {
    return static_cast<double>(sf_max_keeping_nan(static_cast<real>(x), static_cast<real>(y)));
  };
  return {of(a.p, b.p), of(a.T, b.T), of(a.u, b.u), of(a.v, b.v), of(a.w, b.w)};
}

class ThreadsOperations final : public SerialOperations {
 public:
  ThreadsOperations(const Case& c, int threads, int columns)
      : SerialOperations(c, c.splitting.pressure != PressureSolution::jacobi),
        tiles_(tiles_of(c, threads, columns)),
        pool_(std::min(threads, tiles()), tiles()),
        changes_(tiles_.size()) {
    int rows = 0;
    for (const Tile& tile : tiles_) rows = std::max(rows, tile.j1 - tile.j0);
    for (int rank = 0; rank < pool_.threads(); ++rank) arrays_.emplace_back(c, rows);
  }

  void advance_inner_iteration() override {
    if (solves_pressure()) return SerialOperations::advance_inner_iteration();
    of_mesh_ = iteration();
    cut_walls_.compute(of_mesh_.context, iteration_);
    pool_.run(tiles(), [&](int tile, int rank) { advance_tile(tile, rank); });
    end_of_iteration();
  }

  InnerResult iterate(const InnerControl& control) override {
    if (solves_pressure()) return SerialOperations::iterate(control);
    InnerJudge judge(case_.run.precision, SF_AXES, relaxation_period(case_.splitting, false),
                     control);
    if (!judge.continues()) return judge.result();
    of_mesh_ = iteration();
    cut_walls_.compute(of_mesh_.context, iteration_);
    pool_.run_rounds(
        tiles(), [&](int tile, int rank) { advance_tile(tile, rank); },
        [&] {
          end_of_iteration();
          judge.take(residuals_);
          of_mesh_ = iteration();
          if (judge.continues()) cut_walls_.compute(of_mesh_.context, iteration_);
          return judge.continues();
        });
    return judge.result();
  }

  StepLimits step_limits() override {
    const SfContext c = host_context_.view(*current_, *old_, dt_);
    const int parts = pool_.threads();
    std::vector<StepLimits> of_part(static_cast<std::size_t>(parts));
    pool_.run(parts, [&](int part, int) {
      of_part[static_cast<std::size_t>(part)] =
          measure_step_limits(c, c.mesh.ny * part / parts, c.mesh.ny * (part + 1) / parts);
    });
    SfStepLimits all = {0, 0, 0};
    for (const StepLimits& part : of_part)
      all =
          sf_larger_limits(all, {static_cast<real>(part.signal), static_cast<real>(part.convection),
                                 static_cast<real>(part.diffusion)});
    return {all.signal, all.convection, all.diffusion};
  }

  BackendInfo info() const override {
    double bytes = SerialOperations::bytes();
    for (const TileArrays& arrays : arrays_) bytes += arrays.bytes();
    return methods::threads_info(pool_.threads(), bytes);
  }

 private:
  // Fields of an iteration, as a tile sees them.
  struct Iteration {
    SfContext context;
    std::array<stored*, SF_AXES> q;  // new ones
    stored *T, *rho;
  };

  Iteration iteration() {
    return {context(), {next_->u.data(), next_->v.data()}, next_->T.data(), next_->rho.data()};
  }

  // The place in the fields of the first node for which a tile computes anything.
  std::ptrdiff_t begin_of(const Tile& tile) const {
    return static_cast<std::ptrdiff_t>(layout_.at(tile.i0 - kAround, tile.j0 - kAround));
  }

  // `it` with the arrays of a tile, which begin with that node. Pointers to fields move along,
  // so that a node has the same place in fields and arrays.
  Iteration seen_from(const Tile& tile, const StepArrays& arrays, Iteration it) const {
    SfContext& c = it.context;
    const std::ptrdiff_t begin = begin_of(tile);
    c.mesh.origin -= static_cast<int>(begin);
    for (auto** field : {&c.u, &c.v, &c.T, &c.rho, &c.u_old, &c.v_old, &c.T_old, &c.rho_old})
      *field += begin;
    if (case_.scheme.explicit_convection)
      for (auto** sums : {&c.C_u, &c.C_v, &c.C_T}) *sums += begin;
    c.tag += begin;
    if (c.has_cut_walls) c.cut += begin;
#ifdef SF_MANUFACTURED_SOURCES
    for (auto** source : {&c.S_rho, &c.S_u, &c.S_v, &c.S_T}) *source += begin;
#endif
    for (auto** field : {&it.q[SF_X], &it.q[SF_Y], &it.T, &it.rho}) *field += begin;
    arrays.give_to(c);
    return it;
  }

  int tiles() const { return static_cast<int>(tiles_.size()); }

  void advance_tile(int number, int rank) {
    const Tile& tile = tiles_[static_cast<std::size_t>(number)];
    TileArrays& own = arrays_[static_cast<std::size_t>(rank)];
    const StepArrays& to = own.arrays();
    const Iteration it = seen_from(tile, to, of_mesh_);
    const Part part = Part::around(case_, {tile.i0, tile.i1, tile.j0, tile.j1});
    steps_.compute_shared(it.context, to, part);
    steps_.compute_pseudo_velocities(it.context, to, part);
    steps_.compute_temperature(it.context, to, part);
    // Solid cells and nodes outside the domain keep it.
    steps_.keep_pressure_before(it.context, to, part);
    steps_.compute_pressure(it.context, to, part);
    own.clear_changes();
    store_cells(it, own, part);
    store_velocities(it, own, part);
    changes_[static_cast<std::size_t>(number)] = own.largest_changes();
  }

  void store_cells(const Iteration& it, TileArrays& own, const Part& part) const {
    const real* const p = own.arrays().p;
    const stored* const T = own.arrays().T;
    const stored* const rho = own.arrays().rho;
    stored* const new_T = it.T;
    stored* const new_rho = it.rho;
    real* const largest_p = own.changes(0);
    real* const largest_T = own.changes(1);
    loops_.over(part.among_all(steps_.cells(), {}), it.context, [=](const SfContext& c, SfNode P) {
      if (sf_tag(&c, P)) return;
      const int at = sf_at(&c.mesh, P);
      new_T[at] = T[at];
      new_rho[at] = rho[at];
      SF_KEEP_LARGEST(largest_p[P.i], p[at] - sf_p(&c, P));
      SF_KEEP_LARGEST(largest_T[P.i], T[at] - sf_T(&c, P));
    });
  }

  void store_velocities(const Iteration& it, TileArrays& own, const Part& part) const {
    steps_.compute_velocities(it.context, own.arrays(), part, it.q);
    for_axes([&]<int axis>() {
      const stored* const q = it.q[axis];
      real* const largest = own.changes(2 + axis);
      loops_.over(part.among_all(steps_.velocity_nodes(axis), {}), it.context,
                  [=](const SfContext& c, SfNode P) {
                    SF_KEEP_LARGEST(largest[P.i], q[sf_at(&c.mesh, P)] - sf_q(&c, axis, P));
                  });
    });
  }

  void end_of_iteration() {
    residuals_ = {};
    for (const Residuals& of_tile : changes_) residuals_ = larger(residuals_, of_tile);
    finish_iteration();
  }

  void compute_explicit_convection() override {
    of_mesh_ = iteration();
    pool_.run(tiles(), [&](int number, int rank) {
      const Tile& tile = tiles_[static_cast<std::size_t>(number)];
      const StepArrays& to = arrays_[static_cast<std::size_t>(rank)].arrays();
      const Iteration it = seen_from(tile, to, of_mesh_);
      const std::ptrdiff_t begin = begin_of(tile);
      steps_.compute_convection(it.context, to, Part::around(case_, with_nodes_outside(tile)),
                                {C_q_[SF_X].data() + begin, C_q_[SF_Y].data() + begin},
                                C_T_.data() + begin);
    });
  }

  // At the ends of the mesh also the nodes outside, which the tiles there read.
  Nodes with_nodes_outside(const Tile& tile) const {
    const int end_i = layout_.nx + !case_.continues(mesh::east);
    const int end_j = layout_.ny + !case_.continues(mesh::north);
    return {tile.i0 - (tile.i0 == 0), tile.i1 + (tile.i1 == end_i), tile.j0 - (tile.j0 == 0),
            tile.j1 + (tile.j1 == end_j)};
  }

  void over_lines(const Lines& lines) override { share_lines(pool_, layout_, lines); }

  std::vector<Tile> tiles_;
  ThreadPool pool_;
  Iteration of_mesh_{};
  std::vector<TileArrays> arrays_;  // by rank
  std::vector<Residuals> changes_;  // of tiles
};
}  // namespace

}  // namespace SF_VARIANT

template <>
std::unique_ptr<Operations> make_threads_operations_of<Precision::SF_PRECISION>(const Case& c,
                                                                                int threads,
                                                                                int columns) {
  return std::make_unique<ThreadsOperations>(c, threads, columns);
}

}  // namespace slipflow::simple_ts
