#include "slipflow/opencl/source_tree.hpp"

#include <fmt/format.h>

#include <set>
#include <sstream>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::opencl {

namespace {
constexpr std::uint64_t kLargestSource = std::uint64_t{1} << 24;

// The name in `#include "name"`, or an empty text for any other line.
std::string included_name(const std::string& line) {
  constexpr std::string_view directive = "#include \"";
  if (line.rfind(directive, 0) != 0) return "";
  const auto end = line.find('"', directive.size());
  return line.substr(directive.size(), end - directive.size());
}

void append(const std::map<std::string, std::string>& texts, const std::string& name,
            std::set<std::string>& seen, std::string& out) {
  if (!seen.insert(name).second) return;
  const auto found = texts.find(name);
  if (found == texts.end())
    throw Error(ExitStatus::kernel_build_failed,
                fmt::format("kernel source '{}' is missing", name));
  std::istringstream lines(found->second);
  lines.exceptions(std::ios::badbit);  // out of memory is not the end of the text
  std::string line;
  out += fmt::format("#line 1 \"{}\"\n", name);
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string header = included_name(line);
    if (header.empty()) {
      out += line + '\n';
      continue;
    }
    append(texts, header, seen, out);
    out += fmt::format("#line {} \"{}\"\n", number + 1, name);
  }
}
}  // namespace

SourceTree SourceTree::from_directory(const std::filesystem::path& directory) {
  std::map<std::string, std::string> texts;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    const auto extension = entry.path().extension();
    if (extension != ".h" && extension != ".cl") continue;
    InputFile in(entry.path());
    if (!in.problem().empty())
      throw Error(ExitStatus::bad_input,
                  fmt::format("{} {}", shown(entry.path().string()), in.problem()));
    texts[std::filesystem::relative(entry.path(), directory).generic_string()] =
        in.text(kLargestSource);
  }
  return SourceTree(std::move(texts));
}

std::string SourceTree::expand(const std::string& name) const {
  std::string out;
  std::set<std::string> seen;
  append(texts_, name, seen, out);
  return out;
}

SourceTree SourceTree::overlaid_with(const SourceTree& other) const {
  auto texts = other.texts_;
  texts.insert(texts_.begin(), texts_.end());
  return SourceTree(std::move(texts));
}

}  // namespace slipflow::opencl
