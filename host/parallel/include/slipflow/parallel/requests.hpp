// What signals ask of a run of several ranks: any rank may receive them.
#pragma once

#include <cstdint>

namespace slipflow::parallel {

struct Requests {
  std::uint64_t stop = 0;        ///< the signal that asks for it, or 0
  std::uint64_t checkpoint = 0;  ///< 1: a signal asks for one
};

class RequestBox {
 public:
  virtual ~RequestBox() = default;
  /// What this rank has been asked since the last call; a request to stop stays.
  virtual Requests take() = 0;
  /// Adds what other ranks have been asked.
  virtual void put(const Requests& requests) = 0;
};

}  // namespace slipflow::parallel
