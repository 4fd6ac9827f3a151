// A state on the host as the equations see it.
#pragma once

#include "slipflow/simple_ts/host_context.hpp"

namespace slipflow::simple_ts {

/// A view of one state, as both time levels. Case and state must outlive it.
class StateContext {
 public:
  StateContext(const Case& c, const State& s) : host_(c), context_(host_.view(s, s, 1.0)) {}
  const SfContext& context() const { return context_; }

 private:
  HostContext host_;
  SfContext context_;
};

}  // namespace slipflow::simple_ts
