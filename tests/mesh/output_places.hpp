// Places that nothing can be written to, for tests of new files and folders.
#pragma once

#include <unistd.h>

#include <filesystem>

#include "../unit/test_output_support.hpp"

namespace test_mesh {

namespace fs = std::filesystem;
using slipflow::ExitStatus;
using test_output::failure;
using test_output::FileSizeLimit;
using test_output::Folder;

/// As long as it lives, nobody but root may write in the folder, and this process is not root.
class ReadOnly {
 public:
  explicit ReadOnly(const std::filesystem::path& folder) : folder_(folder), user_(geteuid()) {
    std::filesystem::permissions(folder_, std::filesystem::perms(0555));
    if (user_ == 0 && seteuid(65534) != 0) throw std::runtime_error("the user stays root");
  }
  ~ReadOnly() {
    if (seteuid(user_) == 0) std::filesystem::permissions(folder_, std::filesystem::perms(0755));
  }
  ReadOnly(const ReadOnly&) = delete;
  ReadOnly& operator=(const ReadOnly&) = delete;

 private:
  std::filesystem::path folder_;
  uid_t user_;
};

}  // namespace test_mesh
