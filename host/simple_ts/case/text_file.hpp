// Text files that a line of the case names.
#pragma once

#include <filesystem>
#include <fstream>

#include "slipflow/config/settings.hpp"

namespace slipflow::simple_ts {

/// Opens a text of numbers. Throws Error(bad_input) unless it is a file of at most 128 MiB, which is more
/// than the longest axis or table takes.
std::ifstream open_text(const config::Settings& settings, const config::Directive& directive,
                        const std::filesystem::path& file);

}  // namespace slipflow::simple_ts
