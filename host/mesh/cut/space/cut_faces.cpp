#include "cut_faces.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "../cut_work.hpp"

namespace slipflow::mesh::cut {

PaddedSpace::PaddedSpace(const Mesh& mesh, const std::array<bool, 3>& periodic)
    : layout_(mesh.layout()) {
  for (int a = 0; a < 3; ++a) {
    const auto n = static_cast<std::size_t>(a);
    axes_[n] = with_ghosts(mesh.axis(a), periodic[n]);
    const int cells = mesh.axis(a).cells();
    const auto& faces = mesh.axis(a).faces;
    if (periodic[n]) periods_[n] = faces.back() - faces.front();
    own_[n] = periodic[n] ? CellRange{0, cells} : CellRange{-kPad, cells + kPad};
  }
}

double PaddedSpace::least_width(const std::array<int, 3>& cell) const {
  return std::min({width(0, cell[0]), width(1, cell[1]), width(2, cell[2])});
}

double PaddedSpace::volume(const std::array<int, 3>& cell) const {
  return width(0, cell[0]) * width(1, cell[1]) * width(2, cell[2]);
}

double PaddedSpace::face_area(const std::array<int, 3>& cell, int side) const {
  const auto [e, f] = axes_of_planes[static_cast<std::size_t>(axis_across(side))];
  return width(e, cell[e]) * width(f, cell[f]);
}

Point PaddedSpace::face_centre(const std::array<int, 3>& cell, int side) const {
  const auto [e, f] = axes_of_planes[static_cast<std::size_t>(axis_across(side))];
  return {face(e, cell[e]) + 0.5 * width(e, cell[e]), face(f, cell[f]) + 0.5 * width(f, cell[f])};
}

double PaddedSpace::least_area(const std::array<int, 3>& cell) const {
  return std::min({face_area(cell, west), face_area(cell, south), face_area(cell, bottom)});
}

std::optional<std::array<int, 3>> PaddedSpace::own_cell(std::array<int, 3> cell) const {
  for (int a = 0; a < 3; ++a) {
    int& k = cell[static_cast<std::size_t>(a)];
    const CellRange range = own(a);
    if (k >= range.first && k < range.end) continue;
    if (!is_periodic(a)) return std::nullopt;
    k = (k % range.end + range.end) % range.end;
  }
  return cell;
}

const CutFace* find(const FaceSet& faces, const Layout& layout, int axis,
                    const std::array<int, 3>& cell) {
  const auto place = [&](const CutFace& face) { return layout.at(face.i, face.j, face.k); };
  const auto& cut = faces.cut[static_cast<std::size_t>(axis)];
  const std::size_t at = layout.at(cell[0], cell[1], cell[2]);
  const auto found = std::ranges::lower_bound(cut, at, {}, place);
  return found != cut.end() && place(*found) == at ? &*found : nullptr;
}

namespace {
/// As shares of the least width of cells: a flat side so near a plane lies in it; its section is
/// taken so far below and above.
constexpr double kInPlane = 1e-9;
constexpr double kBeside = 1e-7;
/// As a share of a face's area: seen from both sides, gas that differs by less is the same.
constexpr double kSameGas = 1e-5;

/// Where the section of a body with a flat side in the plane is taken.
enum class Where { both, below, above };

/// Bodies as one plane cuts them: a body for each solid, or two below and above the plane.
struct PlaneBodies {
  std::vector<CutBody> bodies;
  std::vector<int> solids;                            // of each body
  std::vector<std::vector<std::vector<int>>> facets;  // of each body's parts and their edges

  void add(int solid, const CutSolid& of, std::vector<Section> sections) {
    Drawing drawing;
    auto& of_parts = facets.emplace_back();
    for (Section& section : sections) {
      drawing.parts.push_back(std::move(section.outline));
      of_parts.push_back(std::move(section.facets));
    }
    bodies.push_back({std::move(drawing), of.gas_inside, of.wall});
    solids.push_back(solid);
  }
};

class PlaneCutter {
 public:
  PlaneCutter(const Mesh& mesh, const PaddedSpace& space, const std::vector<CutSolid>& bodies,
              const std::vector<Sections>& sections, CutFaces& result)
      : mesh_(mesh), space_(space), bodies_(bodies), sections_(sections), result_(result) {
    for (int axis = 0; axis < 3; ++axis) {
      const auto [e, f] = axes_of_planes[static_cast<std::size_t>(axis)];
      least_widths_[static_cast<std::size_t>(axis)] =
          std::min(*std::ranges::min_element(space_.axis(e).widths),
                   *std::ranges::min_element(space_.axis(f).widths));
    }
  }

  /// Cuts the faces below the cells of layer k.
  void cut(int axis, int k) {
    cut(axis, k, Where::both, result_.both);
    if (!any_side_in(axis, space_.face(axis, k))) return;
    result_.has_sides[static_cast<std::size_t>(axis)][PaddedSpace::place(k)] = true;
    cut(axis, k, Where::below, result_.below);
    cut(axis, k, Where::above, result_.above);
  }

