#include "slipflow/support/private_folder.hpp"

#include <cstdlib>
#include <string>

namespace slipflow {

PrivateFolder::PrivateFolder(const std::filesystem::path& parent, const std::string& prefix) {
  std::string name = (parent / (prefix + "XXXXXX")).string();
  if (mkdtemp(name.data())) path_ = name;
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace slipflow
