#include "text_file.hpp"

#include <system_error>

namespace slipflow::simple_ts {

namespace {
constexpr std::uintmax_t kMostBytes = std::uintmax_t{128} << 20;
}

std::ifstream open_text(const config::Settings& settings, const config::Directive& directive,
                        const std::filesystem::path& file) {
  const std::string name = "'" + file.string() + "'";
  // Neither a folder nor a pipe or device, which may never end.
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw settings.error(directive, name + " is not a file");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw settings.error(directive, "cannot read " + name);
  if (std::filesystem::file_size(file, error) > kMostBytes && !error)
    throw settings.error(directive, name + " is larger than 128 MiB");
  return in;
}

}  // namespace slipflow::simple_ts
