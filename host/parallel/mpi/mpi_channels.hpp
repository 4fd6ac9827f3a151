// Channels between two ranks of MPI.
#pragma once

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

#include "slipflow/parallel/team.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::parallel {

// MPI counts with int, and some of its transports fail above 2 GB. Larger messages go in pieces.
constexpr std::size_t kLargestPiece = std::size_t{64} << 20;  // bytes

inline void check(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw Error(ExitStatus::ranks_failed, std::string(call) + " failed: " + text);
}

/// Calls use(first, count) for each piece of `count` items of `size` bytes.
template <class Use>
void in_pieces(std::size_t count, std::size_t size, const Use& use) {
  const std::size_t most = kLargestPiece / size;
  for (std::size_t at = 0; at < count; at += most)
    use(at, static_cast<int>(std::min(most, count - at)));
}

inline bool all_done(std::vector<MPI_Request>& requests) {
  int done = 0;
  check(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE),
        "MPI_Testall");
  return done != 0;
}

// One after the other: where a request has failed, MPI_Waitall of Open MPI 4.1 sometimes does not
// return.
inline void wait_for(std::vector<MPI_Request>& requests) {
  for (MPI_Request& request : requests) check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
}

class MpiChannel final : public Channel {
 public:
  MpiChannel(int peer, int tag, std::span<const std::byte> out, std::span<std::byte> in,
             MPI_Comm ranks) {
    in_pieces(in.size(), 1, [&](std::size_t first, int count) {
      check(MPI_Recv_init(in.data() + first, count, MPI_BYTE, peer, tag, ranks,
                          &requests_.emplace_back(MPI_REQUEST_NULL)),
            "MPI_Recv_init");
    });
    receives_ = requests_.size();
    in_pieces(out.size(), 1, [&](std::size_t first, int count) {
      check(MPI_Send_init(out.data() + first, count, MPI_BYTE, peer, tag, ranks,
                          &requests_.emplace_back(MPI_REQUEST_NULL)),
            "MPI_Send_init");
    });
  }
  MpiChannel(const MpiChannel&) = delete;
  MpiChannel& operator=(const MpiChannel&) = delete;

  // Only after an error can an exchange be unfinished here. A receive must not write any more.
  ~MpiChannel() override {
    if (under_way_)
      for (std::size_t n = 0; n < receives_; ++n) MPI_Cancel(&requests_[n]);
    for (MPI_Request& request : requests_) MPI_Request_free(&request);
  }

  // One after the other: messages of one tag arrive in the order in which they are started, and
  // MPI_Startall promises none.
  void start() override {
    under_way_ = true;
    for (MPI_Request& request : requests_) check(MPI_Start(&request), "MPI_Start");
  }
  bool done() override {
    if (under_way_) under_way_ = !all_done(requests_);
    return !under_way_;
  }
  void wait() override {
    wait_for(requests_);
    under_way_ = false;
  }

 private:
  std::vector<MPI_Request> requests_;  // the receives first
  std::size_t receives_ = 0;
  bool under_way_ = false;
};

/// Between ranks of one host: each copies the other's `out` from where it is, in memory that both
/// see, which takes a third of the time of a large message. A first message says that `out` may be
/// read and where it is, a second one that it has been read.
class SharedChannel final : public Channel {
 public:
  /// `own`, `of_peer`: begin of the memory of both ranks. `out` is in `own`.
  SharedChannel(int peer, int tag, std::span<const std::byte> own, const std::byte* of_peer,
                std::span<const std::byte> out, std::span<std::byte> in, MPI_Comm ranks)
      : of_peer_(of_peer), in_(in), place_(out.data() - own.data()) {
    check(MPI_Recv_init(&place_of_peer_, 1, MPI_INT64_T, peer, tag, ranks, &requests_[kMayRead]),
          "MPI_Recv_init");
    check(MPI_Recv_init(nullptr, 0, MPI_BYTE, peer, tag, ranks, &requests_[kWasRead]),
          "MPI_Recv_init");
    check(MPI_Send_init(&place_, 1, MPI_INT64_T, peer, tag, ranks, &requests_[kMayBeRead]),
          "MPI_Send_init");
    check(MPI_Send_init(nullptr, 0, MPI_BYTE, peer, tag, ranks, &requests_[kHasRead]),
          "MPI_Send_init");
  }
  SharedChannel(const SharedChannel&) = delete;
  SharedChannel& operator=(const SharedChannel&) = delete;

  ~SharedChannel() override {
    if (under_way_)
      for (const int receive : {kMayRead, kWasRead}) MPI_Cancel(&requests_[receive]);
    for (MPI_Request& request : requests_) MPI_Request_free(&request);
  }

  void start() override {
    under_way_ = true;
    copied_ = 0;
    has_read_ = false;
    std::atomic_thread_fence(std::memory_order_release);
    for (const int request : {kMayRead, kWasRead, kMayBeRead}) begin(request);
  }
  // A part in each call, so that other channels and the device are served too.
  bool done() override {
    if (!under_way_) return true;
    if (!has_read_) {
      int may_read = 0;
      check(MPI_Test(&requests_[kMayRead], &may_read, MPI_STATUS_IGNORE), "MPI_Test");
      if (may_read == 0) return false;
      std::atomic_thread_fence(std::memory_order_acquire);
      const std::size_t part = std::min(in_.size() - copied_, kPart);
      std::memcpy(in_.data() + copied_, of_peer_ + place_of_peer_ + copied_, part);
      copied_ += part;
      if (copied_ < in_.size()) return false;
      has_read_ = true;
      begin(kHasRead);
    }
    under_way_ = !all_done(requests_);
    return !under_way_;
  }
  void wait() override {
    while (!done()) {
    }
  }

 private:
  enum Message { kMayRead, kWasRead, kMayBeRead, kHasRead };
  static constexpr std::size_t kPart = std::size_t{1} << 20;  // bytes

  void begin(int request) { check(MPI_Start(&requests_[request]), "MPI_Start"); }

  const std::byte* of_peer_;
  std::span<std::byte> in_;
  std::int64_t place_, place_of_peer_ = 0;
  std::vector<MPI_Request> requests_ = std::vector<MPI_Request>(4, MPI_REQUEST_NULL);
  std::size_t copied_ = 0;
  bool has_read_ = false;
  bool under_way_ = false;
};

}  // namespace slipflow::parallel
