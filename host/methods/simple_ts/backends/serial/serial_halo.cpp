// The exchange of a piece's border values, for the serial reference.
#include "serial_operations.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

/// The host computes an iteration at once.
class SerialHalo final : public HaloPort {
 public:
  SerialHalo(SerialOperations& backend, const mesh::HaloPlan& plan, std::span<std::byte> shared)
      : backend_(backend),
        plan_(plan),
        own_(shared.empty() ? plan.out.values() : 0),
        out_(shared.empty() ? own_.data() : reinterpret_cast<stored*>(shared.data()),
             plan.out.values()),
        in_(plan.in.values()) {}

  bool can_forget() const override { return false; }

  void start_iteration() override {
    backend_.advance_inner_iteration();
    changes_ = backend_.residuals();
    start_packing();
  }

  void start_packing() override {
    auto to = out_.begin();
    for_nodes(plan_.out, [&](stored& value) { *to++ = value; });
  }

  bool packed() override { return true; }
  std::span<const std::byte> out() const override { return std::as_bytes(out_); }
  std::span<std::byte> in() override { return std::as_writable_bytes(std::span(in_)); }

  void unpack() override {
    auto from = in_.begin();
    for_nodes(plan_.in, [&](stored& value) { value = *from++; });
  }

  std::optional<Residuals> take_changes() override { return changes_; }

  void forget_iteration() override {
    throw Error(ExitStatus::internal_error, "the serial reference cannot forget an iteration");
  }

 private:
  void for_nodes(const mesh::HaloBuffer& buffer, auto visit) const {
    const auto fields = backend_.current_->all();
    for (const mesh::HaloBlock& block : buffer.blocks)
      mesh::for_cells(block.nodes, [&](int i, int j, int k) {
        visit((*fields[block.field])[backend_.layout_.at(i, j, k)]);
      });
  }

  SerialOperations& backend_;
  mesh::HaloPlan plan_;
  std::vector<stored> own_;
  std::span<stored> out_;
  std::vector<stored> in_;
  std::optional<Residuals> changes_;
};

std::unique_ptr<HaloPort> SerialOperations::halo(const mesh::HaloPlan& plan,
                                                 std::span<std::byte> shared) {
  return std::make_unique<SerialHalo>(*this, plan, shared);
}

}  // namespace SF_VARIANT
}  // namespace slipflow::simple_ts
