#include "case/medium.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "slipflow/mesh/shapes.hpp"
#include "slipflow/output/frame_file.hpp"
#include "slipflow/setup/options.hpp"
#include "slipflow/setup/point_stencil.hpp"
#include "slipflow/setup/text_file.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::transport {

namespace {
using config::Directive;
using config::Settings;

bool is_diffusion(double k) { return k > 0 && k <= boxes::largest_number; }

// Calls f(i, j, k) for the cells in the order of a row-major array.
template <class F>
void for_cells(const mesh::Mesh& mesh, F f) {
  for (int k = 0; k < std::max(mesh.z.cells(), 1); ++k)
    for (int j = 0; j < mesh.y.cells(); ++j)
      for (int i = 0; i < mesh.x.cells(); ++i) f(i, j, k);
}

void read_picture(const Settings& s, const Directive& d, Case& c) {
  const double dark =
      setup::number_of(s, d, "dark", 0, is_diffusion,
                       fmt::format(" greater than 0 and at most {}", boxes::largest_number));
  if (dark == 0) throw s.error(d, "picture needs dark=FACTOR");
  const auto& x = c.mesh.x;
  const auto& y = c.mesh.y;
  mesh::PlacedMask placed;
  placed.place = {x.faces.front(), y.faces.front(), x.faces.back(), y.faces.back()};
  try {
    placed.mask = mesh::read_mask(s.folder() / *setup::option(d, "picture"));
  } catch (const Error& error) {
    throw s.error(d, error.what());
  }
  const auto plane = static_cast<std::size_t>(x.cells()) * y.cells();
  std::vector<double> factors(plane, 1.0);
  for (const auto& run : mesh::cells_inside(x, y, placed))
    for (int i = run.i0; i < run.i1; ++i)
      factors[static_cast<std::size_t>(run.j) * x.cells() + i] = dark;
  for (int k = 0; k < std::max(c.mesh.z.cells(), 1); ++k)
    c.diffusion_factors.insert(c.diffusion_factors.end(), factors.begin(), factors.end());
}

void read_table(const Settings& s, const Directive& d, Case& c) {
  const auto file = s.folder() / *setup::option(d, "path");
  const auto in = setup::open_text(s, d, file);
  const auto cells = static_cast<std::size_t>(c.mesh.cells());
  auto& factors = c.diffusion_factors;
  for (double factor = 0; *in >> factor && factors.size() <= cells;) factors.push_back(factor);
  if (!in->eof() || factors.size() != cells || !std::ranges::all_of(factors, is_diffusion))
    throw s.error(d, fmt::format("'{}' must hold {} numbers greater than 0, one for each cell, "
                                 "along x first, and nothing else",
                                 shown(file.string()), cells));
}

void read_diffusion(const Settings& s, Case& c) {
  const Directive& d = s.directives("equation.diffusion").at(0);
  const auto axes = static_cast<std::size_t>(c.mesh.axes());
  if (d.numbers.size() != 1 && d.numbers.size() != axes)
    throw s.error(d, fmt::format("takes one number, or {} for the axes of the mesh", axes));
  if (!std::ranges::all_of(d.numbers, is_diffusion))
    throw s.error(d, fmt::format("must be greater than 0 and at most {}", boxes::largest_number));
  for (std::size_t axis = 0; axis < axes; ++axis)
    c.diffusion[axis] = d.numbers.size() == 1 ? d.numbers[0] : d.numbers[axis];
  const bool picture = setup::option(d, "picture"), table = setup::option(d, "path");
  if (picture && table) throw s.error(d, "give either picture or path, not both");
  if (!picture && setup::option(d, "dark")) throw s.error(d, "dark is for picture=FILE.png");
  if (picture) read_picture(s, d, c);
  if (table) read_table(s, d, c);
}

void read_rotation(const Settings& s, const Directive& d, Case& c) {
  Velocity& velocity = c.velocity;
  const std::string* axis = setup::option(d, "axis");
  const std::string name = axis ? *axis : "z";
  if (name != "x" && name != "y" && name != "z")
    throw s.error(d, fmt::format("axis={} must be x, y or z", shown(name)));
  if (name != "z" && c.mesh.axes() < 3)
    throw s.error(d, "on a mesh of two axes the rotation is about z");
  velocity.kind = Velocity::Kind::rotation;
  velocity.rotation = d.numbers[0];
  velocity.axis = name[0] - 'x';
  velocity.centre = {d.numbers[1], d.numbers[2]};
}

// Interpolates the fields of a frame, in which a missing z axis counts as one layer of cells.
class FrameFields {
 public:
  explicit FrameFields(const output::Frame& frame)
      : frame_(frame),
        axes_{mesh::axis_from_faces(frame.x), mesh::axis_from_faces(frame.y),
              frame.z.empty() ? mesh::uniform_axis(0, 1, 1) : mesh::axis_from_faces(frame.z)} {}

