#include "wall_output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "slipflow/output/table_reader.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::run {

namespace {
// Columns in front of the values; in a table of means also averaged_time.
constexpr std::size_t kPlaceColumns = 7;
// No table of a wall has more lines.
constexpr std::size_t kMostFaces = std::size_t{1} << 40;

std::string columns_of_place(const OutputUnits& units, bool in_space) {
  const auto length = [&](const char* name) { return units.column_of_length(name); };
  if (in_space)
    return fmt::format("{},{},{},normal_x,normal_y,normal_z,{}", length("x"), length("y"),
                       length("z"), units.si() ? "area [m^2]" : "area");
  return fmt::format("part,{},{},{},normal_x,normal_y,{}", length("distance"), length("x"),
                     length("y"), length("length"));
}

std::string place_of(const methods::WallFace& face, bool in_space) {
  const double x = 0.5 * (face.from.x + face.to.x), y = 0.5 * (face.from.y + face.to.y);
  if (in_space)
    return fmt::format("{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g}", x, y,
                       0.5 * (face.from.z + face.to.z), face.normal.x, face.normal.y, face.normal.z,
                       face.size());
  return fmt::format("{},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g}", face.part, face.distance,
                     x, y, face.normal.x, face.normal.y, face.size());
}

// The ends of a face, in space its corners, counter-clockwise seen from the fluid.
std::vector<std::array<double, 3>> corners_of(const methods::WallFace& face, bool in_space) {
  const std::array<double, 3> from = {face.from.x, face.from.y, face.from.z},
                              to = {face.to.x, face.to.y, face.to.z},
                              normal = {face.normal.x, face.normal.y, face.normal.z};
  if (!in_space) return {{from[0], from[1], 0}, {to[0], to[1], 0}};
  const std::size_t axis = normal[0] != 0 ? 0 : normal[1] != 0 ? 1 : 2;
  const std::size_t next = (axis + 1) % 3, after = (axis + 2) % 3;
  auto second = from, fourth = from;
  second[next] = to[next];
  fourth[after] = to[after];
  if (normal[axis] < 0) std::swap(second, fourth);
  return {from, second, to, fourth};
}

// The numbers of a line after the first `skipped` ones; at most `most`.
std::vector<double> numbers_in(const std::string& line, std::size_t skipped, std::size_t most) {
  std::vector<double> numbers;
  const char* at = line.c_str();
  for (std::size_t k = 0; k < skipped + most; ++k) {
    char* end = nullptr;
    const double value = std::strtod(at, &end);
    if (end == at) return {};
    if (k >= skipped) numbers.push_back(value);
    if (*end != ',') break;
    at = end + 1;
  }
  return numbers;
}
}  // namespace

output::NumberedFiles wall_files(const std::string& wall) {
  return {"walls/" + wall + '_', ".csv"};
}

output::NumberedFiles wall_mean_files(const std::string& wall) {
  return {"walls/" + wall + "_mean_", ".csv"};
}

namespace {
/// The face whose middle it is, by the axis across it; none if it is not in the mesh.
std::optional<std::array<int, 4>> face_at(const mesh::Mesh& mesh, int across,
                                          const std::array<double, 3>& middle) {
  std::array<int, 4> face = {across};
  for (int axis = 0; axis < 3; ++axis) {
    const auto k = static_cast<std::size_t>(axis);
    const auto& faces = mesh.axis(axis).faces;
    if (!(middle[k] >= faces.front() && middle[k] <= faces.back())) return std::nullopt;
    const int cell = mesh.axis(axis).cell_at(middle[k]);
    const auto c = static_cast<std::size_t>(cell);
    // A face lies between two cells, but for rounding; the upper one is meant.
    const bool is_next = axis == across && faces[c + 1] - middle[k] < middle[k] - faces[c];
    face[k + 1] = cell + is_next;
  }
  return face;
}

/// Adds the faces of a table in space, whose lengths over `length` are those of the mesh.
void add_faces(const output::TableReader& table, const std::filesystem::path& file,
               const mesh::Mesh& mesh, const std::string& column, double length,
               drawing::FaceValues& faces) {
  const auto& names = table.names();
  const auto values_of = [&](const std::string& name) -> const std::vector<double>& {
    // "heat_flux [W/m^2]" too
    const auto at = std::ranges::find_if(names, [&](const std::string& title) {
      return title == name || title.starts_with(name + " [");
    });
    if (at == names.end())
      throw Error(ExitStatus::bad_input,
                  fmt::format("{} has no column {}", shown(file.string()), name));
    return table.column(static_cast<std::size_t>(at - names.begin()));
  };
  const auto& values = values_of(column);
  const std::array middles = {&values_of("x"), &values_of("y"), &values_of("z")};
  const std::array normals = {&values_of("normal_x"), &values_of("normal_y"),
                              &values_of("normal_z")};
  for (std::size_t row = 0; row < values.size(); ++row) {
    std::array<double, 3> middle;
    int across = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      middle[k] = (*middles[k])[row] / length;
      if ((*normals[k])[row] != 0) across = static_cast<int>(k);
    }
    if (const auto face = face_at(mesh, across, middle)) faces[*face] = values[row];
  }
}
}  // namespace

