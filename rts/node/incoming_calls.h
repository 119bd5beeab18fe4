// The calls of other processes that are executed in this one: decoded, executed like calls that
// were made here, and answered along the future that came with them.
//
// A unit of a token-matching unit is FINISHED when its result lies where its receiver finds it and
// nothing is left to do of what was called on its behalf (rts/core/custody_scope.h). A call of an
// object that may be repeated takes effect once (kept_results.h). A partial call stands in the
// queue of its object until its tokens have come (partial_calls.h). A result goes along every arc
// of the future that came with the call or after it (added_arcs.h), and to a caller that waits only
// when everything before it is safe from the end of this process: the caller is the keeper until
// then (docs/custody.md). Thread-safety: all functions, from workers. Errors: as error tokens along
// the future; what makes no sense is dropped.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "mmps/wire/future_blob.h"
#include "mmps/wire/mentat_message.h"
#include "rts/executor/executor.h"
#include "rts/node/added_arcs.h"
#include "rts/node/kept_results.h"
#include "rts/node/outbox.h"
#include "rts/node/partial_calls.h"

namespace mentat::node {

// A caller in another process, as it is known here; `inside`: as it is known there.
std::uint64_t caller_of(const mmps::mmps_name& process, std::uint64_t inside);

class incoming_calls {
 public:
  incoming_calls(const mmps::mmps_name& self, outbox& out) : self_(self), out_(out) {}
  void serve(executor& with) { runtime_ = &with; }

  void on_exec(const mmps::message_header& header, std::span<const std::byte> body);
  // An argument of a call of an object that is here.
  void on_token(const mmps::message_header& header, std::span<const std::byte> body);
  // From the caller of a call that was sent here before, or from the token-matching unit.
  void on_arcs(const mmps::message_header& header, std::span<const std::byte> body);
  void on_instantiate(const mmps::message_header& header, std::span<const std::byte> body);
  void process_ended(const mmps::mmps_name& process);
  // A call of an object that is here, made here on behalf of a unit, is about to be executed. Was
  // it executed before, on behalf of the same unit? Then it gets its result from there; takes over
  // the reference. Else its result will be kept.
  bool take_repeated(computation_instance& call);

  // The second half of the tags of these units, of so many at most.
  [[nodiscard]] std::vector<std::uint64_t> some_units(std::size_t most) const {
    std::lock_guard guard(units_lock_);
    std::vector<std::uint64_t> some;
    for (auto at = in_execution_.begin(); at != in_execution_.end() && some.size() < most; ++at)
      some.push_back(at->first);
    return some;
  }
  // Units of the token-matching unit that are executed here and not finished.
  [[nodiscard]] std::uint32_t units() const { return units_.load(std::memory_order_relaxed); }

 private:
  class answers;
  struct sent_value;
  class reply;
  struct keeper;
  class executed_unit;
  class creation;

  [[nodiscard]] error_place place_of_call(const class_info& of_class,
                                          const method_description* method) const;
  void refuse(const mmps::message_header& header, std::span<const std::byte> future,
              executed_unit* unit, const std::exception_ptr& error);
  void on_arcs_of_unit(const mmps::message_header& header, std::span<const std::byte> future);
  void answer(const mmps::message_header& call, std::span<const std::byte> future,
              executed_unit* unit, bool error, sent_value value);
  static mmps::message_header token_along(const mmps::future_arc& arc, bool error,
                                          std::uint8_t attempt);
  void answer_instantiate(const mmps::message_header& request, bool error,
                          std::span<const std::byte> body);

  const mmps::mmps_name self_;
  outbox& out_;
  executor* runtime_ = nullptr;
  void take_argument(computation_instance& call, std::size_t argument, std::uint16_t flags,
                     std::span<const std::byte> value);

  kept_results kept_;
  added_arcs added_;
  partial_calls partial_;
  std::atomic<std::uint32_t> units_{0};
  mutable std::mutex units_lock_;
  std::multimap<std::uint64_t, executed_unit*> in_execution_;  // by the second half of the tag
};

}  // namespace mentat::node
