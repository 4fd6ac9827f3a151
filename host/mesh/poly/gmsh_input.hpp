// The bytes of a .msh file, read from front to back.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <type_traits>

namespace slipflow::mesh {

/// Reads numbers, words and lines one after the other. What cannot be read is refused with
/// Error(bad_input), which names the file and the line (in binary files the byte, from 0).
class GmshInput {
 public:
  GmshInput(std::string_view content, const std::filesystem::path& file);

  bool binary = false;    ///< the numbers of data sections are binary
  bool wide_tags = true;  ///< tags of nodes and elements have 8 bytes in binary, else 4
  std::string section;    ///< the section being read, as "$Nodes", for messages

  /// Refuses the file at the number or word read last.
  [[noreturn]] void refuse(const std::string& sentence) const { refuse_at(last_, sentence); }
  /// Refuses the file because of the byte at `position`.
  [[noreturn]] void refuse_at(std::size_t position, const std::string& sentence) const;
  /// Where that which was read last begins.
  std::size_t last_position() const { return last_; }

  /// Skips white space; true if nothing follows it.
  bool at_end();
  /// The rest of the line without white space around it. Moves to the next line.
  std::string_view line();
  /// Moves to the next line; false if more than white space is left out.
  bool end_line();
  /// The next characters up to white space.
  std::string_view word();
  /// A name in quotation marks.
  std::string_view quoted();
  /// A number in text, in binary files too: int, std::int64_t, std::uint64_t or a finite double.
  template <class Number>
  Number text_number();
  /// A number of a data section: binary in binary files, else text.
  template <class Number>
  Number number();
  /// The tag of a node or an element.
  std::int64_t tag() { return wide_tags ? number<std::int64_t>() : number<int>(); }
  /// Passes over tags.
  void skip_tags(std::uint64_t count) { skip_numbers(count, wide_tags ? 8 : 4); }
  /// Passes over numbers of any value, in binary of `bytes` each.
  void skip_numbers(std::uint64_t count, std::size_t bytes);

  /// Refuses a count, read last, of items for which the rest of the file is too short. Each item
  /// has at least `numbers` numbers, in binary `bytes` bytes.
  void require_room(std::uint64_t count, const char* items, std::size_t numbers,
                    std::size_t bytes) const;
  /// Moves past "$EndNAME" of the section, which must come next.
  void end_section();
  /// Moves past "$EndNAME" of the section, wherever it is.
  void skip_section();

 private:
  void skip_space();
  void copy_bytes(void* to, std::size_t bytes);
  [[noreturn]] void refuse_end() const;
  [[noreturn]] void refuse_infinite(double value) const;

  std::string_view content_;
  const std::filesystem::path& file_;
  std::size_t at_ = 0;
  std::size_t last_ = 0;
};

template <class Number>
Number GmshInput::number() {
  if (!binary) return text_number<Number>();
  Number value;
  copy_bytes(&value, sizeof value);
  if constexpr (std::is_floating_point_v<Number>)
    if (!std::isfinite(value)) refuse_infinite(value);
  return value;
}

}  // namespace slipflow::mesh
