// OpenFOAM's polyMesh.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "atomic_file.hpp"
#include "folder_access.hpp"
#include "slipflow/output/poly_mesh_files.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::output {

namespace fs = std::filesystem;

namespace {
constexpr const char* kTemporaryFolder = "polyMesh";
constexpr std::size_t kPiece = 1 << 20;  // bytes that are written at once

static_assert(std::endian::native == std::endian::little && sizeof(int) == 4);
static_assert(sizeof(mesh::Vector3) == 3 * sizeof(double));

/// OpenFOAM takes a word that begins with a digit for a number.
bool is_word(std::string_view text) {
  const auto begins = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto fits = [&](char c) {
    return begins(c) || (c >= '0' && c <= '9') ||
           std::string_view(".-:").find(c) != std::string_view::npos;
  };
  return !text.empty() && begins(text[0]) && std::all_of(text.begin(), text.end(), fits);
}

/// Names come from foreign files; in a polyMesh they are not quoted.
void require_words(const std::vector<mesh::Patch>& patches) {
  const auto refuse = [](const mesh::Patch& patch, const std::string& what) {
    throw Error(
        ExitStatus::bad_input,
        fmt::format("patch '{}' cannot be written as polyMesh: its {} must be a letter or '_' "
                    "and then letters, digits, '_', '.', '-' and ':'",
                    shown(patch.name), what));
  };
  for (const mesh::Patch& patch : patches) {
    const auto& other = patch.neighbour_patch;
    if (!is_word(patch.name)) refuse(patch, "name");
    if (!is_word(patch.type)) refuse(patch, fmt::format("type '{}'", shown(patch.type)));
    if (!other.empty() && !is_word(other))
      refuse(patch, fmt::format("neighbourPatch '{}'", shown(other)));
  }
}

/// Where the polyMesh will be.
struct Place {
  fs::path path;
  std::optional<fs::perms> permissions;  ///< those of the empty folder that is there
};

Place place_of(const fs::path& folder) {
  const auto refuse = [&](const char* sentence) {
    throw Error(ExitStatus::bad_input,
                fmt::format("'{}' {}: a polyMesh needs a new or an empty folder",
                            shown(folder.string()), sentence));
  };
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (!fs::status_known(status)) fail_to_write(folder, error.message());
  // Without the slash at its end, if there is one.
  if (!fs::exists(status)) return {folder.has_filename() ? folder : folder.parent_path(), {}};
  if (!fs::is_directory(status)) refuse("is a file");
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened) fail_to_write(folder, errno);
  if (!entries_of(opened.number(), folder).empty()) refuse("is not empty");
  // Renaming replaces a folder, not the link to it.
  Place place{fs::canonical(folder, error), status.permissions()};
  if (error) fail_to_write(folder, error.message());
  if (place.path == fs::current_path(error)) refuse("is the working directory");
  return place;
}

/// The text of one file, which is written in pieces.
class Printer {
 public:
  explicit Printer(const TemporaryFile& file) : file_(file) {}

  template <class... Values>
  void print(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Values>(values)...);
    if (buffer_.size() >= kPiece) flush();
  }
  /// A list of OpenFOAM's binary format.
  template <class Value>
  void print_raw(std::size_t entries, const std::vector<Value>& values) {
    print("{}\n(", entries);
    flush();
    file_.write({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value)});
    print(")\n");
  }
  void flush() {
    file_.write({buffer_.data(), buffer_.size()});
    buffer_.clear();
  }

 private:
  const TemporaryFile& file_;
  fmt::memory_buffer buffer_;
};

/// The unfinished folder of a polyMesh.
struct Unfinished {
  int descriptor;
  fs::path path;  ///< in messages
  bool is_binary;
};

void print_header(Printer& out, const char* name, const char* type, bool is_binary,
                  const std::string& note) {
  out.print("FoamFile\n{{\n    version     2.0;\n");
  out.print("    format      {};\n", is_binary ? "binary" : "ascii");
  if (is_binary) out.print("    arch        \"LSB;label=32;scalar=64\";\n");
  out.print("    class       {};\n", type);
  if (!note.empty()) out.print("    note        \"{}\";\n", note);
  out.print("    object      {};\n}}\n\n", name);
}

/// Writes the file `name` of the class `type`. Its content is what `print_content` prints.
template <class Content>
void write_file(const Unfinished& folder, const char* name, const char* type, bool is_binary,
                const std::string& note, Content print_content) {
  TemporaryFile file(folder.descriptor, fmt::format("{}.tmp", name), folder.path / name);
  Printer out(file);
  print_header(out, name, type, is_binary, note);
  print_content(out);
  out.flush();
  file.flush();
  file.move_to(folder.descriptor, name, false);
}

