// Feeds files, and all files of folders, to a fuzzing target: `fuzz_case corpus/case`.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "fuzzing.hpp"

namespace fs = std::filesystem;

namespace {
std::vector<fs::path> files_in(const fs::path& named) {
  if (!fs::is_directory(named)) return {named};
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(named)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}
}  // namespace

int main(int count, char** words) {
  int done = 0;
  for (int k = 1; k < count; ++k)
    for (const auto& file : files_in(words[k])) {
      std::ifstream in(file, std::ios::binary);
      const std::vector<char> bytes(std::istreambuf_iterator<char>(in), {});
      if (!in) fuzzing::finding("cannot read " + file.string());
      // Named before, so that the last name is that of the file that ended the program.
      fmt::print("{}\n", file.filename().string());
      std::fflush(stdout);
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
      ++done;
    }
  fmt::print("{} files\n", done);
  return done > 0 ? 0 : 1;
}