 private:
  void cut(int axis, int k, Where where, FaceSet& faces) {
    const auto [e, f] = axes_of_planes[static_cast<std::size_t>(axis)];
    Mesh plane;
    plane.x = mesh_.axis(e), plane.y = mesh_.axis(f);
    plane.tags.assign(plane.layout().size(), 0);
    const PlaneBodies in_plane = bodies_in(axis, space_.face(axis, k), where);
    CutWork work(plane, in_plane.bodies, {space_.is_periodic(e), space_.is_periodic(f)});
    list_cells(work);
    sweep_columns(work);
    keep_solid(work, axis, k, faces);
    keep_cut(work, in_plane, axis, k, faces);
  }

  PlaneLines lines_across(int axis) const {
    const auto [e, f] = axes_of_planes[static_cast<std::size_t>(axis)];
    return {lines_of(e), lines_of(f)};
  }

  std::vector<double> lines_of(int axis) const {
    const double period = space_.period(axis);
    if (period == 0) return space_.axis(axis).faces;
    std::vector<double> lines;
    for (int image = -1; image <= 1; ++image)
      for (int k = 0; k < mesh_.axis(axis).cells(); ++k)
        lines.push_back(space_.face(axis, k) + image * period);
    return lines;
  }

  double least_width(int axis) const { return least_widths_[static_cast<std::size_t>(axis)]; }

  /// The images of a plane that may meet a body.
  std::vector<double> planes_of(std::size_t body, int axis, double x) const {
    std::vector<double> planes;
    const double period = space_.period(axis), margin = space_.axis(axis).widths.front();
    for (int image = period > 0 ? -1 : 0; image <= (period > 0 ? 1 : 0); ++image) {
      const double at = x - image * period;
      if (at > sections_[body].box().lo[axis] - margin &&
          at < sections_[body].box().hi[axis] + margin)
        planes.push_back(at);
    }
    return planes;
  }

  bool has_side_in(std::size_t body, int axis, double x) const {
    const double near = kInPlane * least_width(axis);
    return std::ranges::any_of(planes_of(body, axis, x), [&](double at) {
      return sections_[body].has_side_in(axis, at, near);
    });
  }

  bool any_side_in(int axis, double x) const {
    for (std::size_t n = 0; n < sections_.size(); ++n)
      if (has_side_in(n, axis, x)) return true;
    return false;
  }

  PlaneBodies bodies_in(int axis, double x, Where where) const {
    const PlaneLines lines = lines_across(axis);
    const double beside = kBeside * least_width(axis);
    PlaneBodies in_plane;
    for (std::size_t n = 0; n < sections_.size(); ++n) {
      std::vector<double> offsets = {0};
      if (has_side_in(n, axis, x)) {
        offsets.clear();
        if (where != Where::above) offsets.push_back(-beside);
        if (where != Where::below) offsets.push_back(beside);
      }
      for (const double offset : offsets) {
        std::vector<Section> all;
        for (const double at : planes_of(n, axis, x))
          std::ranges::move(sections_[n].across(axis, at + offset, lines), std::back_inserter(all));
        // A body all around its gas covers the planes that miss this gas.
        if (!all.empty() || bodies_[n].gas_inside)
          in_plane.add(static_cast<int>(n), bodies_[n], std::move(all));
      }
    }
    return in_plane;
  }

  std::array<int, 3> cell_of(const CellIndex& c, int axis, int k) const {
    const auto [e, f] = axes_of_planes[static_cast<std::size_t>(axis)];
    std::array<int, 3> cell{};
    cell[static_cast<std::size_t>(axis)] = k;
    cell[static_cast<std::size_t>(e)] = c.i, cell[static_cast<std::size_t>(f)] = c.j;
    return cell;
  }

  /// A cell has a tag if one of its faces is covered.
  void keep_solid(CutWork& work, int axis, int k, FaceSet& faces) {
    const CellRange first = work.padded.columns(), second = work.padded.rows();
    for (int j = second.first; j < second.end; ++j)
      for (int i = first.first; i < first.end; ++i) {
        const std::uint8_t tag = work.tag({i, j});
        if (tag == 0) continue;
        auto cell = cell_of({i, j}, axis, k);
        const std::size_t at = space_.layout().at(cell[0], cell[1], cell[2]);
        faces.solid[static_cast<std::size_t>(axis)][at] = true;
        result_.tags[at] = tag;
      }
  }

