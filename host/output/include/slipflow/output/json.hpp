// The few machine-readable summaries, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace slipflow::output {

/// Objects keep the order of their members. A source that looks into one includes
/// <nlohmann/json.hpp>, which headers leave out because it takes long to compile.
using Json = nlohmann::ordered_json;

/// The text of a file. Numbers that are not finite become null; bytes that are not UTF-8 (names
/// from drivers) become replacement characters.
std::string json_text(const Json& value);

}  // namespace slipflow::output
