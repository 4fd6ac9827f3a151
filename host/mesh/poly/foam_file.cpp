#include "foam_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "slipflow/support/foreign_text.hpp"

namespace slipflow::mesh {

namespace {
/// The value of an entry, and the byte with which it begins.
struct Entry {
  std::string value;
  std::size_t begin = 0;
};

Entry read_entry(FoamText& text, const std::string& key) {
  Entry entry;
  entry.value = text.word(fmt::format("the value of {}", key));
  entry.begin = text.token_begin();
  text.expect(';');
  return entry;
}

/// Checks the parts of arch, such as "LSB;label=32;scalar=64". Parts of other names, of which
/// later versions may have more, change nothing about lists of labels and points.
void check_arch(const FoamText& text, const Entry& arch) {
  std::string_view rest = arch.value;
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    const bool wrong_label = part.starts_with("label=") && part != "label=32";
    const bool wrong_scalar = part.starts_with("scalar=") && part != "scalar=64";
    if (part == "MSB" || wrong_label || wrong_scalar)
      text.refuse_at(arch.begin,
                     fmt::format("binary data with {} cannot be read, only with LSB, "
                                 "label=32 and scalar=64; foamFormatConvert writes ascii",
                                 shown(part)));
  }
}
}  // namespace

std::string read_word_entry(FoamText& text, const std::string& key) {
  return read_entry(text, key).value;
}

FoamFile::FoamFile(FoamBytes bytes) : text(std::move(bytes)) {
  Entry format{"ascii", 0}, arch;
  const std::string header = "the header FoamFile { .. }";
  const std::string first = text.word(header);
  if (first != "FoamFile")
    text.refuse(fmt::format("expected {}, but found '{}'", header, shown(first)));
  read_dictionary(text, [&](const std::string& key) {
    if (key == "format")
      format = read_entry(text, key);
    else if (key == "class")
      class_name = read_word_entry(text, key);
    else if (key == "arch")
      arch = read_entry(text, key);
    else
      text.skip_entry();
  });
  if (format.value != "ascii" && format.value != "binary")
    text.refuse_at(format.begin,
                   fmt::format("format is '{}', not ascii or binary", shown(format.value)));
  binary = format.value == "binary";
  if (binary) check_arch(text, arch);
}

}  // namespace slipflow::mesh
