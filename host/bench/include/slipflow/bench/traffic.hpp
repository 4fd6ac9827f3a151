// Memory traffic of a pass over the mesh.
#pragma once

namespace slipflow::bench {

/// Arrays of one value per cell that a pass over the mesh reads and writes if it fetches each value
/// once.
struct Traffic {
  int reads = 0;
  int writes = 0;
  int bytes_per_value = sizeof(double);
  double bytes() const { return static_cast<double>(bytes_per_value) * (reads + writes); }
};

}  // namespace slipflow::bench
