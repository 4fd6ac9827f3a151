#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "cell_gas.hpp"
#include "mesh_edges.hpp"
#include "slipflow/mesh/cut_in_space.hpp"

namespace slipflow::mesh {

namespace cut {
namespace {
using Cell = std::array<int, 3>;

/// Cells with less than this share of gas and one or two open faces are filled, in at most
/// kDropPasses passes.
constexpr double kDeadEndShare = 0.25, kTwoFacesShare = 0.01;
constexpr int kDropPasses = 4;
/// Gas of at most this many cells, connected to no other gas, is filled.
constexpr int kPocketCells = 8;
/// As a share of the area of a cell's smallest face: smaller closed parts are none.
constexpr double kNoClosedArea = 1e-12;

class SpaceCutter {
 public:
  SpaceCutter(const Mesh& mesh, const std::vector<CutSolid>& bodies,
              const std::array<bool, 3>& periodic)
      : mesh_(mesh), bodies_(bodies), space_(mesh, periodic) {
    for (const CutSolid& body : bodies) sections_.emplace_back(body.solid);
    faces_ = cut_faces(mesh, space_, bodies, sections_);
  }

  CutInSpace cut() {
    tag_cells();
    for (const Cell& cell : touched_cells()) add(cell);
    fill_empty_cells();
    list_next_to_lost_gas();
    count_closed_faces();
    fill_pockets();
    drop_cells();
    fill_pockets();
    store();
    store_for_all_cells();
    result_.solids = bodies_;
    return std::move(result_);
  }

 private:
  const Layout& layout() const { return space_.layout(); }
  std::size_t at(const Cell& cell) const { return layout().at(cell[0], cell[1], cell[2]); }
  bool in_domain(const Cell& cell) const {
    return cells_of(layout()).has(cell[0], cell[1], cell[2]);
  }
  std::uint8_t& tag(const Cell& cell) { return result_.tags[at(cell)]; }
  bool is_gas(const Cell& cell) const { return result_.tags[at(cell)] == 0; }
  /// Ghost cells of the outermost layer have no upper faces.
  bool is_listable(const Cell& cell) const {
    for (int a = 0; a < 3; ++a)
      if (!space_.is_periodic(a) && cell[a] >= space_.own(a).end - 1) return false;
    return true;
  }
  std::optional<Cell> neighbour_of(const Cell& cell, int side) const {
    Cell other = cell;
    other[axis_across(side)] += side % 2 == 0 ? -1 : 1;
    return space_.own_cell(other);
  }
  CellGas* listed(const Cell& cell) {
    const auto found = number_.find(at(cell));
    return found == number_.end() ? nullptr : &gas_[found->second];
  }

  /// A cell that no surface touches is solid if all of its faces are.
  void tag_cells() {
    result_.tags = mesh_.tags;
    for_cells(padded_cells_of(layout()), [this](int i, int j, int k) {
      const Cell cell = {i, j, k};
      if (space_.own_cell(cell) == cell && tag(cell) == 0 && is_listable(cell) &&
          is_covered(space_, faces_, cell))
        tag(cell) = faces_.tags[at(cell)];
    });
  }

  /// The own cell above a face of a listable cell.
  Cell face_of(Cell cell, int side) const {
    cell[axis_across(side)] += side % 2;
    return *space_.own_cell(cell);
  }

  /// The own cells on both sides of the faces that surfaces touch, in the order of the arrays.
  std::vector<Cell> touched_cells() const {
    std::vector<Cell> cells;
    for (int a = 0; a < 3; ++a)
      for (const CutFace& face : faces_.both.cut[static_cast<std::size_t>(a)]) {
        const Cell above = {face.i, face.j, face.k};
        Cell below = above;
        --below[static_cast<std::size_t>(a)];
        for (const auto& cell : {std::optional(above), space_.own_cell(below)})
          if (cell && is_listable(*cell)) cells.push_back(*cell);
      }
    std::ranges::sort(cells, {}, [this](const Cell& cell) { return at(cell); });
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
  }

  void add(const Cell& cell) {
    if (mesh_.tags[at(cell)] != 0) return;  // solid without being cut
    tag(cell) = 0;
    number_[at(cell)] = gas_.size();
    cells_.push_back(cell);
    gas_.push_back(gas_of_cell(space_, faces_, bodies_, sections_, cell));
    result_.report.closed_pieces += gas_.back().has_parts && in_domain(cell);
  }

