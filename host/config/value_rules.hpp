// What a value may be, and the sentences that say so.
#pragma once

#include <string>

#include "slipflow/config/key_table.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::config {

/// What the key accepts, to follow "must be": "a number greater than 0 and at most 10".
std::string allowed_values(const KeySpec& spec);

/// Whether the value of a key that is not a directive is acceptable.
bool is_allowed(const KeySpec& spec, const std::string& value);

/// "ORIGIN: key = VALUE: MESSAGE", with an overlong value cut.
Error value_error(const std::string& origin, const std::string& key, const std::string& value,
                  const std::string& message);

}  // namespace slipflow::config
