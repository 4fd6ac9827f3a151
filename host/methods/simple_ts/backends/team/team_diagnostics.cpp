// Diagnostics of a mesh that is cut into pieces: sums over the ranks, and values of their owners.
#include <bit>
#include <span>

#include "slipflow/parallel/root_exchange.hpp"
#include "team_operations.hpp"

namespace slipflow::simple_ts {

using parallel::Values;

namespace {
/// The values of these cells in an array of one value per cell of the mesh, row by row.
Values part_of_cells(const Values& whole, int nx, const mesh::CellBox& cells) {
  Values part;
  for (int j = cells.j0; j < cells.j1; ++j) {
    const auto row = whole.begin() + static_cast<std::ptrdiff_t>(j) * nx;
    part.insert(part.end(), row + cells.i0, row + cells.i1);
  }
  return part;
}

std::size_t count_of(const mesh::CellBox& cells) {
  return static_cast<std::size_t>(cells.i1 - cells.i0) * (cells.j1 - cells.j0);
}

/// A ghost node outside the end of a periodic axis that is cut into pieces is that of a cell.
int wrapped(int k, int n, bool wraps) { return wraps ? (k % n + n) % n : k; }

bool is_in(const mesh::CellBox& box, int i, int j) {
  return i >= box.i0 && i < box.i1 && j >= box.j0 && j < box.j1;
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
  const auto& x = whole_.mesh.x;
  const auto& y = whole_.mesh.y;
  const bool at_end[] = {cells_.i0 == 0, cells_.i1 == x.cells(), cells_.j0 == 0,
                         cells_.j1 == y.cells()};  // by mesh::Side
  for (std::size_t side = 0; side < 4; ++side)
    if (!at_end[side]) totals.flow[side] = {};
  team_.sum(limbs(totals));
  return totals;
}

std::vector<NodeValues> TeamOperations::nodes(const std::vector<int>& places) {
  const Told told(*this, Action::nodes, {places.begin(), places.end()});
  const auto layout = whole_.mesh.layout();
  const auto own_layout = piece_->mesh.layout();
  const mesh::CellBox owned = pieces_.owned(team_.rank());
  const bool wraps_x = whole_.periodic_x() && pieces_.grid().columns > 1;
  const bool wraps_y = whole_.periodic_y() && pieces_.grid().rows > 1;
  std::vector<std::size_t> mine;
  std::vector<int> own_places;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const int column = places[k] % layout.pitch() - mesh::kPad;
    const int row = places[k] / layout.pitch() - mesh::kPad;
    const int i = wrapped(column, layout.nx, wraps_x) - cells_.i0;
    const int j = wrapped(row, layout.ny, wraps_y) - cells_.j0;
    if (!is_in(owned, i, j)) continue;
    mine.push_back(k);
    own_places.push_back(static_cast<int>(own_layout.at(i, j)));
  }
  std::vector<NodeValues> values(places.size());
  together([&] {
    const auto own = backend_->diagnostics().nodes(own_places);
    for (std::size_t k = 0; k < mine.size(); ++k) values[mine[k]] = own[k];
  });
  std::vector<std::uint64_t> words;
  for (const NodeValues& n : values)
    for (const double value : {n.u, n.v, n.T, n.rho})
      words.push_back(std::bit_cast<std::uint64_t>(value));
  team_.bit_or(words);
  auto word = words.begin();
  for (NodeValues& n : values)
    for (double* value : {&n.u, &n.v, &n.T, &n.rho}) *value = std::bit_cast<double>(*word++);
  return values;
}

void TeamOperations::start_averages(const Averages& from) {
  const Told told(*this, Action::start_averages,
                  {from.time, static_cast<double>(from.means.size())});
  const int nx = whole_.mesh.x.cells();
  const auto own_part = [&](const Values* whole) {
    return parallel::from_root(team_, count_of(cells_), [&](int rank) {
      return part_of_cells(*whole, nx, pieces_.cells(rank));
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
  const int nx = whole_.mesh.x.cells();
  const auto whole_of_cells = [&](const Values& part) {
    Values whole(team_.rank() == 0 ? static_cast<std::size_t>(whole_.cells()) : 0);
    parallel::to_root(
        team_, part, [&](int rank) { return count_of(pieces_.cells(rank)); },
        [&](int rank, const Values& values) {
          const mesh::CellBox cells = pieces_.cells(rank);
          auto from = values.begin();
          for (int j = cells.j0; j < cells.j1; ++j)
            for (int i = cells.i0; i < cells.i1; ++i)
              whole[static_cast<std::size_t>(j) * nx + i] = *from++;
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
