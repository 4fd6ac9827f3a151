// The exchange of a piece's border values, for the serial reference.
#include "serial_backend.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {

class SerialHalo final : public HaloPort {
 public:
  SerialHalo(SerialBackend& backend, const mesh::HaloPlan& plan) : backend_(backend), plan_(plan) {}

  std::vector<double> pack() override {
    std::vector<double> values;
    values.reserve(plan_.out.values());
    for_nodes(plan_.out, [&](stored& value) { values.push_back(value); });
    return values;
  }

  void unpack(const std::vector<double>& values) override {
    auto from = values.begin();
    for_nodes(plan_.in, [&](stored& value) { value = static_cast<stored>(*from++); });
  }

 private:
  void for_nodes(const mesh::HaloBuffer& buffer, auto visit) const {
    const auto fields = backend_.current_->all();
    for (const mesh::HaloBlock& block : buffer.blocks)
      for (int j = block.nodes.j0; j < block.nodes.j1; ++j)
        for (int i = block.nodes.i0; i < block.nodes.i1; ++i)
          visit((*fields[block.field])[backend_.layout_.at(i, j)]);
  }

  SerialBackend& backend_;
  mesh::HaloPlan plan_;
};

std::unique_ptr<HaloPort> SerialBackend::halo(const mesh::HaloPlan& plan) {
  return std::make_unique<SerialHalo>(*this, plan);
}

}  // namespace SF_PRECISION
}  // namespace slipflow::simple_ts