  /// A cell that no surface touches: its faces are open as far as its neighbours are gas.
  void add_whole(const Cell& cell) {
    CellGas gas;
    gas.volume = space_.volume(cell);
    for (std::size_t a = 0; a < 3; ++a)
      gas.at[a] = space_.face(static_cast<int>(a), cell[a]) +
                  0.5 * space_.width(static_cast<int>(a), cell[a]);
    for (int side = 0; side < 6; ++side)
      gas.faces[static_cast<std::size_t>(side)] = {
          {0}, space_.face_area(cell, side), space_.face_centre(cell, side)};
    number_[at(cell)] = gas_.size();
    cells_.push_back(cell);
    gas_.push_back(std::move(gas));
  }

  void fill_empty_cells() {
    for (std::size_t k = 0; k < cells_.size(); ++k)
      if (gas_[k].volume == 0) fill(cells_[k]);
  }

  /// Lists gas cells adjacent to one that does not keep the gas on their face.
  void list_next_to_lost_gas() {
    for (std::size_t n = 0; n < cells_.size(); ++n)
      for (int side = 0; side < 6 && gas_[n].volume > 0; ++side) {
        const auto other = neighbour_of(cells_[n], side);
        if (other && is_listable(*other) && is_gas(*other) && !listed(*other) &&
            gas_[n].faces[static_cast<std::size_t>(side)].area == 0)
          add_whole(*other);
      }
  }

  int wall_of(const Cell& cell) {
    const CellGas& gas = *listed(cell);
    const auto largest = std::ranges::max_element(
        gas.patches, {}, [](const WallPatch& patch) { return length(patch.S); });
    if (largest != gas.patches.end()) return largest->wall;
    if (const int wall = faces_.tags[at(cell)]) return wall;
    for (int side = 0; side < 6; ++side)
      if (const auto other = neighbour_of(cell, side); other && !is_gas(*other)) return tag(*other);
    return bodies_.front().wall;
  }

  /// Makes a listed cell solid; its neighbours with gas are listed.
  void fill(Cell cell) {  // a copy: add_whole() moves cells_
    tag(cell) = static_cast<std::uint8_t>(wall_of(cell));
    listed(cell)->volume = 0;
    for (int side = 0; side < 6; ++side)
      if (const auto other = neighbour_of(cell, side);
          other && is_listable(*other) && is_gas(*other) && !listed(*other))
        add_whole(*other);
  }

  static std::size_t opposite(int side) { return static_cast<std::size_t>(side ^ 1); }

  bool is_two_sided(const Cell& cell, int side) const {
    return faces_.two_sided[axis_across(side)][at(face_of(cell, side))];
  }

  /// The gas that both cells keep on a face of a listed cell; all gas that a face with a flat side
  /// of a body has from both sides.
  OpenParts parts_of(const Cell& cell, int side) {
    const auto other = neighbour_of(cell, side);
    const CellGas& own = *listed(cell);
    OpenParts open;
    if (own.volume == 0 || (other && !is_gas(*other))) return open;
    const auto& kept = own.faces[static_cast<std::size_t>(side)].parts;
    const CellGas* there = other ? listed(*other) : nullptr;
    const auto& kept_there = there ? there->faces[opposite(side)].parts : kept;
    const bool two_sided = is_two_sided(cell, side);
    const CutFace* face = find(faces_.both, layout(), axis_across(side), face_of(cell, side));
    if (!face) {
      const bool solid = faces_.both.solid[axis_across(side)][at(face_of(cell, side))];
      open.is_whole = two_sided ? !solid : !kept.empty() && kept == kept_there;
      return open;
    }
    const auto has = [](const std::vector<int>& parts, int part) {
      return std::ranges::find(parts, part) != parts.end();
    };
    for (std::size_t n = 0; n < face->parts.size(); ++n) {
      const int part = static_cast<int>(n);
      if (two_sided || (has(kept, part) && has(kept_there, part)))
        open.parts.push_back(&face->parts[n]);
    }
    return open;
  }

  /// The open part of a face of a listed cell.
  OpenFace open_part(const Cell& cell, int side) {
    return open_face_of(parts_of(cell, side),
                        {space_.face_area(cell, side), space_.face_centre(cell, side)});
  }