drawing::FaceValues read_faces(const methods::Problem& problem,
                               const std::filesystem::path& results, const std::string& column,
                               std::size_t output) {
  drawing::FaceValues faces;
  const double length = OutputUnits(problem).length();
  for (const auto& wall : problem.outputs().walls) {
    if (std::ranges::find(problem.bodies(), wall, &setup::Body::name) == problem.bodies().end())
      continue;
    const auto file = results / wall_files(wall).name(output);
    output::TableReader table(file, kMostFaces);
    if (!table.update())
      throw Error(
          ExitStatus::bad_input,
          fmt::format("there is no table {}: walls=off draws without it", shown(file.string())));
    add_faces(table, file, problem.mesh(), column, length, faces);
  }
  return faces;
}

WallOutput::WallOutput(const methods::Problem& problem, output::ResultsFolder& folder,
                       const std::vector<double>& times)
    : problem_(problem),
      folder_(folder),
      units_(problem),
      in_space_(problem.mesh().axes() == 3),
      series_(folder, times),
      outputs_(times.size()),
      last_time_(times.empty() ? 0 : times.back()) {
  for (const auto& wall : problem_.outputs().walls) {
    folder_.remove_from(wall_files(wall), outputs_);
    folder_.remove_from(wall_mean_files(wall), outputs_);
  }
}

std::string WallOutput::table_of(const methods::WallData& wall, const Values& values,
                                 const double* averaged_time) const {
  std::vector<std::string> names;
  for (const auto& field : problem_.outputs().wall_fields)
    names.push_back(units_.column(field.name, field.unit));
  if (averaged_time) names.insert(names.begin(), units_.column_of_interval("averaged_time"));
  auto text = fmt::format("{},{}\n", columns_of_place(units_, in_space_), fmt::join(names, ","));
  for (std::size_t face = 0; face < wall.faces.size(); ++face) {
    text += place_of(wall.faces[face], in_space_);
    if (averaged_time) text += fmt::format(",{:.17g}", *averaged_time);
    for (const auto& field : values) text += fmt::format(",{:.17g}", field[face]);
    text += '\n';
  }
  return text;
}

// The mean of the output before, which a continued run left; else an empty one.
WallOutput::Mean WallOutput::read_mean(const methods::WallData& wall) const {
  Mean mean{0, Values(wall.values.size(), std::vector<double>(wall.faces.size(), 0.0))};
  const auto name = outputs_ > 0 ? wall_mean_files(wall.wall).name(outputs_ - 1) : "";
  if (name.empty() || !folder_.has_file(name)) return mean;
  InputFile in(folder_.path() / name);
  Mean read = mean;
  std::string line;
  std::getline(in, line);
  for (std::size_t face = 0; face < wall.faces.size(); ++face) {
    if (!std::getline(in, line)) return mean;
    const auto numbers = numbers_in(line, kPlaceColumns, wall.values.size() + 1);
    if (numbers.size() != wall.values.size() + 1) return mean;
    read.time = numbers[0];
    for (std::size_t k = 0; k < wall.values.size(); ++k) read.values[k][face] = numbers[k + 1];
  }
  return read;
}

void WallOutput::convert(std::vector<methods::WallData>& walls) const {
  const double length = units_.length();
  for (auto& wall : walls) {
    for (auto& face : wall.faces)
      for (double* lengths : {&face.distance, &face.from.x, &face.from.y, &face.from.z, &face.to.x,
                              &face.to.y, &face.to.z})
        *lengths *= length;
    for (std::size_t k = 0; k < wall.values.size(); ++k) {
      const double factor = units_.factor(problem_.outputs().wall_fields[k].unit);
      for (double& value : wall.values[k]) value *= factor;
    }
  }
}

// Each output counts for the time since the one before, after OutputControl::average_from.
void WallOutput::add_to_means(double time, const std::vector<methods::WallData>& walls) {
  if (means_.empty())
    for (const auto& wall : walls) means_.push_back(read_mean(wall));
  const double from = outputs_ > 0 ? last_time_ : time;
  const double weight =
      time - std::max(from, problem_.controls().output.average_from * units_.time());
  if (weight <= 0) return;
  for (std::size_t n = 0; n < walls.size(); ++n) {
    auto& [averaged, means] = means_[n];
    averaged += weight;
    for (std::size_t k = 0; k < means.size(); ++k)
      for (std::size_t face = 0; face < means[k].size(); ++face)
        means[k][face] += weight / averaged * (walls[n].values[k][face] - means[k][face]);
    folder_.write(wall_mean_files(walls[n].wall).name(outputs_),
                  table_of(walls[n], means, &averaged));
  }
}

void WallOutput::write(double time, std::vector<methods::WallData> walls) {
  if (units_.si()) convert(walls);
  time *= units_.time();
  output::WallSnapshot snapshot;
  snapshot.time = time;
  snapshot.length_factor = units_.length();
  for (const auto& field : problem_.outputs().wall_fields)
    snapshot.fields.push_back(
        {field.name, units_.title(field), {}, units_.name(field.unit), units_.factor(field.unit)});
  for (std::size_t n = 0; n < walls.size(); ++n) {
    folder_.write(wall_files(walls[n].wall).name(outputs_),
                  table_of(walls[n], walls[n].values, nullptr));
    for (const auto& face : walls[n].faces) {
      snapshot.corners.push_back(corners_of(face, in_space_));
      snapshot.normals.push_back({face.normal.x, face.normal.y, face.normal.z});
      snapshot.walls.push_back(static_cast<double>(n));
    }
    for (std::size_t k = 0; k < snapshot.fields.size(); ++k) {
      auto& all = snapshot.fields[k].values;
      all.insert(all.end(), walls[n].values[k].begin(), walls[n].values[k].end());
    }
  }
  series_.write(snapshot);
  add_to_means(time, walls);
  ++outputs_;
  last_time_ = time;
}

}  // namespace slipflow::run
