// Decodes the calls of other processes that are executed in this one, executes them like local
// calls, and answers them along the future that came with them (replies.h).
//
// A unit is FINISHED when its receiver can get its result and all calls
// made on its behalf are done (executed_units.h). A call of an object that may be repeated takes
// effect once. A partial call stands in the queue of its object until its tokens have come
// (partial_calls.h). Thread-safety: all functions, from workers. Errors: as error tokens along the
// future; malformed messages are dropped.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "mmps/base/seeded_bug.h"
#include "mmps/shm/bell.h"
#include "mmps/wire/mentat_message.h"
#include "rts/executor/executor.h"
#include "rts/session/calls/partial_calls.h"
#include "rts/session/calls/replies.h"
#include "rts/session/calls/withdrawal_queue.h"
#include "rts/session/custody/added_arcs.h"
#include "rts/session/custody/executed_units.h"
#include "rts/session/endpoint/outbox.h"

namespace mentat::node {

// The local identity of a caller in another process; `inside`: its identity there.
inline std::uint64_t caller_of(std::uint64_t mark_of_process, std::uint64_t inside) {
  return lineage_of(mark_of_process, inside) | 1;
}

class incoming_calls {
 public:
  incoming_calls(const mmps::mmps_name& self, outbox& out, mmps::shm::doorbell& page,
                 const base::clock& clock = base::machine_clock(),
                 const std::function<std::uint32_t()>& run_time = nullptr,
                 base::seeded_bug bug = base::seeded_bug::none)
      : self_(self),
        out_(out),
        bug_(bug),
        added_(bug),
        partial_(bug),
        units_(out, added_, page, clock, run_time, bug),
        replies_(out, added_, bug) {}
  void serve(executor& with) {
    runtime_ = &with;
    replies_.serve(with);
  }

  // A call of an object, or a unit.
  void on_exec(const received_call& message);
  // An argument of a call of an object that is here.
  void on_token(const mmps::message_header& header, std::span<const std::byte> body);
  // From the caller of a call that was sent here before, or from the token-matching unit.
  void on_arcs(const mmps::message_header& header, std::span<const std::byte> body);
  // A caller asks that its call fails, unless it has begun: done by withdraw_asked(), when no fiber
  // runs here. Returns whether something was asked. If the call of an object, or one of a regular
  // class, has handed its result on to another call, that one fails: `withdraw_sent` does that if
  // that call was sent to a third process.
  using call_test = std::function<bool(const computation_instance&)>;
  using withdraw_sent_fn = std::function<void(const call_test&, const std::exception_ptr&)>;
  void on_withdraw(const mmps::message_header& header, std::span<const std::byte> body);
  void ask_to_withdraw(const mmps::mmps_name& to, const mmps::tag& of,
                       std::span<const std::byte> error) {
    withdrawals_.put(to, of, error);
  }
  bool withdraw_asked(const withdraw_sent_fn& withdraw_sent);
  [[nodiscard]] bool has_to_withdraw() const { return withdrawals_.is_pending(); }
  void on_instantiate(const mmps::message_header& header, std::span<const std::byte> body);
  void process_ended(const mmps::mmps_name& process);
  void object_ended(const mmps::mmps_name& object);  // of this process
  bool answer_if_repeated(computation_instance& call) { return replies_.answer_if_repeated(call); }
  [[nodiscard]] bool is_repeated(const computation_instance& call) const {
    return replies_.is_repeated(call);
  }

  // The origins of the tags of units that are executed here, at most `most`.
  [[nodiscard]] std::vector<std::uint64_t> some_units(std::size_t most) const {
    return units_.some(most);
  }
  [[nodiscard]] std::uint32_t units() const { return units_.count(); }
  // Tells the callers of their units that are FINISHED.
  void tell_finished() {
    if (!units_.finished().empty()) units_.finished().tell();
  }
  [[nodiscard]] bool has_to_tell() const { return !units_.finished().empty(); }
  // Calls that wait for arguments, arguments that came before their call, and calls to which arcs
  // were added.
  [[nodiscard]] std::size_t partial() const { return partial_.waiting(); }
  [[nodiscard]] const executed_units& executed() const { return units_; }
  [[nodiscard]] std::size_t early_arguments() const { return partial_.early(); }
  [[nodiscard]] std::size_t added_arcs_of() const { return added_.calls(); }
  // Since the start: messages that made no sense, dropped early arguments and orders to withdraw a
  // call, and results and calls that are no longer kept for repetitions.
  [[nodiscard]] std::uint64_t malformed() const {
    return malformed_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t early_arguments_dropped() const { return partial_.dropped(); }
  [[nodiscard]] std::uint64_t withdrawals_dropped() const { return withdrawals_.dropped(); }
  [[nodiscard]] reply_cache::losses lost() const { return replies_.lost(); }

 private:
  class creation;

  static const class_info* class_called(const server_object* object, std::uint64_t hash);
  static bool take_missing(const received_call& message, const reply& answer,
                           partial_calls::waiting_call& waiting);
  std::exception_ptr classify(const received_call& message, bool to_object,
                              const server_object* object, reply& answer);
  static std::exception_ptr refusal(const received_call& message, bool to_object,
                                    const server_object* object, const reply& answer);
  static computation_instance* decode(const received_call& message, const reply& answer,
                                      std::uint64_t missing);
  void accept_partial(computation_instance& call, partial_calls::waiting_call waiting,
                      std::unique_ptr<reply> answer);
  void take_argument(computation_instance& call, std::size_t argument, std::uint16_t flags,
                     std::span<const std::byte> value);
  void take_early_argument(computation_instance& call, const partial_calls::early_token& token);
  void fail_argument_without_room(computation_instance& call, std::size_t argument);
  void answer_instantiate(const mmps::message_header& request, bool error,
                          std::span<const std::byte> body);
  void note_announced(const mmps::mmps_name& object);
  void note_came(const computation_instance& call, reply& answer) const;
  void note_malformed() { malformed_.fetch_add(1, std::memory_order_relaxed); }

  const mmps::mmps_name self_;
  outbox& out_;
  const base::seeded_bug bug_;
  executor* runtime_ = nullptr;
  added_arcs added_;
  partial_calls partial_;
  executed_units units_;
  replies replies_;
  std::atomic<std::uint64_t> malformed_{0};
  withdrawal_queue withdrawals_;
  std::mutex unannounced_lock_;
  // Objects not yet announced to the instantiation manager; true: they have ended.
  std::map<mmps::mmps_name, bool> unannounced_;
};

}  // namespace mentat::node
