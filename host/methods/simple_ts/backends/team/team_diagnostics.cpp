// Diagnostics of a mesh that is cut into pieces: sums over the ranks, and values of their owners.
#include <bit>
#include <span>

#include "slipflow/parallel/root_exchange.hpp"
#include "team_operations.hpp"

namespace slipflow::simple_ts {

using parallel::Values;

namespace {
/// Calls visit(place) with the place of each of these cells in an array of one value per cell of
/// the mesh, in the order of the arrays.
void for_places(const mesh::Mesh& mesh, const mesh::CellBox& cells, auto visit) {
  const auto nx = static_cast<std::size_t>(mesh.x.cells()),
             ny = static_cast<std::size_t>(mesh.y.cells());
  mesh::for_cells(cells, [&](int i, int j, int k) { visit((k * ny + j) * nx + i); });
}
}  // namespace

void TeamOperations::prepare() {
  const Told told(*this, Action::prepare, {});
  together([&] { backend_->diagnostics().prepare(); });
}

ExactLoads TeamOperations::wall_loads() {
  const Told told(*this, Action::wall_loads, {});
  ExactLoads loads(whole_.walls.size());
  together([&] { loads = backend_->diagnostics().wall_loads(); });
  team_.sum(limbs(loads));
  return loads;
}

ExactTotals TeamOperations::totals(Contents wanted) {
  const Told told(*this, Action::totals, {wanted == Contents::mass ? 0.0 : 1.0});
  ExactTotals totals;
  together([&] { totals = backend_->diagnostics().totals(wanted); });
  for (int side = 0; side < whole_.side_count(); ++side) {
    const int axis = mesh::axis_across(side), n = whole_.mesh.axis(axis).cells();
    const mesh::CellRange own = cells_.along(axis);
    if (side % 2 == 0 ? own.first > 0 : own.end < n) totals.flow[side] = {};
  }
  team_.sum(limbs(totals));
  return totals;
}

// A ghost node outside the end of a periodic axis that is cut into pieces is that of a cell.
std::optional<int> TeamOperations::own_place(int place) const {
  const auto layout = whole_.mesh.layout();
  const int line = place / layout.pitch();
  std::array<int, 3> at = {place % layout.pitch(), line % layout.rows(), line / layout.rows()};
  for (int axis = 0; axis < layout.axes(); ++axis) {
    const int n = layout.cells(axis), k = at[axis] - mesh::kPad;
    at[axis] = (pieces_.wraps(axis) ? (k % n + n) % n : k) - cells_.along(axis).first;
  }
  const auto [i, j, k] = at;
  if (!pieces_.owned(team_.rank()).has(i, j, k)) return std::nullopt;
  return static_cast<int>(piece_->mesh.layout().at(i, j, k));
}

std::vector<NodeValues> TeamOperations::nodes(const std::vector<int>& places) {
  const Told told(*this, Action::nodes, {places.begin(), places.end()});
  std::vector<std::size_t> mine;
  std::vector<int> own_places;
  for (std::size_t k = 0; k < places.size(); ++k)
    if (const auto own = own_place(places[k])) {
      mine.push_back(k);
      own_places.push_back(*own);
    }
  std::vector<NodeValues> values(places.size());
  together([&] {
    const auto own = backend_->diagnostics().nodes(own_places);
    for (std::size_t k = 0; k < mine.size(); ++k) values[mine[k]] = own[k];
  });
  std::vector<std::uint64_t> words;
  for (const NodeValues& n : values)
    for (const double value : {n.u, n.v, n.T, n.rho, n.w})
      words.push_back(std::bit_cast<std::uint64_t>(value));
  team_.bit_or(words);
  auto word = words.begin();
  for (NodeValues& n : values)
    for (double* value : {&n.u, &n.v, &n.T, &n.rho, &n.w}) *value = std::bit_cast<double>(*word++);
  return values;
}

void TeamOperations::start_averages(const Averages& from) {
  const Told told(*this, Action::start_averages,
                  {from.time, static_cast<double>(from.means.size())});
  const auto own_part = [&](const Values* whole) {
    return parallel::from_root(team_, cells_.count(), [&](int rank) {
      Values part;
      for_places(whole_.mesh, pieces_.cells(rank),
                 [&](std::size_t at) { part.push_back((*whole)[at]); });
      return part;
    });
  };
  const bool leads = team_.rank() == 0;
  Averages own;
  own.time = from.time;
  for (std::size_t k = 0; k < from.means.size(); ++k) {
    own.means.push_back(own_part(leads ? &from.means[k] : nullptr));
    own.squares.push_back(own_part(leads ? &from.squares[k] : nullptr));
  }
  together([&] { backend_->diagnostics().start_averages(own); });
}

void TeamOperations::add_to_averages(double time) {
  const Told told(*this, Action::add_to_averages, {time});
  attempt([&] { backend_->diagnostics().add_to_averages(time); });
}

Averages TeamOperations::averages() const {
  const Told told(*this, Action::averages, {});
  Averages own;
  together([&] { own = backend_->diagnostics().averages(); });
  const auto whole_of_cells = [&](const Values& part) {
    Values whole(team_.rank() == 0 ? static_cast<std::size_t>(whole_.cells()) : 0);
    parallel::to_root(
        team_, part, [&](int rank) { return pieces_.cells(rank).count(); },
        [&](int rank, const Values& values) {
          auto from = values.begin();
          for_places(whole_.mesh, pieces_.cells(rank),
                     [&](std::size_t at) { whole[at] = *from++; });
        });
    return whole;
  };
  Averages all;
  all.time = own.time;
  for (std::size_t k = 0; k < own.means.size(); ++k) {
    all.means.push_back(whole_of_cells(own.means[k]));
    all.squares.push_back(whole_of_cells(own.squares[k]));
  }
  return all;
}

}  // namespace slipflow::simple_ts
