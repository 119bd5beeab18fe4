// Connects the executor with the other processes of the session: implements outside. It decides
// where objects are made and calls executed, and dispatches incoming messages to its parts.
// Thread-safety: functions of outside from workers; note_*() from the thread that gets the news of
// processes. Errors: as error tokens.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mmps/base/clock.h"
#include "mmps/base/rate_limiter.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/machine/processor.h"
#include "rts/config/settings.h"
#include "rts/executor/executor.h"
#include "rts/executor/outside.h"
#include "rts/replica/replica_copies.h"
#include "rts/session/calls/incoming_calls.h"
#include "rts/session/calls/leases.h"
#include "rts/session/calls/outgoing_calls.h"
#include "rts/session/calls/remote_objects.h"
#include "rts/session/calls/spreading.h"
#include "rts/session/durable/durable_callers.h"
#include "rts/session/durable/durable_objects.h"
#include "rts/session/endpoint/endpoint.h"
#include "rts/session/endpoint/notice.h"
#include "rts/session/endpoint/outbox.h"
#include "rts/session/inspection.h"
#include "rts/session/members/authority.h"
#include "rts/session/members/members.h"
#include "rts/session/observer/report.h"
#include "rts/session/replicas/update_sender.h"
#include "rts/session/session_end.h"

namespace mentat::node {

class exchange final : public outside {
 public:
  struct options {
    mmps::mmps_name self;
    bool is_driver = false;
    mmps::mmps_name driver{};        // of another host
    bool sends_output = true;        // to the driver, which prints it
    bool ends_with_objects = false;  // an object process
    exchange_placement placement = exchange_placement::share;
    bool sends_all = false;     // calls of regular classes that another process could execute
    std::size_t threshold = 2;  // units that a worker keeps before other processes get some
    std::uint32_t places = 0;   // units that this process takes from others (mmps/shm/bell.h)
    std::uint32_t workers = 0;  // that run them
    bool sends_units = true;    // straight to other processes
    bool only_far = false;      // only to those of other hosts
    // In a simulation: how long a function is said to have run, in ns. Empty: it is measured.
    std::function<std::uint32_t()> run_time{};
    const base::clock* clock = &base::machine_clock();
    bool checks_copies = false;  // of replicated objects
    // Until all callers know that this host is drained, and calls that they have sent here arrive.
    base::duration callers_know_within = 20 * base::millisecond;
    base::seeded_bug bug = base::seeded_bug::none;
  };

  exchange(const options& chosen, endpoint& through);
  exchange(const exchange&) = delete;
  exchange& operator=(const exchange&) = delete;
  ~exchange() { endpoint_.close(); }  // it calls members of this
  void serve(executor& with);         // before it runs
  void retire();                      // before it ends: inspection stops
  // The rows of inspection.h; any thread. Empty before serve() and after retire().
  std::string inspect(const std::string& what, std::size_t most);

  // The functions that run and wait, in words (report.h); otherwise as inspect().
  std::string report(const std::vector<running_stack>& stacks);
  std::string explain_waits();  // deadlock_text.h

  // The state still held for calls, in words; empty: none, as required at the end.
  [[nodiscard]] std::string kept() const;
  // Messages since the start that made no sense.
  [[nodiscard]] std::uint64_t malformed() const { return incoming_.malformed(); }

  // News of the session, in the order in which it happened.
  void note_up(const mmps::mmps_name& process, role what, const std::string& address);
  void note_down(const mmps::mmps_name& process, role what, const std::string& cause,
                 suspects_of_end suspects);
  // As in session_process.
  void note_drains(const mmps::mmps_name& manager);

  void wait_for_end() { end_.wait_for_end(); }
  void say_ended() { end_.say_ended(); }

  // --- outside
  bool receive(unsigned worker) override;
  [[nodiscard]] bool has_mail() const override {
    return members_.has_news() || endpoint_.has_mail();
  }
  bool receive_from_last() override {
    for (int polls = 0; polls < 4; ++polls) {
      if (endpoint_.has_mail_from_last())
        return note_received(endpoint_.receive_from_last(handler_, &compact_handler_));
      machine::relax();
    }
    return false;
  }
  [[nodiscard]] bool shares_core() const override { return endpoint_.shares_core(); }
  [[nodiscard]] bool prefers_blocking_wait(unsigned worker) const override {
    return endpoint_.prefers_blocking_wait(worker);
  }
  server_object* find(const mmps::mmps_name& name) override { return far_.find(name); }
  [[nodiscard]] bool places_objects() const override { return !end_.is_ending(); }
  void create(computation_instance& creation, std::uint16_t constructor,
              std::span<const mmps::hint> wanted) override;
  void ended(const mmps::mmps_name& object) override;
  void send(server_object& far, computation_instance& call, bool unshared) override {
    outgoing_.send_to_object(object_of(far, call), call, unshared);
  }
  [[nodiscard]] bool sends_partial() const override { return outgoing_.sends_partial(); }
  durable_call* begin_durable(computation_instance& call) override {
    return durable_objects_.begin(call);
  }
  bool withdraw(computation_instance& sent, const std::exception_ptr& error) override;
  bool withdraw_maker(const computation_instance& wanted, const call_test& is_awaited) override {
    return outgoing_.withdraw_maker(wanted, is_awaited);
  }
  bool withdraw_asked() override;
  bool answer_if_repeated(computation_instance& call) override {
    return incoming_.answer_if_repeated(call);
  }
  [[nodiscard]] bool is_repeated(const computation_instance& call) const override {
    return incoming_.is_repeated(call);
  }
  [[nodiscard]] bool offloads_everything() const override;
  [[nodiscard]] bool should_offload(std::size_t queued, std::size_t runnable) override;
  [[nodiscard]] bool is_worth_sending(const computation_instance& call) override;
  [[nodiscard]] bool is_better_complete(const computation_instance& call) const override;
  [[nodiscard]] std::size_t unanswered() const override {
    return outgoing_.pending() + durable_callers_.pending();
  }
  [[nodiscard]] std::size_t unanswered_units() const override { return outgoing_.pending_units(); }
  [[nodiscard]] bool others_run_units() override { return takers_.run_units(); }
  void note_unit_over(unsigned worker) override;
  bool send_elsewhere(computation_instance& call, bool may_stay) override;
  void note_load(unsigned worker, std::size_t runnable) override;
  void main_ended() override { end_.main_ended(); }
  std::optional<std::int64_t> all_asleep() override {
    if (incoming_.has_to_withdraw()) return std::nullopt;
    leases_.give_back(0);  // a thread has slept for a while already
    if (!members_.has_waiting_news() && !is_drained_soon()) return end_.all_asleep();
    members_.ask_for_a_worker();
    return news_poll_interval;
  }
  breakable take_break() override { return end_.take_break(); }
  std::atomic<std::uint32_t>& word(unsigned worker) override;
  std::atomic<std::uint64_t>* executing(unsigned worker) override;
  void listen(unsigned worker) override {
    incoming_.tell_finished();  // before the thread sleeps
    leases_.give_back(leases::shortest_idle);
    endpoint_.bell().listen(worker);
  }
  void stop_listening(unsigned worker) override { endpoint_.bell().stop_listening(worker); }
  void let_time_pass(unsigned worker) override { endpoint_.let_time_pass(worker); }
  void sleep(unsigned worker, std::uint32_t expected, std::int64_t longest) override {
    endpoint_.sleep(worker, expected, longest);
  }
  replica_followers* followers() override { return chosen_.is_driver ? &updates_ : nullptr; }