  double value(const std::vector<double>& field, const std::array<double, 3>& point) const {
    const auto nodes = [&](int axis) { return setup::AxisNodes{.axis = axes_[axis], .ghosts = 0}; };
    const auto is_visible = [&](int i, int j, int k) {
      return !frame_
                  .hidden[(static_cast<std::size_t>(k) * axes_[1].cells() + j) * axes_[0].cells() +
                          i];
    };
    const auto stencil = setup::point_stencil(3, nodes, point, is_visible);
    return stencil.sum_of([&](int at) { return field[stencil.place[at]]; });
  }

 private:
  const output::Frame& frame_;
  const std::array<mesh::Axis, 3> axes_;
};

std::string reason_against(const mesh::Mesh& mesh, const output::Frame& frame) {
  if (!setup::covers(frame.x, mesh.x) || !setup::covers(frame.y, mesh.y) ||
      (!frame.z.empty() && mesh.axes() > 2 && !setup::covers(frame.z, mesh.z)))
    return fmt::format("does not cover all of the mesh{}",
                       frame.si_units.empty()
                           ? ""
                           : fmt::format(": it is in SI units, with x from {:.6g} m to {:.6g} m",
                                         frame.x.front(), frame.x.back()));
  if (!frame.z.empty() && mesh.axes() < 3) return "has three axes, the mesh two";
  for (const char* name : {"u", "v", "w"}) {
    const auto found = frame.fields.find(name);
    const bool needed = name[0] != 'w' || !frame.z.empty();
    if (found == frame.fields.end() && needed) return fmt::format("has no field {}", name);
    if (found != frame.fields.end() && !std::ranges::all_of(found->second, [](double v) {
          return std::abs(v) <= boxes::largest_number;
        }))
      return fmt::format("has a value of {} that is not finite or beyond {}", name,
                         boxes::largest_number);
  }
  return "";
}

void read_frame(const Settings& s, const Directive& d, Case& c) {
  const auto file = s.folder() / *setup::option(d, "path");
  output::Frame frame;
  try {
    frame = output::read_frame(file, 3, output::FrameUnits::si);
  } catch (const Error& error) {
    throw s.error(d, error.what());
  }
  if (const auto& units = s.units(); units && !frame.si_units.empty() &&
                                     (units->one("L")->si() != 1 || units->one("T")->si() != 1))
    throw s.error(d, fmt::format("'{}' is in SI units: set units.length = 1 m and units.time = 1 s",
                                 shown(file.string())));
  if (const auto reason = reason_against(c.mesh, frame); !reason.empty())
    throw s.error(d, fmt::format("'{}' {}", shown(file.string()), reason));
  if (!frame.si_units.empty())
    c.notes.push_back(
        fmt::format("'{}' is in SI units, so L is a metre and T a second", shown(file.string())));
  const FrameFields fields(frame);
  c.velocity.kind = Velocity::Kind::file;
  constexpr std::array<const char*, 3> kNames = {"u", "v", "w"};
  for (int axis = 0; axis < c.mesh.axes(); ++axis) {
    const auto found = frame.fields.find(kNames[axis]);
    for_cells(c.mesh, [&](int i, int j, int k) {
      const double z = frame.z.empty() ? 0.5 : c.mesh.z.centre(k);
      c.velocity.cells[axis].push_back(
          found == frame.fields.end() || c.mesh.solid(i, j, k)
              ? 0
              : fields.value(found->second, {c.mesh.x.centre(i), c.mesh.y.centre(j), z}));
    });
  }
}

void read_velocity(const Settings& s, Case& c) {
  const Directive& d = s.directives("equation.velocity").at(0);
  for (const double number : d.numbers)
    if (!(std::abs(number) <= boxes::largest_number))
      throw s.error(d, fmt::format("{} is beyond {}", number, boxes::largest_number));
  if (d.kind == "rotation") read_rotation(s, d, c);
  if (d.kind == "file") read_frame(s, d, c);
  if (d.kind != "constant") return;
  if (d.numbers.size() != static_cast<std::size_t>(c.mesh.axes()))
    throw s.error(d, fmt::format("takes {} numbers, one for each axis of the mesh", c.mesh.axes()));
  c.velocity.kind = Velocity::Kind::constant;
  std::ranges::copy(d.numbers, c.velocity.constant.begin());
}
}  // namespace

void read_medium(const Settings& s, Case& c) {
  read_diffusion(s, c);
  read_velocity(s, c);
}

}  // namespace slipflow::transport
