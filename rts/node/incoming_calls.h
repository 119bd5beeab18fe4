// The calls of other processes that are executed in this one: decoded, executed like calls that
// were made here, and answered along the future that came with them.
//
// A unit of a token-matching unit is FINISHED when its result lies where its receiver finds it and
// nothing is left to do of what was called on its behalf (rts/core/custody_scope.h). A call of an
// object that may be repeated takes effect once (kept_results.h). Thread-safety: all functions,
// from workers. Errors: as error tokens along the future; what makes no sense is dropped.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <list>
#include <mutex>
#include <span>

#include "mmps/wire/mentat_message.h"
#include "rts/executor/executor.h"
#include "rts/node/kept_results.h"
#include "rts/node/outbox.h"

namespace mentat::node {

// To order them, the calls of one process are those of one caller: they arrive in the order in which they were sent.
std::uint64_t caller_of(const mmps::mmps_name& process);

class incoming_calls {
 public:
  incoming_calls(const mmps::mmps_name& self, outbox& out) : self_(self), out_(out) {}
  void serve(executor& with) { runtime_ = &with; }

  void on_exec(const mmps::message_header& header, std::span<const std::byte> body);
  void on_instantiate(const mmps::message_header& header, std::span<const std::byte> body);
  // A call of an object that is here, made here on behalf of a unit, is about to be executed. Was
  // it executed before, on behalf of the same unit? Then it gets its result from there; takes over
  // the reference. Else its result will be kept.
  bool take_repeated(computation_instance& call);

  // The second half of the tag of each of these units, while none begins or ends.
  template <class Visitor>
  void visit_units(Visitor&& visit) const {
    std::lock_guard guard(units_lock_);
    for (const std::uint64_t tag : unit_tags_) visit(tag);
  }
  // Units of the token-matching unit that are executed here and not finished.
  [[nodiscard]] std::uint32_t units() const { return units_.load(std::memory_order_relaxed); }

 private:
  struct reply;
  struct keeper;
  class executed_unit;
  class creation;

  void refuse(const mmps::message_header& header, std::span<const std::byte> future,
              executed_unit* unit, const std::exception_ptr& error);
  void answer(const mmps::message_header& call, std::span<const std::byte> future,
              executed_unit* unit, bool error, std::span<const std::byte> value);
  void answer_instantiate(const mmps::message_header& request, bool error,
                          std::span<const std::byte> body);

  const mmps::mmps_name self_;
  outbox& out_;
  executor* runtime_ = nullptr;
  kept_results kept_;
  std::atomic<std::uint32_t> units_{0};
  mutable std::mutex units_lock_;
  std::list<std::uint64_t> unit_tags_;  // of the same units
};

}  // namespace mentat::node
