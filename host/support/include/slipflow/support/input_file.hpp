// Opening the files of users.
#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>

#include "slipflow/support/error.hpp"

namespace slipflow {

/// A name that the system refuses, such as one that is too long or a link in a loop.
Error refused_name(const std::filesystem::filesystem_error& failure);

/// The error of a file that cannot be used: "'FILE' WHY".
Error unfit_file(const std::filesystem::path& file, const std::string& why);

/// A regular file, opened for reading: no pipe and no device, on which opening or reading could
/// wait for ever or never end. Every reader of a file that the user names, or that others may have
/// put in its place, opens it with this. A read that fails makes the stream bad().
class InputFile : public std::istream {
 public:
  explicit InputFile(const std::filesystem::path& file);
  ~InputFile() override;

  /// Why the file is not open, to follow its name: "is a directory", "is not a regular file" or
  /// "cannot be read: REASON". Empty when it is open.
  const std::string& problem() const { return problem_; }
  /// Bytes when it was opened. Files of /proc have 0, whatever can be read from them.
  std::uint64_t size() const { return size_; }
  /// The rest of the file, at most `most` bytes of it.
  std::string text(std::uint64_t most);

 private:
  class Buffer : public std::streambuf {
   public:
    ~Buffer() override;
    int descriptor = -1;

   protected:
    int_type underflow() override;
    std::streamsize xsgetn(char* to, std::streamsize count) override;
    pos_type seekoff(off_type offset, std::ios::seekdir from, std::ios::openmode which) override;
    pos_type seekpos(pos_type position, std::ios::openmode which) override;

   private:
    std::streamsize read(char* to, std::streamsize count);
    char bytes_[1 << 16];
  };

  Buffer buffer_;
  std::string problem_;
  std::uint64_t size_ = 0;
};

/// The bytes of a mesh or picture. Throws Error(bad_input) that names the file, if it cannot be
/// read, has more than `most` bytes (`limit` says so: "an STL has at most 256 MiB"), or has a piece
/// of 1 MiB that is all zeros. Files that were not written to their end have such pieces, whole
/// ones do not; so a file of many GB without content takes no memory.
std::string content_of(const std::filesystem::path& file, std::uint64_t most,
                       const std::string& limit);

}  // namespace slipflow