  /// The gas on the lower face of any own cell.
  OpenParts open_on(int axis, const Cell& cell) {
    const auto other = neighbour_of(cell, 2 * axis);
    const bool is_own = listed(cell) != nullptr;
    if (!is_own && !(other && listed(*other)))
      return {is_gas(cell) && (!other || is_gas(*other)), {}};
    const Cell& of = is_own ? cell : *other;
    const int side = is_own ? 2 * axis : 2 * axis + 1;
    return open_part(of, side).area > 0 ? parts_of(of, side) : OpenParts{};
  }

  void count_closed_faces() {
    for (std::size_t n = 0; n < cells_.size(); ++n)
      for (const int side : {west, south, bottom}) {
        const double kept = gas_[n].faces[static_cast<std::size_t>(side)].area;
        const bool is_small = kept > 0 && kept < kClosedShare * space_.face_area(cells_[n], side);
        const auto other = neighbour_of(cells_[n], side);
        if (is_small && gas_[n].volume > 0 && other && is_gas(*other))
          result_.report.closed_faces += in_domain(cells_[n]);
      }
  }

  int open_faces_of(const Cell& cell) {
    int count = 0;
    for (int side = 0; side < 6; ++side) count += open_part(cell, side).area > 0;
    return count;
  }

  void drop_cells() {
    for (int pass = 0; pass < kDropPasses; ++pass) {
      std::vector<Cell> dropped;
      for (std::size_t n = 0; n < cells_.size(); ++n) {
        if (gas_[n].volume == 0) continue;
        const double share = gas_[n].volume / space_.volume(cells_[n]);
        const int open = share < kDeadEndShare ? open_faces_of(cells_[n]) : 6;
        if (open <= 1 || (open == 2 && share < kTwoFacesShare)) dropped.push_back(cells_[n]);
      }
      for (const Cell& cell : dropped) {
        fill(cell);
        result_.report.dropped += in_domain(cell);
      }
      if (dropped.empty()) return;
    }
  }

  /// The cells connected to one; none if there are more than a pocket has, or if they reach cells
  /// that are not listed.
  std::vector<Cell> pocket_around(const Cell& start) {
    std::vector<Cell> region = {start};
    for (std::size_t k = 0; k < region.size(); ++k)
      for (int side = 0; side < 6; ++side) {
        if (!(open_part(region[k], side).area > 0)) continue;
        const auto other = neighbour_of(region[k], side);
        if (!other || !listed(*other)) return {};
        if (std::ranges::find(region, *other) == region.end()) region.push_back(*other);
        if (region.size() > kPocketCells) return {};
      }
    return region;
  }

  void fill_pockets() {
    for (std::size_t n = 0; n < cells_.size(); ++n) {
      if (gas_[n].volume == 0) continue;
      for (const Cell& cell : pocket_around(cells_[n])) {
        fill(cell);
        result_.report.pockets += in_domain(cell);
      }
    }
  }

  /// Adds the closed part of the gas on a face to the patches: to the largest, or as a patch of its
  /// own next to a cell that is solid without being cut, and where a flat side lies in the face.
  void add_closed_part(const Cell& cell, int side, std::vector<WallPatch>& patches) {
    const KeptGas& kept = listed(cell)->faces[static_cast<std::size_t>(side)];
    const OpenFace open = open_part(cell, side);
    const double area = kept.area - open.area;
    if (!(area > kNoClosedArea * space_.least_area(cell))) return;
    const auto a = static_cast<std::size_t>(axis_across(side));
    const auto other = neighbour_of(cell, side);
    Position3 S{};
    S[a] = side % 2 == 0 ? -area : area;
    const bool is_uncut = other && mesh_.tags[at(*other)] != 0;
    const auto largest = std::ranges::max_element(
        patches, {}, [](const WallPatch& patch) { return length(patch.S); });
    if (!is_uncut && !is_two_sided(cell, side) && largest != patches.end() &&
        length(largest->S) >= area) {
      largest->S = largest->S + S;
      return;
    }
    const auto [e, f] = axes_of_planes[a];
    WallPatch patch;
    patch.S = S;
    patch.at[a] = space_.face(static_cast<int>(a), cell[a] + side % 2);
    patch.at[e] = (kept.area * kept.at.x - open.area * open.at.x) / area;
    patch.at[f] = (kept.area * kept.at.y - open.area * open.at.y) / area;
    const int known = other && !is_gas(*other) ? tag(*other) : 0;
    patch.wall = known != 0                ? known
                 : other && listed(*other) ? wall_of(*other)
                                           : bodies_.front().wall;
    patches.push_back(patch);
  }

