// Reading summary.json, the numbers of a run that has ended.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "slipflow/output/json.hpp"

namespace slipflow::app {

/// The members in their order.
using Summary = output::Json;

/// The summary of a results folder; null where there is none that can be read.
Summary read_summary(const std::filesystem::path& folder);

/// A member, or the other value if it is missing or of another type.
std::string text_in(const Summary& summary, const char* key);
double number_in(const Summary& summary, const char* key, double otherwise = 0);
bool flag_in(const Summary& summary, const char* key);

}  // namespace slipflow::app
