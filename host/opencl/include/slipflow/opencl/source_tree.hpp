// Kernel texts by name, and the joining of a kernel with everything it includes.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace slipflow::opencl {

/// Texts of kernels and the headers they include.
class SourceTree {
 public:
  explicit SourceTree(std::map<std::string, std::string> texts) : texts_(std::move(texts)) {}
  /// Every .h and .cl below `directory`, named by its path below it.
  static SourceTree from_directory(const std::filesystem::path& directory);
  /// The text of `name` with every #include "..." replaced by its text, each header once, with
  /// #line marks. Throws Error(kernel_build_failed) when a name is missing.
  std::string expand(const std::string& name) const;
  /// The texts of `other` replace and extend these.
  SourceTree overlaid_with(const SourceTree& other) const;
  /// All texts by name.
  const std::map<std::string, std::string>& texts() const { return texts_; }

 private:
  std::map<std::string, std::string> texts_;
};

/// The kernels built into the executable.
const SourceTree& embedded_sources();

}  // namespace slipflow::opencl