void write_points(const Unfinished& folder, const std::vector<mesh::Vector3>& points) {
  write_file(folder, "points", "vectorField", folder.is_binary, "", [&](Printer& out) {
    if (folder.is_binary) return out.print_raw(points.size(), points);
    out.print("{}\n(\n", points.size());
    for (const auto& [x, y, z] : points) out.print("({} {} {})\n", x, y, z);
    out.print(")\n");
  });
}

void write_faces(const Unfinished& folder, const mesh::PolyMesh& mesh) {
  const char* const type = folder.is_binary ? "faceCompactList" : "faceList";
  write_file(folder, "faces", type, folder.is_binary, "", [&](Printer& out) {
    if (folder.is_binary) {
      out.print_raw(mesh.face_starts.size(), mesh.face_starts);
      return out.print_raw(mesh.face_points.size(), mesh.face_points);
    }
    out.print("{}\n(\n", mesh.faces());
    for (int face = 0; face < mesh.faces(); ++face)
      out.print("{}({})\n", mesh.points_of(face).size(), fmt::join(mesh.points_of(face), " "));
    out.print(")\n");
  });
}

/// Writes `owner` or `neighbour`.
void write_cells(const Unfinished& folder, const char* name, const std::vector<int>& cells,
                 const std::string& note) {
  write_file(folder, name, "labelList", folder.is_binary, note, [&](Printer& out) {
    if (folder.is_binary) return out.print_raw(cells.size(), cells);
    out.print("{}\n(\n", cells.size());
    for (const int cell : cells) out.print("{}\n", cell);
    out.print(")\n");
  });
}

void write_boundary(const Unfinished& folder, const std::vector<mesh::Patch>& patches) {
  write_file(folder, "boundary", "polyBoundaryMesh", false, "", [&](Printer& out) {
    out.print("{}\n(\n", patches.size());
    for (const mesh::Patch& patch : patches) {
      out.print("    {}\n    {{\n", patch.name);
      out.print("        type            {};\n", patch.type);
      out.print("        nFaces          {};\n", patch.faces);
      out.print("        startFace       {};\n", patch.begin);
      if (!patch.neighbour_patch.empty())
        out.print("        neighbourPatch  {};\n", patch.neighbour_patch);
      out.print("    }}\n");
    }
    out.print(")\n");
  });
}

void write_files(const Unfinished& folder, const mesh::PolyMesh& mesh) {
  // Other programs find the number of cells in it.
  const std::string note =
      fmt::format("nPoints:{}  nCells:{}  nFaces:{}  nInternalFaces:{}", mesh.points.size(),
                  mesh.cells, mesh.faces(), mesh.internal_faces());
  write_points(folder, mesh.points);
  write_faces(folder, mesh);
  write_cells(folder, "owner", mesh.owner, note);
  write_cells(folder, "neighbour", mesh.neighbour, note);
  write_boundary(folder, mesh.patches);
}

/// Makes the folder in `parent`, with the permissions that the user's new folders have.
Descriptor make_folder(const PrivateFolder& parent, const fs::path& folder) {
  if (::mkdirat(parent.descriptor(), kTemporaryFolder, 0777) != 0) fail_to_write(folder, errno);
  Descriptor made = open_folder(parent.descriptor(), kTemporaryFolder);
  if (!made) fail_to_write(folder, errno);
  return made;
}
}  // namespace

void write_poly_mesh(const mesh::PolyMesh& mesh, const fs::path& folder, PolyMeshFormat format) {
  require_words(mesh.patches);
  const Place place = place_of(folder);
  const PrivateFolder temporary(place.path, folder);
  const Descriptor made = make_folder(temporary, folder);
  write_files({made.number(), folder, format == PolyMeshFormat::binary}, mesh);
  if (place.permissions && ::fchmod(made.number(), static_cast<mode_t>(*place.permissions)) != 0)
    fail_to_write(folder, errno);
  // This replaces an empty folder and nothing else.
  if (::renameat(temporary.descriptor(), kTemporaryFolder, temporary.parent(),
                 place.path.filename().c_str()) != 0)
    fail_to_write(folder, errno);
  if (const int error = flush_to_disk(temporary.parent()); error != 0) fail_to_write(folder, error);
}

}  // namespace slipflow::output
