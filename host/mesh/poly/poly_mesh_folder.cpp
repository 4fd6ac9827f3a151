#include "slipflow/mesh/poly_mesh_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <system_error>
#include <utility>

#include "foam_bytes.hpp"
#include "foam_lists.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::mesh {

namespace {
int read_count(FoamText& text, const std::string& key) {
  const int value = text.integer();
  if (value < 0) text.refuse(fmt::format("{} cannot be {}", key, value));
  text.expect(';');
  return value;
}

Patch read_patch(FoamText& text) {
  Patch patch;
  patch.name = text.word("the name of a patch");
  const std::size_t begin = text.token_begin();
  bool has_type = false, has_begin = false, has_faces = false;
  read_dictionary(text, [&](const std::string& key) {
    if (key == "type") {
      patch.type = read_word_entry(text, key);
      has_type = true;
    } else if (key == "startFace") {
      patch.begin = read_count(text, key);
      has_begin = true;
    } else if (key == "nFaces") {
      patch.faces = read_count(text, key);
      has_faces = true;
    } else if (key == "neighbourPatch") {
      patch.neighbour_patch = read_word_entry(text, key);
    } else {
      text.skip_entry();
    }
  });
  if (!has_type || !has_begin || !has_faces)
    text.refuse_at(begin, "a patch needs the entries type, nFaces and startFace");
  return patch;
}
}  // namespace

std::vector<Patch> read_patches(FoamFile file) {
  FoamText& text = file.text;
  const int length = text.integer();
  std::vector<Patch> patches;
  text.expect('(');
  while (!text.accept(')')) patches.push_back(read_patch(text));
  if (length < 0 || patches.size() != static_cast<std::size_t>(length))
    text.refuse(fmt::format("the list has {} patches, but its length is given as {}",
                            patches.size(), length));
  text.expect_end();
  return patches;
}

namespace {
/// Gives the bytes of one of the five files.
using Source = std::function<FoamBytes(const std::string& name)>;

/// Reads the files of a mesh one after another, so that only one of them is in memory.
class MeshReader {
 public:
  explicit MeshReader(Source source) : source_(std::move(source)) {}

  PolyMesh read() {
    mesh_.points = read_points(open("points"));
    if (mesh_.points.empty()) refuse_file("points", "has no points");
    FaceLists faces = read_faces(open("faces"), {"point", 0, last_of(mesh_.points.size())});
    if (faces.size() == 0) refuse_file("faces", "has no faces");
    mesh_.face_starts = std::move(faces.starts);
    mesh_.face_points = std::move(faces.points);
    read_cells(mesh_.face_starts.size() - 1);
    mesh_.patches = read_patches(open("boundary"));
    const StructureFault fault = fault_of_structure(mesh_);
    if (!fault.file.empty()) refuse_file(fault.file, fault.sentence);
    // OpenFOAM's tools leave such patches behind, of any type.
    std::erase_if(mesh_.patches, [](const Patch& patch) { return patch.faces == 0; });
    return std::move(mesh_);
  }

 private:
  static int last_of(std::size_t size) { return static_cast<int>(size) - 1; }

  FoamFile open(const std::string& name) {
    FoamBytes bytes = source_(name);
    files_[name] = bytes.file;
    return FoamFile(std::move(bytes));
  }

  [[noreturn]] void refuse_file(const std::string& name, const std::string& reason) const {
    throw unfit_file(files_.at(name), reason);
  }

  // A cell has more than one face, so its label is less than the number of faces. That bounds the
  // memory that the number of cells asks for.
  void read_cells(std::size_t faces) {
    mesh_.owner = read_labels(open("owner"), {"cell", 0, last_of(faces)}, faces);
    if (mesh_.owner.size() != faces)
      refuse_file("owner", fmt::format("has {} cells for {} faces", mesh_.owner.size(), faces));
    mesh_.neighbour = read_labels(open("neighbour"), {"cell", -1, last_of(faces)}, faces);
    cut_boundary_faces();
    mesh_.cells = 1 + *std::max_element(mesh_.owner.begin(), mesh_.owner.end());
    for (const int cell : mesh_.neighbour) mesh_.cells = std::max(mesh_.cells, cell + 1);
  }

  // Old meshes list the neighbour -1 for each boundary face.
  void cut_boundary_faces() {
    auto& neighbour = mesh_.neighbour;
    while (!neighbour.empty() && neighbour.back() == -1) neighbour.pop_back();
    const auto without = std::find(neighbour.begin(), neighbour.end(), -1);
    if (without != neighbour.end())
      refuse_file(
          "neighbour",
          fmt::format("has -1, no cell, for face {}, but a cell for face {}: internal faces "
                      "come first",
                      without - neighbour.begin(), neighbour.size() - 1));
  }

  Source source_;
  PolyMesh mesh_;
  std::map<std::string, std::filesystem::path> files_;  // by name, for faults found at the end
};
}  // namespace

PolyMesh read_poly_mesh(const std::filesystem::path& folder) {
  std::error_code unknown;
  std::filesystem::path files = folder / "constant" / "polyMesh";
  if (!std::filesystem::exists(files, unknown)) files = folder;
  if (!std::filesystem::exists(files, unknown) && !unknown)
    throw unfit_file(files, "does not exist");
  if (!std::filesystem::is_directory(files, unknown) && !unknown)
    throw unfit_file(files, "is not a folder");
  return MeshReader([&](const std::string& name) { return read_foam_bytes(files / name); }).read();
}

PolyMesh read_poly_mesh(const PolyMeshBytes& files, const std::filesystem::path& folder) {
  const std::map<std::string, const std::string*> bytes = {{"points", &files.points},
                                                           {"faces", &files.faces},
                                                           {"owner", &files.owner},
                                                           {"neighbour", &files.neighbour},
                                                           {"boundary", &files.boundary}};
  return MeshReader([&](const std::string& name) {
           return FoamBytes{folder / name, *bytes.at(name)};
         })
      .read();
}

}  // namespace slipflow::mesh