  /// The patches of a cell, which close it exactly with the open parts of its faces.
  std::vector<WallPatch> closed_patches(const Cell& cell) {
    std::vector<WallPatch> patches = listed(cell)->patches;
    for (int side = 0; side < 6; ++side) add_closed_part(cell, side, patches);
    if (patches.empty()) return patches;
    Position3 missing{};
    for (int side = 0; side < 6; ++side)
      missing[axis_across(side)] += (side % 2 == 0 ? 1 : -1) * open_part(cell, side).area;
    for (const WallPatch& patch : patches) missing = missing - patch.S;
    if (auto& worst = result_.report.worst_closure; in_domain(cell))
      worst = std::max(worst, length(missing) / space_.least_area(cell));
    const auto largest = std::ranges::max_element(
        patches, {}, [](const WallPatch& patch) { return length(patch.S); });
    largest->S = largest->S + missing;
    return patches;
  }

  void store_for_all_cells() {
    result_.edges_in_gas = edges_in_gas(
        space_, [this](const Cell& cell) { return is_gas(cell); },
        [this](const Cell& cell) { return listed(cell) != nullptr; },
        [this](int axis, const Cell& cell) { return open_on(axis, cell); });
    for_cells(padded_cells_of(layout()), [this](int i, int j, int k) {
      result_.tags[layout().at(i, j, k)] = tag(*space_.own_cell({i, j, k}));
    });
  }

  void store() {
    auto ordered = cells_;
    std::ranges::sort(ordered, {}, [this](const Cell& cell) { return at(cell); });
    CutReport3& report = result_.report;
    for (const Cell& cell : ordered) {
      CutCell3 stored{cell[0], cell[1], cell[2], listed(cell)->volume, listed(cell)->at, {}, {}};
      for (const int side : {west, south, bottom}) {
        const auto a = static_cast<std::size_t>(axis_across(side));
        const OpenFace open = open_part(cell, side);
        const auto [e, f] = axes_of_planes[a];
        stored.open[a] = open.area;
        stored.through[a][a] = space_.face(static_cast<int>(a), cell[a]);
        stored.through[a][e] = open.at.x, stored.through[a][f] = open.at.y;
      }
      result_.cells.push_back(stored);
      result_.first_patch.push_back(static_cast<int>(result_.patches.size()));
      if (stored.volume == 0) continue;
      const auto patches = closed_patches(cell);
      result_.patches.insert(result_.patches.end(), patches.begin(), patches.end());
      if (!in_domain(cell)) continue;
      report.smallest_fraction =
          std::min(report.smallest_fraction, stored.volume / space_.volume(cell));
      report.cut_cells +=
          std::ranges::any_of(patches, [](const WallPatch& patch) { return patch.body >= 0; });
    }
    result_.first_patch.push_back(static_cast<int>(result_.patches.size()));
    for_cells(cells_of(layout()), [&](int i, int j, int k) {
      const Cell cell = {i, j, k};
      const CellGas* gas = listed(cell);
      if (is_gas(cell)) report.gas_volume += gas ? gas->volume : space_.volume(cell);
    });
  }

  const Mesh& mesh_;
  const std::vector<CutSolid>& bodies_;
  const PaddedSpace space_;
  std::vector<Sections> sections_;
  CutFaces faces_;
  CutInSpace result_;
  std::vector<Cell> cells_;  // listed, with their gas
  std::vector<CellGas> gas_;
  std::unordered_map<std::size_t, std::size_t> number_;  // in these, by Layout::at()
};
}  // namespace
}  // namespace cut

const CutCell3* CutInSpace::find(int i, int j, int k) const {
  const auto found =
      std::ranges::lower_bound(cells, std::array{k, j, i}, {}, [](const CutCell3& c) {
        return std::array{c.k, c.j, c.i};
      });
  return found != cells.end() && found->i == i && found->j == j && found->k == k ? &*found
                                                                                 : nullptr;
}

CutInSpace cut_in_space(const Mesh& mesh, const std::vector<CutSolid>& bodies,
                        const std::array<bool, 3>& periodic) {
  return cut::SpaceCutter(mesh, bodies, periodic).cut();
}

}  // namespace slipflow::mesh
