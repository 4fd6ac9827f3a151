#include "slipflow/output/array_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstddef>
#include <string_view>
#include <system_error>
#include <utility>

#include "atomic_file.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::output {

namespace {
constexpr const char* kNotRegular = "it is not a regular file";

[[noreturn]] void fail_to_read(const std::string& name, const std::string& reason) {
  throw Error(ExitStatus::bad_input, shown(name) + ": cannot be read: " + reason);
}
}  // namespace

ArrayFile::ArrayFile(const std::filesystem::path& file, std::string name, Access access)
    : name_(std::move(name)) {
  const bool writes = access == Access::write;
  const auto fail = [&](const std::string& reason) {
    writes ? fail_to_write(name_, reason) : fail_to_read(name_, reason);
  };
  // Without O_NONBLOCK, opening a pipe would wait for its other end.
  constexpr int kAlways = O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  file_ = Descriptor(::open(file.c_str(), kAlways | (writes ? O_WRONLY | O_NOFOLLOW : O_RDONLY)));
  struct stat status {};
  if (!file_ || ::fstat(file_.number(), &status) != 0) fail(std::generic_category().message(errno));
  if (!S_ISREG(status.st_mode)) fail(kNotRegular);
}

void ArrayFile::write(std::uint64_t at, std::span<const double> values) const {
  const std::string_view bytes(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  if (const int error = write_all_at(file_.number(), bytes, at); error != 0)
    fail_to_write(name_, error);
}

void ArrayFile::finish() {
  if (const int error = flush_to_disk(file_.number()); error != 0) fail_to_write(name_, error);
  if (::close(file_.release()) != 0) fail_to_write(name_, errno);
}

void ArrayFile::read(std::uint64_t at, std::span<double> values) const {
  auto to = std::as_writable_bytes(values);
  while (!to.empty()) {
    const ssize_t count = ::pread(file_.number(), to.data(), to.size(), static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_to_read(name_, std::generic_category().message(errno));
    if (count == 0) fail_to_read(name_, "it ends too early");
    to = to.subspan(static_cast<std::size_t>(count));
    at += static_cast<std::uint64_t>(count);
  }
}

}  // namespace slipflow::output
