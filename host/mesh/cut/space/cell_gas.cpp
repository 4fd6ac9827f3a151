#include "cell_gas.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace slipflow::mesh::cut {

namespace {
/// As a share of the least width: gas on two faces that has less of their common edge is apart.
constexpr double kApart = 1e-9;
/// As a share of a cell's volume: less is no gas.
constexpr double kNoVolume = 1e-9;
/// Cosine of the angle up to which triangles are one patch.
constexpr double kSamePatch = 0.866;

constexpr int kFaces = 6;

int axis_of(int side) { return side / 2; }
bool is_high(int side) { return side % 2 == 1; }

/// The side of a face that lies on another face of the cell.
int side_towards(int face, int other) {
  const bool along_first =
      axes_of_planes[static_cast<std::size_t>(axis_of(face))][0] == axis_of(other);
  return (along_first ? west : south) + is_high(other);
}

/// Gas on one of the faces.
struct Part {
  int face = 0, number = 0;
  FacePart gas;
};

class CellBuilder {
 public:
  CellBuilder(const PaddedSpace& space, const CutFaces& faces, const std::vector<CutSolid>& bodies,
              const std::vector<Sections>& sections, const std::array<int, 3>& cell)
      : space_(space), faces_(faces), bodies_(bodies), sections_(sections), cell_(cell) {
    for (int a = 0; a < 3; ++a) {
      const auto n = static_cast<std::size_t>(a);
      corner_[n] = space.face(a, cell[n]);
      widths_[n] = space.width(a, cell[n]);
    }
  }

  CellGas build() {
    collect_parts();
    join_parts();
    CellGas largest;
    int count = 0;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      if (joined_[p] != static_cast<int>(p)) continue;
      CellGas gas = gas_of(static_cast<int>(p));
      if (!(gas.volume > kNoVolume * space_.volume(cell_))) continue;
      ++count;
      if (gas.volume > largest.volume) largest = std::move(gas);
    }
    largest.has_parts = count > 1;
    return largest;
  }

 private:
  std::array<int, 2> axes_on(int face) const {
    return axes_of_planes[static_cast<std::size_t>(axis_of(face))];
  }

  FacePart whole(int face) const {
    const auto [e, f] = axes_on(face);
    const Point lo{corner_[e], corner_[f]}, hi{lo.x + widths_[e], lo.y + widths_[f]};
    FacePart part{widths_[e] * widths_[f], {0.5 * (lo.x + hi.x), 0.5 * (lo.y + hi.y)}, {}, {}};
    part.limits[west] = part.limits[east] = {{lo.y, hi.y}};
    part.limits[south] = part.limits[north] = {{lo.x, hi.x}};
    return part;
  }

  void collect_parts() {
    for (int face = 0; face < kFaces; ++face) {
      auto above = cell_;
      above[static_cast<std::size_t>(axis_of(face))] += is_high(face);
      const auto own = space_.own_cell(above);
      const int axis = axis_of(face);
      const std::size_t at = space_.layout().at((*own)[0], (*own)[1], (*own)[2]);
      const FaceSet& faces = faces_.seen_from(axis, at, is_high(face));
      if (const CutFace* cut = find(faces, space_.layout(), axis, *own)) {
        for (std::size_t n = 0; n < cut->parts.size(); ++n)
          parts_.push_back({face, static_cast<int>(n), cut->parts[n]});
      } else if (!faces.solid[static_cast<std::size_t>(axis)][at]) {
        parts_.push_back({face, 0, whole(face)});
      }
    }
  }

  int root(int part) {
    while (joined_[part] != part) part = joined_[part] = joined_[joined_[part]];
    return part;
  }

