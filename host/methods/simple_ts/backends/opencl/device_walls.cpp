// The walls and numbers of a case in device layout, in the precision this file is compiled for.
#include <algorithm>
#include <cstring>

#include "../precisions.hpp"
#include "slipflow/simple_ts/host_context.hpp"

namespace slipflow::simple_ts {

template <>
std::vector<std::byte> walls_for_device_of<Precision::SF_PRECISION, SF_AXES>(const Case& c) {
  std::vector<SfWall> values(std::max<std::size_t>(c.walls.size(), 1));
  for (std::size_t k = 0; k < c.walls.size(); ++k)
    values[k] = wall_of(c.walls[k].values, c.gas.factors());
  std::vector<std::byte> bytes(values.size() * sizeof(SfWall));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <>
std::vector<std::byte> numbers_for_device_of<Precision::SF_PRECISION, SF_AXES>(const Case& c) {
  SfNumbers numbers{gas_of(c.gas.factors()), {}};
  for (int side = 0; side < 2 * SF_AXES; ++side) {
    const SfPressureSide values = pressure_side_of(c.side_values[side]);
    numbers.sides.p[side] = values.p;
    numbers.sides.T[side] = values.T;
  }
  std::vector<std::byte> bytes(sizeof numbers);
  std::memcpy(bytes.data(), &numbers, bytes.size());
  return bytes;
}

}  // namespace slipflow::simple_ts
