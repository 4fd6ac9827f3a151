#include "serial/serial_level.hpp"

namespace slipflow::linear_solvers {

using MakeLevel = std::unique_ptr<SerialLevel>(const S7Level&, const LevelArrays&);
namespace free_box {
MakeLevel make_level;
}
namespace free_flat {
MakeLevel make_level;
}
namespace symmetric_box {
MakeLevel make_level;
}
namespace symmetric_flat {
MakeLevel make_level;
}
namespace general_box {
MakeLevel make_level;
}
namespace general_flat {
MakeLevel make_level;
}
namespace symmetric_periodic {
MakeLevel make_level;
}
namespace symmetric_flat_periodic {
MakeLevel make_level;
}
namespace general_periodic {
MakeLevel make_level;
}
namespace general_flat_periodic {
MakeLevel make_level;
}

namespace {
std::unique_ptr<SerialLevel> make_periodic_level(Coefficients7 kind, const S7Level& level,
                                                 const LevelArrays& arrays) {
  const bool flat = level.plane == 0;
  if (kind == Coefficients7::symmetric)
    return (flat ? symmetric_flat_periodic::make_level : symmetric_periodic::make_level)(level,
                                                                                         arrays);
  return (flat ? general_flat_periodic::make_level : general_periodic::make_level)(level, arrays);
}
}  // namespace

std::unique_ptr<SerialLevel> make_serial_level(Coefficients7 kind, const S7Level& level,
                                               const LevelArrays& arrays) {
  if (arrays.periodic != 0) return make_periodic_level(kind, level, arrays);
  const bool flat = level.plane == 0;
  switch (kind) {
    case Coefficients7::free:
      return (flat ? free_flat::make_level : free_box::make_level)(level, arrays);
    case Coefficients7::symmetric:
      return (flat ? symmetric_flat::make_level : symmetric_box::make_level)(level, arrays);
    case Coefficients7::general:
      break;
  }
  return (flat ? general_flat::make_level : general_box::make_level)(level, arrays);
}

}  // namespace slipflow::linear_solvers