 private:
  inspected seen_here();
  static constexpr base::duration news_poll_interval = 10 * base::millisecond;
  static constexpr std::uint32_t none_noted = UINT32_MAX;
  static constexpr std::int64_t not_drained = INT64_MAX;

  // The call's generation: the slot may hold another object by now.
  static mmps::mmps_name object_of(const server_object& far, const computation_instance& call) {
    mmps::mmps_name name = far.name();
    name.generation = call.generation();
    return name;
  }
  // The last messages of an ended process may have been handled by now.
  bool note_received(bool any) {
    if (any && members_.has_waiting_news()) [[unlikely]]
      members_.ask_for_a_worker();
    return any;
  }
  bool allows(const mmps::message_header& header);
  void handle(const mmps::message_header& header, std::span<const std::byte> body);
  void on_durable(const mmps::message_header& header, std::span<const std::byte> body);
  bool handle_compact(const mmps::mmps_name& from, const mmps::shm::compact_header& header,
                      std::span<const std::byte> body);
  void handle_rare(mmps::message_type type, const mmps::message_header& header,
                   std::span<const std::byte> body);
  void on_update(const mmps::message_header& header, std::span<const std::byte> body);
  void take_news();
  void note_replaced(const mmps::mmps_name& unit);
  void send_again_to(const mmps::mmps_name& unit);
  [[nodiscard]] bool is_drained_soon() const {
    return drains_since_.load(std::memory_order_relaxed) != not_drained && !end_.is_ending();
  }
  [[nodiscard]] bool has_drained() const;
  void take_undelivered();
  [[nodiscard]] bool is_long(const spreading::function& called) const {
    return takers_.run_time(called) != 0 && !takers_.is_brief(called);
  }
  spreading::choice taker_for(const computation_instance& call, bool may_stay);
  spreading::choice await_room(const spreading::function& called, bool may_stay);
  void want_place(const spreading::function& called);

  const options chosen_;
  const std::uint64_t host_mark_;  // mark_of_host()
  authority authority_;
  base::rate_limiter refused_;
  std::atomic<std::uint64_t> refused_ever_{0};
  endpoint& endpoint_;
  endpoint::handler handler_;
  endpoint::compact_handler compact_handler_;
  far_hosts far_;
  members members_;
  outbox out_;
  spreading takers_;
  leases leases_;
  durable_callers durable_callers_;
  durable_objects durable_objects_;
  outgoing_calls outgoing_;
  incoming_calls incoming_;
  session_end end_;
  update_sender updates_;                     // of the driver
  std::optional<replica_copies> copies_;      // of the other processes
  std::atomic<std::int32_t> other_hosts_{0};  // with an instantiation manager
  std::atomic<bool> awaits_places_{false};    // of other hosts, for calls of a worker
  std::atomic<bool> has_new_members_{false};
  std::atomic<std::int64_t> drains_since_{not_drained};  // ns: this host is being drained
  std::atomic<bool> is_keeper_{false};  // an object process that does not end with its objects
  executor* runtime_ = nullptr;
  std::mutex looking_;
  bool visible_ = false;  // with the lock
  std::atomic<mmps::shm::doorbell*> manager_page_{nullptr};
  std::mutex to_connect_lock_;
  std::vector<mmps::mmps_name> to_connect_;
  std::vector<mmps::mmps_name> replaced_;      // token-matching units that have replaced others
  std::atomic<std::uint32_t> units_noted_{0};  // at the last note of the load
  std::atomic<std::uint32_t> not_worth_sending_{0};
  std::atomic<std::uint32_t> waited_in_vain_{UINT32_MAX};  // the answers at the last wait in vain
  std::atomic<std::int64_t> waits_again_{0};               // then: at this time, in ns
  std::atomic<std::uint32_t> sent_in_vain_{0};             // calls since then
  std::atomic<std::uint32_t> calls_in_vain_{1024};         // so many go before the next wait
};

}  // namespace mentat::node
