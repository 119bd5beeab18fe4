// Sends the calls of this process that are executed in others, and receives their answers.
//
// A call of a far object becomes an `exec` to the object. A call of a regular class becomes one to
// a process that has room (spreading.h); this process keeps the unit until it is FINISHED. Or it
// becomes one to the token-matching unit of the host, which finds a process and keeps the unit
// (docs/custody.md). The future of both is one arc: to this process, which waits for the
// result under a tag of its own. A call of an object whose process ends fails with the cause. The
// number of the message's own tag is the call's lineage (rts/core/custody_scope.h), equal in
// repeated calls; the origin tells two messages of the same lineage apart, and in a call of an
// object names the caller, whose calls the object keeps in order.
//
// A partial call (computation_instance::note_partial()) is sent without the arguments that come
// from other processes: each becomes an arc from its producer (docs/custody.md). The arcs are
// handed on to the process that executes the producer, with its call or in messages `arcs` after
// it; this process serves those that its answer does not include. Thread-safety: all functions,
// from workers. Only create() waits. Errors: as error tokens of the call.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mmps/base/seeded_bug.h"
#include "mmps/wire/hint.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/unit_claims.h"
#include "rts/api/typed_instance.h"
#include "rts/executor/executor.h"
#include "rts/session/calls/durable_sender.h"
#include "rts/session/calls/pending_calls.h"
#include "rts/session/calls/spreading.h"
#include "rts/session/calls/transfer_times.h"
#include "rts/session/endpoint/kept_tokens.h"
#include "rts/session/endpoint/outbox.h"
#include "rts/session/members/members.h"

namespace mentat::node {

class outgoing_calls final : public sender {
 public:
  // Partial calls that wait for their answers; beyond it, calls wait here for their arguments.
  static constexpr std::size_t max_partial = 4096;
  static constexpr std::uint16_t max_messages = 4096;  // messages with arcs of one call

  outgoing_calls(const mmps::mmps_name& self, outbox& out, const members& others, spreading& takers,
                 durable_sender& durable, const base::clock& clock,
                 base::seeded_bug bug = base::seeded_bug::none);
  void serve(executor& with) { runtime_ = &with; }

  // Each takes over the reference with which the call would be executed. `unshared`: only its maker
  // can reach it yet, so it has no arcs.
  void send_to_object(const mmps::mmps_name& object, computation_instance& call, bool unshared);
  void send_to_matching(computation_instance& call);  // complete or partial, of a regular class
  // Sends a complete call of a regular class to that process, and keeps it. If the process ends
  // first, the token-matching unit gets it.
  void send_unit(spreading::choice to, computation_instance& call);
  // Makes an object in the process `by`, or in one that this instantiation manager chooses; waits
  // (run_time_system.h).
  void create(computation_instance& creation, std::uint16_t constructor,
              std::span<const mmps::hint> wanted, const mmps::mmps_name& by);
  [[nodiscard]] bool sends_partial() const {
    return pending_.partial() < max_partial && !members_.broken();
  }
  void arcs_added(computation_instance& sent) override;
  void abandon(computation_instance& sent) override;
  // As call_placement::withdraw(). Once: if the session is quiet again and the call has no answer,
  // it has begun. A call of a regular class may be executed in any process, and so all are asked
  // but this one.
  bool withdraw(computation_instance& sent, const std::exception_ptr& error);
  // The same for the first call of an object that `is_wanted` accepts. Null: its own error.
  using call_test = std::function<bool(const computation_instance&)>;
  bool withdraw_one(const call_test& is_wanted, const std::exception_ptr& error);
  // The same for any call, or for a maker of its argument.
  bool withdraw_sent(const call_test& is_wanted, const std::exception_ptr& error);
  // As in call_placement; also in this process.
  bool withdraw_maker(const computation_instance& wanted, const call_test& is_awaited);
  [[nodiscard]] tag tag_of(const computation_instance& sent) const {
    return pending_.tag_of(sent.sent_under());
  }
  // Tells this process of the session to end. The result is there when it has.
  [[nodiscard]] cip<void> send_bye(const mmps::mmps_name& process);

  // `included`: the messages `arcs` that the answer includes.
  // `run_time`: of the function, in ns; 0: not measured.
  void on_result(const tag& under, std::uint16_t flags, std::uint16_t included,
                 std::uint32_t run_time, std::span<const std::byte> value);
  // Units that are kept here are FINISHED.
  void on_finished(const mmps::mmps_name& process, std::span<const std::byte> numbers);
  void on_instantiated(const mmps::message_header& header, std::span<const std::byte> body);
  void on_bye(const mmps::message_header& header);
  // Fails the calls that wait for the process.
  void process_ended(const ended_process& news);
  // `next` takes the place of the token-matching units before it: it gets what they had got, and
  // the units that this process executes for them. Does nothing if it has got that.
  void process_replaced(const mmps::mmps_name& next, std::span<const mmps::unit_claim> executed);
  // A token-matching unit that has taken over asks which of these units this process awaits.
  void on_question(const mmps::mmps_name& unit, std::span<const std::byte> body);

