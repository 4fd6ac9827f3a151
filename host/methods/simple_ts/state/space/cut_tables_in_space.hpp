// CutTables of a case whose walls are cut in space. Sources for two axes include this too.
#pragma once

#include "slipflow/simple_ts/case.hpp"
#include "slipflow/simple_ts/cut_table_arrays.hpp"

namespace slipflow::simple_ts {

/// Case::cut_in_space is not null.
CutTables cut_tables_in_space(const Case& c);

}  // namespace slipflow::simple_ts
