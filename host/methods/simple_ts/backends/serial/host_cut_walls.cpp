#include "host_cut_walls.hpp"

#include "exact_sums.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

HostCutWalls::HostCutWalls(const HostContext& context)
    : tables_(context.cut_tables()),
      cells_(array_of<SfCutCell>(tables_.cells)),
      walls_(tables_.walls_bytes / sizeof(SfCutWallGas)),
      slopes_(cells_.size()),
      parts_(array_of<SfCutRelaxation>(tables_.parts)),
      values_(array_of<SfCutValues>(tables_.values)) {}

void HostCutWalls::give_to(SfContext& c) const {
  c.cut_values = values_.data();
  c.cut_walls = walls_.data();
  c.cut_slopes = slopes_.data();
  c.cut_relaxation = parts_.data();
  c.cut_has_parts = 1;
}

void HostCutWalls::make_state(const SfContext& c) {
  const auto for_cells = [&](auto make) {
    for (const int number : tables_.of_state) {
      const SfCutCell& cell = cells_[static_cast<std::size_t>(number)];
      make(SF_NODE(cell.i, cell.j, cell.k));
    }
  };
  for_cells([&](SfNode P) { sf_make_cut_state(&c, P, walls_.data(), slopes_.data()); });
  SF_IN_SPACE(for_cells([&](SfNode P) { sf_make_cut_stress(&c, P, walls_.data()); });)
}

void HostCutWalls::compute(const SfContext& c, int iteration) {
  if (!c.has_cut_walls) return;
  make_state(c);
  const auto make = [&](int makes) {
    SfContext of = c;
    of.cut_has_parts = makes == SF_CUT_MAKES_VALUES;
    for (const int number : tables_.of_values)
      for (int which = 0; which <= SF_CUT_T; ++which)
        sf_make_cut_values(&of, number, which, makes, values_.data(), parts_.data());
  };
  if (iteration == 0 && c.relaxes) make(SF_CUT_MAKES_PARTS);
  make(SF_CUT_MAKES_VALUES);
}

void HostCutWalls::give_state_to(SfContext& c) {
  if (!c.has_cut_walls) return;
  give_to(c);
  make_state(c);
}

void HostCutWalls::add_loads(SfContext c, SfSumUnit unit, ExactLoads& loads) {
  give_state_to(c);
  for (const CutSide& side : tables_.sides) {
    const SfWallLoads of = sf_cut_loads(&c, SF_NODE(side.i, side.j, side.k), side.piece, side.axis);
    const SfExactLoads sum = sf_add_loads(sf_no_sum_of_loads(), of, unit);
    loads[static_cast<std::size_t>(side.wall)][static_cast<std::size_t>(side.side)] +=
        sums_of<SideLoadsOf<ExactSum>>(sum);
  }
}

}  // namespace SF_VARIANT
}  // namespace slipflow::simple_ts
