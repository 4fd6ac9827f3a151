#include "slipflow/support/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "slipflow/support/foreign_text.hpp"

namespace slipflow {

namespace {
/// Opens the file, which does not wait for the other end of a pipe.
std::string open_regular(const std::filesystem::path& file, int& descriptor, std::uint64_t& size) {
  descriptor = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  struct stat status {};
  if (descriptor < 0 || ::fstat(descriptor, &status) != 0)
    // A socket cannot be opened at all: "No such device or address".
    return "cannot be read: " + std::generic_category().message(errno);
  if (S_ISDIR(status.st_mode)) return "is a directory";
  if (!S_ISREG(status.st_mode)) return "is not a regular file";
  size = static_cast<std::uint64_t>(status.st_size);
  return "";
}
}  // namespace

Error refused_name(const std::filesystem::filesystem_error& failure) {
  return {ExitStatus::bad_input,
          fmt::format("'{}': {}", shown(failure.path1().string()), failure.code().message())};
}

InputFile::InputFile(const std::filesystem::path& file) : std::istream(nullptr) {
  problem_ = open_regular(file, buffer_.descriptor, size_);
  rdbuf(&buffer_);
  if (!problem_.empty()) setstate(std::ios::failbit);
}

InputFile::~InputFile() = default;

std::string InputFile::text(std::uint64_t most) {
  std::string text;
  char piece[1 << 14];
  while (text.size() < most && *this) {
    read(piece,
         static_cast<std::streamsize>(std::min<std::uint64_t>(sizeof piece, most - text.size())));
    text.append(piece, static_cast<std::size_t>(gcount()));
  }
  return text;
}

Error unfit_file(const std::filesystem::path& file, const std::string& why) {
  return {ExitStatus::bad_input, fmt::format("'{}' {}", shown(file.string()), why)};
}

std::string content_of(const std::filesystem::path& file, std::uint64_t most,
                       const std::string& limit) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  InputFile in(file);
  if (!in.problem().empty()) throw unfit_file(file, in.problem());
  std::string content;
  bool too_large = in.size() > most;
  for (std::string piece = "-"; !too_large && !piece.empty(); content += piece) {
    piece = in.text(kPiece);
    if (piece.size() == kPiece && piece.find_first_not_of('\0') == std::string::npos)
      throw unfit_file(
          file, fmt::format("has nothing but zeros from byte {} on: it was not written to its end",
                            content.size()));
    too_large = content.size() + piece.size() > most;
  }
  if (in.bad()) throw unfit_file(file, "cannot be read to its end");
  if (too_large) throw unfit_file(file, "is too large: " + limit);
  return content;
}

InputFile::Buffer::~Buffer() {
  if (descriptor >= 0) ::close(descriptor);
}

std::streamsize InputFile::Buffer::read(char* to, std::streamsize count) {
  ssize_t bytes = -1;
  do {
    bytes = ::read(descriptor, to, static_cast<std::size_t>(count));
  } while (bytes < 0 && errno == EINTR);
  if (bytes < 0) throw std::ios::failure("reading failed");  // the stream turns it into bad()
  return bytes;
}

InputFile::Buffer::int_type InputFile::Buffer::underflow() {
  const auto count = read(bytes_, sizeof bytes_);
  setg(bytes_, bytes_, bytes_ + count);
  return count > 0 ? traits_type::to_int_type(bytes_[0]) : traits_type::eof();
}

// What is asked for beyond the buffer goes straight to where it is wanted.
std::streamsize InputFile::Buffer::xsgetn(char* to, std::streamsize count) {
  std::streamsize done = std::min<std::streamsize>(count, egptr() - gptr());
  if (done > 0) std::memcpy(to, gptr(), static_cast<std::size_t>(done));
  setg(eback(), gptr() + done, egptr());
  while (done < count) {
    const auto bytes = read(to + done, count - done);
    if (bytes == 0) break;
    done += bytes;
  }
  return done;
}

InputFile::Buffer::pos_type InputFile::Buffer::seekoff(off_type offset, std::ios::seekdir from,
                                                       std::ios::openmode) {
  if (from == std::ios::cur) offset -= egptr() - gptr();  // the file is ahead of the reader
  const auto position = ::lseek(descriptor, offset,
                                from == std::ios::beg   ? SEEK_SET
                                : from == std::ios::cur ? SEEK_CUR
                                                        : SEEK_END);
  if (position >= 0) setg(nullptr, nullptr, nullptr);
  return position;
}

InputFile::Buffer::pos_type InputFile::Buffer::seekpos(pos_type position,
                                                       std::ios::openmode which) {
  return seekoff(position, std::ios::beg, which);
}

}  // namespace slipflow
