// The methods of the program.
#pragma once

#include "slipflow/config/key_table.hpp"

namespace slipflow::app {

/// The keys of each method, the default method first.
const config::KeyTables& key_tables();

}  // namespace slipflow::app
