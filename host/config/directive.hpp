// Value lines "KIND numbers... [name=value]...".
#pragma once

#include "case_text.hpp"
#include "conversion.hpp"
#include "slipflow/config/key_table.hpp"
#include "slipflow/config/settings.hpp"

namespace slipflow::config {

/// The directive of that entry, in the units of the table; throws Error(bad_input) when it matches
/// none of the key's forms. `system`: see Conversion.
Directive parse_directive(const KeySpec& spec, const Entry& entry, const UnitSystem* system);

}  // namespace slipflow::config
