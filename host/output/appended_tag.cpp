#include "appended_tag.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "atomic_file.hpp"

namespace slipflow::output {

namespace {
constexpr std::string_view kTag = "<AppendedData";
constexpr std::size_t kBlock = 4096;     // VTK's
constexpr std::size_t kAttributes = 31;  // bytes between name and >
constexpr std::size_t kPart = std::size_t{1} << 20;

struct TagBlanks {
  std::size_t tag = 0;     ///< where the tag begins
  std::size_t close = 0;   ///< where its > is
  std::size_t before = 0;  ///< blanks to insert in front of the tag
  std::size_t within = 0;  ///< and in front of its >

  /// The text from the tag to its > with the blanks.
  std::string padded(std::string_view header) const {
    return std::string(before, ' ').append(header.substr(tag, close - tag)).append(within, ' ');
  }
};

/// Nothing if the text has no such tag, or not its end.
std::optional<TagBlanks> tag_blanks(std::string_view header) {
  const auto tag = header.find(kTag);
  const auto close = header.find('>', tag);
  if (close == std::string_view::npos) return std::nullopt;
  const auto end_of_name = tag + kTag.size();
  return TagBlanks{tag, close, (kBlock - end_of_name % kBlock) % kBlock,
                   kAttributes - std::min(kAttributes, close - end_of_name)};
}

/// Reads all of the bytes from `at` on; 0 or the error number.
int read_all_at(int descriptor, std::string& bytes, std::uint64_t at) {
  for (std::size_t done = 0; done < bytes.size();) {
    const auto got = ::pread(descriptor, bytes.data() + done, bytes.size() - done,
                             static_cast<off_t>(at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got < 0 ? errno : EIO;
    done += static_cast<std::size_t>(got);
  }
  return 0;
}

/// Moves the bytes from `begin` on by `by` bytes towards the end, the last part first.
int move_rest(int descriptor, std::uint64_t begin, std::uint64_t size, std::size_t by) {
  std::string part;
  for (auto end = size; end > begin;) {
    part.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kPart, end - begin)));
    end -= part.size();
    if (const int error = read_all_at(descriptor, part, end)) return error;
    if (const int error = write_all_at(descriptor, part, end + by)) return error;
  }
  return 0;
}
}  // namespace

int insert_tag_blanks(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return errno;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  std::string header;
  std::optional<TagBlanks> blanks;
  while (!blanks && header.size() < size) {
    std::string more(std::min<std::uint64_t>(kPart, size - header.size()), ' ');
    if (const int error = read_all_at(descriptor, more, header.size())) return error;
    header += more;
    blanks = tag_blanks(header);
  }
  if (!blanks) return 0;
  const auto all = blanks->before + blanks->within;
  if (const int error = move_rest(descriptor, blanks->close, size, all)) return error;
  return write_all_at(descriptor, blanks->padded(header), blanks->tag);
}

}  // namespace slipflow::output
