// The tokens of OpenFOAM's file format.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "foam_bytes.hpp"
#include "slipflow/support/utf8.hpp"

namespace slipflow::mesh {

/// Walks through a file of OpenFOAM, token by token. Blanks and the comments of C and C++ may be
/// before each token; a read past the end or a token of another kind throws Error(bad_input), in
/// one sentence with the file and the line.
class FoamText {
 public:
  explicit FoamText(FoamBytes file)
      : file_(std::move(file.file)),
        bytes_(std::move(file.bytes)),
        at_(bytes_.size() - without_byte_order_mark(bytes_).size()) {}

  /// Moves to the next token; its first byte, or '\0' at the end of the file.
  char next();
  /// True at the end of the file, blanks and comments aside.
  bool at_end() { return next() == '\0' && at_ == bytes_.size(); }
  /// Takes this character if it is next.
  bool accept(char wanted);
  /// Takes this character; refuses anything else.
  void expect(char wanted);
  /// Refuses anything but the end of the file.
  void expect_end();

  /// A word, or a string in quotes, without these. `what` names it in the refusal: "a patch name".
  std::string word(std::string_view what);
  /// A whole number of 32 bits.
  int integer();
  /// A finite number.
  double number();
  /// The next `count` bytes as they are; a view that lives as long as this object.
  std::string_view raw(std::size_t count);
  /// What follows a keyword: up to its semicolon, or a dictionary in braces.
  void skip_entry();

  /// Bytes between here and the end of the file.
  std::size_t left() const { return bytes_.size() - at_; }
  /// The byte with which the token taken last begins, counted from 0.
  std::size_t token_begin() const { return token_; }
  /// From here on messages give bytes, not lines: the file is binary.
  void name_places_by_byte() { by_byte_ = true; }

  /// Refuses the file at the token taken last, or at a certain byte.
  [[noreturn]] void refuse(const std::string& reason) const { refuse_at(token_, reason); }
  [[noreturn]] void refuse_at(std::size_t byte, const std::string& reason) const;

 private:
  bool skip_comment();
  std::string_view token();
  std::string quoted();
  [[noreturn]] void expected(std::string_view what);

  std::filesystem::path file_;
  std::string bytes_;
  std::size_t at_ = 0;     // the next byte
  std::size_t token_ = 0;  // where the token taken last begins
  bool by_byte_ = false;
};

}  // namespace slipflow::mesh
