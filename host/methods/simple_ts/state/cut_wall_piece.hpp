// A piece of cut wall as outputs read it.
#pragma once

namespace slipflow::simple_ts {

/// A piece of wall that the equations have.
struct CutWallPiece {
  int i = 0, j = 0, k = 0;  ///< its cell, one of the domain
  int number = 0;           ///< in mesh::CutMesh; in space that of CutTables::pieces
  int wall = 0;             ///< as in Mesh::tags
  double area = 0;          ///< its length in a plane
};

}  // namespace slipflow::simple_ts
