#include <fmt/format.h>

#include "foam_lists.hpp"

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

}  // namespace slipflow::mesh
