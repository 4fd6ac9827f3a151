// A file of OpenFOAM: its header FoamFile { .. }, and what follows it.
#pragma once

#include <string>

#include "foam_text.hpp"

namespace slipflow::mesh {

/// A file whose header has been read.
struct FoamFile {
  /// Reads the header. Throws Error(bad_input) if there is none, or if the file is binary with
  /// labels, scalars or an order of bytes other than "LSB;label=32;scalar=64". ASCII files say the
  /// same whatever wrote them, so their arch is not looked at.
  explicit FoamFile(FoamBytes bytes);

  FoamText text;  ///< what follows the header
  bool binary = false;
  std::string class_name{};  ///< "vectorField", "labelList" ..; empty if the header has none
};

/// Reads a dictionary from its opening brace to its closing one: calls read(key) for each keyword,
/// which has to take the rest of the entry. Directives such as #include are refused.
template <class Read>
void read_dictionary(FoamText& text, Read read) {
  text.expect('{');
  while (!text.accept('}')) {
    if (text.accept(';')) continue;
    const std::string key = text.word("a keyword or '}'");
    if (key.starts_with('#') || key.starts_with('$'))
      text.refuse("directives with # and macros with $ cannot be read");
    read(key);
  }
}

/// The value of an entry that is a single word or string, and its semicolon.
std::string read_word_entry(FoamText& text, const std::string& key);

}  // namespace slipflow::mesh
