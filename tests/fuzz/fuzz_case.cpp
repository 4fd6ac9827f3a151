// Any bytes as a case file: refused in one sentence, or a case that can be printed and read again.
#include "fuzzing.hpp"
#include "slipflow/config/settings.hpp"
#include "slipflow/simple_ts/case.hpp"
#include "slipflow/simple_ts/keys.hpp"
#include "slipflow/simple_ts/state.hpp"

using slipflow::config::parse_case;
using slipflow::config::Settings;

namespace {
// Larger meshes take time and memory, and no other code.
constexpr double kMostCells = 5000;

void read_as_case(const std::string& text) {
  const Settings settings = parse_case(text, "case.cfg", {}, slipflow::simple_ts::key_tables());
  const Settings again =
      parse_case(settings.resolved(), "resolved.cfg", {}, slipflow::simple_ts::key_tables());
  fuzzing::require(again.values() == settings.values(), "the resolved case is another case");
  const auto cells = settings.numbers("mesh.cells");
  if (cells[0] * cells[1] > kMostCells) return;
  const auto c = slipflow::simple_ts::make_case(settings);
  fuzzing::require(c.mesh.tags.size() == c.mesh.layout().size(), "the mesh has another size");
  const auto state = slipflow::simple_ts::initial_state(c);
  fuzzing::require(state.T.size() == c.mesh.layout().size(), "the state has another size");
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  fuzzing::read_or_refuse([&] { read_as_case(text); });
  return 0;
}
