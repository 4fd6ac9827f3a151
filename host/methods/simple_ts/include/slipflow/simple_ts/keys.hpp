// The keys of a case of SIMPLE-TS.
#pragma once

#include <string>
#include <vector>

#include "slipflow/config/key_table.hpp"

namespace slipflow::simple_ts {

/// All rows but those that every case begins with, in the order they are printed.
std::vector<config::KeySpec> keys();

/// The values of scheme.convection: the names in the list that the kernels are built from.
std::vector<std::string> convection_schemes();

/// The table of this method alone, for programs that know no other.
const config::KeyTables& key_tables();

}  // namespace slipflow::simple_ts