  void keep_cut(const CutWork& work, const PlaneBodies& in_plane, int axis, int k, FaceSet& faces) {
    const auto& sources = work.outlines.sources;
    std::vector<int> body_of(sources.size(), -1), first_curve(in_plane.bodies.size(), -1);
    for (const ClipEdge& edge : work.outlines.edges) {
      const int body = body_of[edge.source] = work.outlines.regions[edge.region].body;
      int& first = first_curve[body];
      first = first < 0 ? sources[edge.source].curve : std::min(first, sources[edge.source].curve);
    }
    for (const int number : work.own) {
      const CellIndex at = work.index(number);
      const ClippedCell* clipped = work.clip_of(at);
      if (!clipped) continue;
      const auto cell = cell_of(at, axis, k);
      CutFace face{cell[0], cell[1], cell[2], {}};
      const auto add = [&](const ClippedCell& part) {
        if (part.gas.empty()) return;
        FacePart of{part.volume, {part.x, part.y}, part.sections, {}};
        for (const PieceSum& sum : part.pieces) {
          if (sum.source < 0) continue;
          const int body = body_of[sum.source];
          const WallPiece& source = sources[sum.source];
          of.walls.push_back({in_plane.solids[body],
                              in_plane.facets[body][source.curve - first_curve[body]][source.side],
                              {sum.S_x, sum.S_y},
                              {sum.x / sum.length, sum.y / sum.length}});
        }
        face.parts.push_back(std::move(of));
      };
      add(*clipped);
      for (const ClippedCell& other : clipped->others) add(other);
      faces.cut[static_cast<std::size_t>(axis)].push_back(std::move(face));
    }
  }

  const Mesh& mesh_;
  const PaddedSpace& space_;
  const std::vector<CutSolid>& bodies_;
  const std::vector<Sections>& sections_;
  CutFaces& result_;
  std::array<double, 3> least_widths_{};  // in the planes across each axis
};

/// Whether a face has the same gas in two sets.
bool is_same(const FaceSet& a, const FaceSet& b, const PaddedSpace& space, int axis,
             const std::array<int, 3>& cell) {
  const Layout& layout = space.layout();
  const std::size_t at = layout.at(cell[0], cell[1], cell[2]);
  const auto n = static_cast<std::size_t>(axis);
  const CutFace *in_a = find(a, layout, axis, cell), *in_b = find(b, layout, axis, cell);
  if (!in_a || !in_b) return !in_a && !in_b && a.solid[n][at] == b.solid[n][at];
  const double least = kSameGas * space.face_area(cell, 2 * axis);
  return std::ranges::equal(in_a->parts, in_b->parts, [&](const auto& p, const auto& q) {
    return std::abs(p.area - q.area) < least;
  });
}

/// Finds the faces of planes with flat sides that differ from side to side.
void compare_sides(const PaddedSpace& space, CutFaces& faces) {
  for_cells(padded_cells_of(space.layout()), [&](int i, int j, int k) {
    const std::array<int, 3> cell = {i, j, k};
    for (int axis = 0; axis < 3; ++axis) {
      const auto n = static_cast<std::size_t>(axis);
      if (!faces.has_sides[n][PaddedSpace::place(cell[n])]) continue;
      if (space.own_cell(cell) != cell) continue;
      faces.two_sided[n][space.layout().at(i, j, k)] =
          !is_same(faces.below, faces.above, space, axis, cell) ||
          !is_same(faces.both, faces.above, space, axis, cell);
    }
  });
}
}  // namespace

bool is_covered(const PaddedSpace& space, const CutFaces& faces, const std::array<int, 3>& cell) {
  for (int side = 0; side < 6; ++side) {
    const int axis = axis_across(side);
    auto above = cell;
    above[axis] += side % 2;
    above = *space.own_cell(above);
    const std::size_t at = space.layout().at(above[0], above[1], above[2]);
    const FaceSet& seen = faces.seen_from(axis, at, side % 2 == 1);
    if (!seen.solid[axis][at]) return false;
  }
  return true;
}

CutFaces cut_faces(const Mesh& mesh, const PaddedSpace& space, const std::vector<CutSolid>& bodies,
                   const std::vector<Sections>& sections) {
  CutFaces faces;
  const std::size_t size = space.layout().size();
  faces.tags.assign(size, 0);
  for (FaceSet* set : {&faces.both, &faces.below, &faces.above})
    set->solid.fill(std::vector<bool>(size));
  PlaneCutter cutter(mesh, space, bodies, sections, faces);
  for (int axis = 0; axis < 3; ++axis) {
    const auto n = static_cast<std::size_t>(axis);
    const CellRange layers = space.own(axis);
    faces.has_sides[n].assign(space.axis(axis).widths.size(), false);
    faces.two_sided[n].assign(size, false);
    for (int k = layers.first; k < layers.end; ++k) cutter.cut(axis, k);
    for (FaceSet* set : {&faces.both, &faces.below, &faces.above})
      std::ranges::sort(set->cut[n], {}, [&](const CutFace& face) {
        return space.layout().at(face.i, face.j, face.k);
      });
  }
  compare_sides(space, faces);
  return faces;
}

}  // namespace slipflow::mesh::cut
