#include "gmsh_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace slipflow::mesh {

namespace {
constexpr std::array kTypes = {
    GmshType{1, 2, 1, {}, "line"},
    GmshType{2, 3, 2, CellShape::triangle, "triangle"},
    GmshType{3, 4, 2, CellShape::quadrilateral, "quadrilateral"},
    GmshType{4, 4, 3, CellShape::tetrahedron, "tetrahedron"},
    GmshType{5, 8, 3, CellShape::hexahedron, "hexahedron"},
    GmshType{6, 6, 3, CellShape::prism, "prism"},
    GmshType{7, 5, 3, CellShape::pyramid, "pyramid"},
    GmshType{15, 1, 0, {}, "point"},
};

struct HigherOrder {
  int number;
  const char* name;
};

constexpr std::array kHigherOrders = {
    HigherOrder{8, "second-order lines"},           HigherOrder{9, "second-order triangles"},
    HigherOrder{10, "second-order quadrilaterals"}, HigherOrder{11, "second-order tetrahedra"},
    HigherOrder{12, "second-order hexahedra"},      HigherOrder{13, "second-order prisms"},
    HigherOrder{14, "second-order pyramids"},       HigherOrder{16, "second-order quadrilaterals"},
    HigherOrder{17, "second-order hexahedra"},      HigherOrder{18, "second-order prisms"},
    HigherOrder{19, "second-order pyramids"},       HigherOrder{20, "third-order triangles"},
    HigherOrder{21, "third-order triangles"},       HigherOrder{22, "fourth-order triangles"},
    HigherOrder{23, "fourth-order triangles"},      HigherOrder{24, "fifth-order triangles"},
    HigherOrder{25, "fifth-order triangles"},       HigherOrder{26, "third-order lines"},
    HigherOrder{27, "fourth-order lines"},          HigherOrder{28, "fifth-order lines"},
    HigherOrder{29, "third-order tetrahedra"},      HigherOrder{30, "fourth-order tetrahedra"},
    HigherOrder{31, "fifth-order tetrahedra"},      HigherOrder{36, "third-order quadrilaterals"},
    HigherOrder{37, "fourth-order quadrilaterals"}, HigherOrder{38, "fifth-order quadrilaterals"},
    HigherOrder{90, "third-order prisms"},          HigherOrder{91, "fourth-order prisms"},
    HigherOrder{92, "third-order hexahedra"},       HigherOrder{93, "fourth-order hexahedra"},
};
}  // namespace

const GmshType* gmsh_type(int number) {
  const auto found = std::find_if(kTypes.begin(), kTypes.end(), [&](const GmshType& candidate) {
    return candidate.number == number;
  });
  return found == kTypes.end() ? nullptr : &*found;
}

std::string refused_gmsh_type(int number) {
  const auto found =
      std::find_if(kHigherOrders.begin(), kHigherOrders.end(),
                   [&](const HigherOrder& candidate) { return candidate.number == number; });
  if (found == kHigherOrders.end())
    return fmt::format(
        "elements of type {} cannot be read: only points, lines, triangles, quadrilaterals, "
        "tetrahedra, hexahedra, prisms and pyramids of first order",
        number);
  return fmt::format("{} (type {}): mesh with -order 1", found->name, number);
}

namespace {
struct SortedPoints {
  std::array<int, 8> points;  ///< increasing; -1 after the last
  int element;

  bool operator<(const SortedPoints& other) const {
    return std::tie(points, element) < std::tie(other.points, other.element);
  }
};
}  // namespace

std::span<const int> points_of_element(const Elements& elements, std::size_t element) {
  const auto begin = static_cast<std::size_t>(elements.starts[element]);
  const auto end = static_cast<std::size_t>(elements.starts[element + 1]);
  return std::span(elements.points).subspan(begin, end - begin);
}

void keep_elements(Elements& elements, const std::vector<char>& kept) {
  std::size_t element = 0;
  std::size_t point = 0;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    if (!kept[k]) continue;
    const auto points = points_of_element(elements, k);
    std::copy(points.begin(), points.end(),
              elements.points.begin() + static_cast<std::ptrdiff_t>(point));
    point += points.size();
    elements.shapes[element] = elements.shapes[k];
    elements.groups[element] = elements.groups[k];
    // Elements from k on, which are still to be read, begin at starts[k] or behind.
    elements.starts[++element] = static_cast<int>(point);
  }
  elements.shapes.resize(element);
  elements.groups.resize(element);
  elements.starts.resize(element + 1);
  elements.points.resize(point);
}

void remove_duplicates(Elements& elements) {
  std::vector<SortedPoints> sorted(elements.shapes.size());
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    const auto points = points_of_element(elements, k);
    sorted[k].points.fill(-1);
    const auto end = std::copy(points.begin(), points.end(), sorted[k].points.begin());
    std::sort(sorted[k].points.begin(), end);
    sorted[k].element = static_cast<int>(k);
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<char> kept(sorted.size(), 1);
  for (std::size_t k = 1; k < sorted.size(); ++k)
    if (sorted[k].points == sorted[k - 1].points)
      kept[static_cast<std::size_t>(sorted[k].element)] = 0;
  keep_elements(elements, kept);
}

}  // namespace slipflow::mesh
