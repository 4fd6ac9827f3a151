// What the tests of the output room share: a folder of their own, small meshes, error statuses.
#pragma once

#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "failure.hpp"
#include "slipflow/mesh/mesh.hpp"
#include "slipflow/output/results_folder.hpp"
#include "test_folder.hpp"

namespace test_output {

namespace fs = std::filesystem;
using slipflow::ExitStatus;
using test_support::failure;
using test_support::Folder;

inline std::string read(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

/// A folder that is ready for results.
class Results : public Folder {
 public:
  Results() : folder_(path(), {}) { folder_.prepare(false); }
  slipflow::output::ResultsFolder& folder() { return folder_; }

 private:
  slipflow::output::ResultsFolder folder_;
};

/// During its life this process can write no file beyond `bytes` bytes, as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

inline slipflow::mesh::Axis axis(std::vector<double> faces) {
  slipflow::mesh::Axis result;
  for (std::size_t k = 0; k + 1 < faces.size(); ++k) {
    result.widths.push_back(faces[k + 1] - faces[k]);
  }
  result.faces = std::move(faces);
  return result;
}

/// A mesh of gas cells only.
inline slipflow::mesh::Mesh gas_mesh(std::vector<double> x, std::vector<double> y) {
  slipflow::mesh::Mesh mesh;
  mesh.x = axis(std::move(x));
  mesh.y = axis(std::move(y));
  mesh.tags.assign(mesh.layout().size(), 0);
  return mesh;
}

}  // namespace test_output
