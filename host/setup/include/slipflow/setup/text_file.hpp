// Text files that a line of the case names.
#pragma once

#include <filesystem>
#include <memory>

#include "slipflow/config/settings.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::setup {

/// Opens a text of numbers, after its byte order mark if it has one. Throws Error(bad_input) unless
/// it is a regular file of at most 128 MiB, which is more than the longest axis or table takes.
std::unique_ptr<InputFile> open_text(const config::Settings& settings,
                                     const config::Directive& directive,
                                     const std::filesystem::path& file);

}  // namespace slipflow::setup
