// The tables of a case with cut walls.
#pragma once

#include "slipflow/simple_ts/case.hpp"
#include "slipflow/simple_ts/cut_table_arrays.hpp"

namespace slipflow::simple_ts {

/// Empty for a case without cut walls.
CutTables cut_tables(const Case& c);

/// The tables of one rank's piece of a mesh with cut walls: every number is that of the tables of
/// the whole mesh.
CutTables cut_tables_of_piece(const Case& whole, const Case& piece, const mesh::CellBox& cells);

}  // namespace slipflow::simple_ts