  void join_parts() {
    joined_.resize(parts_.size());
    std::iota(joined_.begin(), joined_.end(), 0);
    for (std::size_t a = 0; a < parts_.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        if (meet(parts_[a], parts_[b])) {
          const auto [low, high] =
              std::minmax({root(static_cast<int>(a)), root(static_cast<int>(b))});
          joined_[high] = low;
        }
    for (std::size_t p = 0; p < parts_.size(); ++p) joined_[p] = root(static_cast<int>(p));
  }

  bool meet(const Part& a, const Part& b) const {
    if (axis_of(a.face) == axis_of(b.face)) return false;
    double common = 0;
    for (const Interval& s : a.gas.limits[side_towards(a.face, b.face)])
      for (const Interval& t : b.gas.limits[side_towards(b.face, a.face)])
        common += std::max(std::min(s.to, t.to) - std::max(s.from, t.from), 0.0);
    return common > kApart * space_.least_width(cell_);
  }

  /// A point of a face, from the cell's lower corner.
  Position3 on_face(int face, const Point& at) const {
    const auto [e, f] = axes_on(face);
    const int a = axis_of(face);
    Position3 place{};
    place[a] = is_high(face) ? widths_[a] : 0;
    place[e] = at.x - corner_[e], place[f] = at.y - corner_[f];
    return place;
  }

  /// The line as a part of the outline of its patch: gas is on its left as seen from the gas.
  PatchLine line_on(int face, const WallLine& wall) const {
    const auto [e, f] = axes_on(face);
    Position3 out{}, n{};
    out[axis_of(face)] = is_high(face) ? -1 : 1;
    n[e] = wall.S.x, n[f] = wall.S.y;
    return {on_face(face, wall.at), cross(out, n)};
  }

  /// The triangles of a surface join the patch of those that turn by little; other facets are
  /// patches of their own.
  void add_line(int face, const WallLine& wall, std::vector<PatchOutline>& outlines) const {
    Position3 normal = sections_[static_cast<std::size_t>(wall.body)].normal_of(wall.facet),
              in_plane{};
    const auto [e, f] = axes_on(face);
    in_plane[e] = wall.S.x, in_plane[f] = wall.S.y;
    if (dot(normal, in_plane) < 0) normal = -1.0 * normal;
    const auto is_same = [&](const PatchOutline& of) {
      return of.body == wall.body &&
             (of.facet == wall.facet || dot(of.normal, normal) > kSamePatch);
    };
    auto same = std::ranges::find_if(outlines, is_same);
    if (same == outlines.end())
      same = outlines.insert(outlines.end(), PatchOutline{wall.body, wall.facet, normal, {}});
    else if (same->facet != wall.facet)
      same->facet = -1;
    same->lines.push_back(line_on(face, wall));
  }

  CellGas gas_of(int root) const {
    CellGas gas;
    Position3 moments{};
    std::vector<PatchOutline> outlines;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      if (joined_[p] != root) continue;
      const Part& part = parts_[p];
      KeptGas& kept = gas.faces[static_cast<std::size_t>(part.face)];
      kept.parts.push_back(part.number);
      kept.at.x += part.gas.area * part.gas.at.x, kept.at.y += part.gas.area * part.gas.at.y;
      kept.area += part.gas.area;
      if (is_high(part.face)) {
        const auto a = static_cast<std::size_t>(axis_of(part.face));
        gas.volume += part.gas.area * widths_[a] / 3;
        moments[a] += 0.5 * part.gas.area * widths_[a] * widths_[a];
      }
      for (const WallLine& wall : part.gas.walls) add_line(part.face, wall, outlines);
    }
    for (KeptGas& kept : gas.faces)
      if (kept.area > 0) kept.at = {kept.at.x / kept.area, kept.at.y / kept.area};
    for (MeasuredPatch& of :
         measure_patches(outlines, sections_, corner_, widths_,
                         {space_.period(0), space_.period(1), space_.period(2)})) {
      gas.volume += of.volume;
      moments = moments + of.moments;
      of.patch.at = of.patch.at + corner_;
      of.patch.wall = bodies_[static_cast<std::size_t>(of.patch.body)].wall;
      gas.patches.push_back(of.patch);
    }
    gas.volume = std::min(gas.volume, space_.volume(cell_));
    if (!(gas.volume > 0)) return gas;
    for (std::size_t d = 0; d < 3; ++d)
      gas.at[d] = corner_[d] + std::clamp(moments[d] / gas.volume, 0.0, widths_[d]);
    return gas;
  }

  const PaddedSpace& space_;
  const CutFaces& faces_;
  const std::vector<CutSolid>& bodies_;
  const std::vector<Sections>& sections_;
  const std::array<int, 3> cell_;
  Position3 corner_{}, widths_{};
  std::vector<Part> parts_;
  std::vector<int> joined_;
};
}  // namespace

CellGas gas_of_cell(const PaddedSpace& space, const CutFaces& faces,
                    const std::vector<CutSolid>& bodies, const std::vector<Sections>& sections,
                    const std::array<int, 3>& cell) {
  return CellBuilder(space, faces, bodies, sections, cell).build();
}

}  // namespace slipflow::mesh::cut
