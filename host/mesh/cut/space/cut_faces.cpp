#include "cut_faces.hpp"

#include <algorithm>

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
/// Bodies as one plane cuts them.
struct PlaneBodies {
  std::vector<CutBody> bodies;
  std::vector<int> solids;               // of each body
  std::vector<std::vector<int>> facets;  // of each body's edges

  void add(int solid, const CutSolid& of, Section section) {
    Drawing drawing;
    drawing.parts.push_back(std::move(section.outline));
    bodies.push_back({std::move(drawing), of.gas_inside, of.wall});
    solids.push_back(solid);
    facets.push_back(std::move(section.facets));
  }
};

class PlaneCutter {
 public:
  PlaneCutter(const Mesh& mesh, const PaddedSpace& space, const std::vector<CutSolid>& bodies,
              const std::vector<Sections>& sections, CutFaces& result)
      : mesh_(mesh), space_(space), bodies_(bodies), sections_(sections), result_(result) {
    for (const Sections& of : sections_) bounds_.push_back(bounds(of.solid()));
  }

  /// Cuts the faces below the cells of layer k.
  void cut(int axis, int k) {
    cut(axis, k, Where::both, result_.both);
    if (!has_side_in(axis, space_.face(axis, k))) return;
    const auto n = static_cast<std::size_t>(axis);
    result_.two_sided[n][static_cast<std::size_t>(k + kPad)] = true;
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
    return {space_.axis(e), space_.axis(f)};
  }

  /// The images of a plane that may meet a body.
  std::vector<double> planes_of(std::size_t body, int axis, double x) const {
    std::vector<double> planes;
    const double period = space_.period(axis), margin = space_.axis(axis).widths.front();
    for (int image = period > 0 ? -1 : 0; image <= (period > 0 ? 1 : 0); ++image) {
      const double at = x - image * period;
      if (at > bounds_[body].lo[axis] - margin && at < bounds_[body].hi[axis] + margin)
        planes.push_back(at);
    }
    return planes;
  }

  bool has_side_in(int axis, double x) const {
    for (std::size_t n = 0; n < sections_.size(); ++n)
      for (const double at : planes_of(n, axis, x))
        if (sections_[n].has_side_in(axis, at, lines_across(axis))) return true;
    return false;
  }

  PlaneBodies bodies_in(int axis, double x, Where where) const {
    PlaneBodies in_plane;
    for (std::size_t n = 0; n < sections_.size(); ++n) {
      bool is_there = false;
      for (const double at : planes_of(n, axis, x))
        for (Section& section : sections_[n].across(axis, at, lines_across(axis), where)) {
          in_plane.add(static_cast<int>(n), bodies_[n], std::move(section));
          is_there = true;
        }
      // What is all around its gas covers all of the planes that miss this.
      if (!is_there && bodies_[n].gas_inside) {
        Section nowhere;
        in_plane.add(static_cast<int>(n), bodies_[n], std::move(nowhere));
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
    std::vector<int> body_of(work.outlines.sources.size(), -1);
    for (const ClipEdge& edge : work.outlines.edges)
      body_of[edge.source] = work.outlines.regions[edge.region].body;
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
          const int edge = work.outlines.sources[sum.source].side;
          of.walls.push_back({in_plane.solids[body],
                              in_plane.facets[body][edge],
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
  std::vector<Extent3> bounds_;
};
}  // namespace

bool is_covered(const PaddedSpace& space, const CutFaces& faces, const std::array<int, 3>& cell) {
  for (int side = 0; side < 6; ++side) {
    const int axis = axis_across(side);
    auto above = cell;
    above[axis] += side % 2;
    above = *space.own_cell(above);
    const FaceSet& seen = faces.seen_from(axis, above[axis], side % 2 == 1);
    if (!seen.solid[axis][space.layout().at(above[0], above[1], above[2])]) return false;
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
    faces.two_sided[n].assign(static_cast<std::size_t>(mesh.axis(axis).cells() + 2 * kPad), false);
    for (int k = layers.first; k < layers.end; ++k) cutter.cut(axis, k);
    for (FaceSet* set : {&faces.both, &faces.below, &faces.above})
      std::ranges::sort(set->cut[n], {}, [&](const CutFace& face) {
        return space.layout().at(face.i, face.j, face.k);
      });
  }
  return faces;
}

}  // namespace slipflow::mesh::cut
