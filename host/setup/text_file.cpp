#include "slipflow/setup/text_file.hpp"

#include <fmt/format.h>

#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/utf8.hpp"

namespace slipflow::setup {

namespace {
constexpr std::uint64_t kMostBytes = std::uint64_t{128} << 20;
}

std::unique_ptr<InputFile> open_text(const config::Settings& settings,
                                     const config::Directive& directive,
                                     const std::filesystem::path& file) {
  auto in = std::make_unique<InputFile>(file);
  const auto problem = in->size() > kMostBytes ? "is larger than 128 MiB" : in->problem();
  if (problem.empty() && in->text(kByteOrderMark.size()) != kByteOrderMark) {
    in->clear();
    in->seekg(0);
  }
  if (problem.empty()) return in;
  throw settings.error(directive, fmt::format("'{}' {}", shown(file.string()), problem));
}

}  // namespace slipflow::setup