  // As pending_calls::visit().
  template <class Visitor>
  void visit_pending(Visitor&& visit) const {
    pending_.visit(visit);
  }
  // The consumer of an argument, in another process, and which argument; empty: the arc brings
  // none.
  struct far_consumer {
    tag of;  // as its process knows it: a call of an object, or a unit
    std::size_t argument;
  };
  [[nodiscard]] static std::optional<far_consumer> consumer_of(arc& one);
  [[nodiscard]] static tag unit_of(const tag& pending, const computation_instance& call) {
    return tag_of_unit(call.lineage(), pending);
  }
  // The origin of the tag of a pending call's unit, if it is of a regular class.
  static std::uint64_t unit_tag(const tag& pending) {
    return lineage_of(pending.origin, pending.number);
  }
  [[nodiscard]] std::size_t pending() const { return pending_.size(); }
  [[nodiscard]] std::size_t partial() const { return pending_.partial(); }
  [[nodiscard]] std::size_t pending_units() const { return pending_.complete_units(); }

 private:
  static tag tag_of_unit(lineage of, const tag& pending) {
    const std::uint64_t unique = unit_tag(pending);
    return {of != 0 ? of : unique, unique};
  }
  class token_arc;
  static bool is_argument(const computation_instance& maker, const tag& of_consumer);
  class missing_arguments;
  struct described;

  void send(const mmps::mmps_name& to, const tag& of, std::uint16_t flags,
            computation_instance& call);
  bool write_arguments(computation_instance& call, const method_description* method,
                       const missing_arguments* missing, base::byte_buffer& body,
                       std::vector<borrowed_bytes>& lent, bool keeps = false);
  // Returns the number of the call's tag.
  [[nodiscard]] bool is_noted(const mmps::mmps_name& to) const;
  void note_call_sent(const computation_instance& call, std::uint64_t under,
                      const mmps::mmps_name& to) const;
  std::uint64_t note_pending(computation_instance& call, const mmps::mmps_name& to,
                             const method_description* method, bool unshared,
                             std::vector<std::byte>& more_arcs);
  bool transmit_exec(const mmps::mmps_name& to, const tag& of, std::uint16_t flags,
                     const described& what, const tag& under, std::span<const std::byte> more_arcs,
                     base::byte_buffer& body, std::vector<borrowed_bytes>&& lent);
  void write_future(mmps::message_header& header, const tag& under,
                    std::span<const std::byte> more_arcs, base::byte_buffer& body,
                    std::vector<borrowed_bytes>& lent, std::size_t room) const;
  void send_tokens(const mmps::mmps_name& unit, computation_instance& call);
  void hand_over_all_of(const ended_process& news);
  void hand_over(std::uint64_t under, const std::string* cause);
  static void write_present(computation_instance& call, const method_description& method,
                            const missing_arguments& missing, base::byte_buffer& behind);
  void forward_after(computation_instance& sent, bool last);
  static bool wanted_here(const computation_instance& sent);
  static void forward_with(pending_call& sent, std::vector<std::byte>& future);
  void draw_arcs(const mmps::mmps_name& to, const described& what, const tag& consumer,
                 std::span<const std::byte> future, const error_place& place,
                 const missing_arguments& missing);
  [[nodiscard]] mmps::message_header arcs_of(const computation_instance& sent,
                                             const mmps::mmps_name& to) const;
  void send_arcs(mmps::message_header header, std::uint16_t number,
                 std::span<const std::byte> future, std::uint16_t flags = 0);
  [[nodiscard]] bool note_delivered(const pending_call& answered, std::uint16_t included) const;
  void fail_call(computation_instance& call, std::exception_ptr error);
  void call_lost(const pending_call& lost, const std::string& cause);
  bool transmit(mmps::message_header& header, const tag& under, const mmps::mmps_name& answers,
                base::byte_buffer& body, std::vector<borrowed_bytes>&& lent = {});
  void lose(const tag& under, const mmps::mmps_name& answers);
  [[nodiscard]] std::exception_ptr session_lost(const computation_instance& call) const;

  const mmps::mmps_name self_;
  outbox& out_;
  const members& members_;
  spreading& takers_;
  durable_sender& durable_;
  executor* runtime_ = nullptr;
  pending_calls pending_;
  transfer_times transfers_;
  std::mutex handing_over_;
  const base::seeded_bug bug_;
};

}  // namespace mentat::node
