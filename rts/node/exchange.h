// What this process exchanges with the others of its session: calls and results as messages. The
// executor's view of them (outside).
//
// A call of a far object becomes an `exec` to the object; a call of a regular class that is
// executed elsewhere an `exec` to the token-matching unit of the host, which finds it a process.
// The future of both is one arc: to this process, which waits for the result under a tag of its
// own. A call that comes in is decoded, gets an arc that sends its result along the future that
// came with it, and is submitted like a call that was made here. Custody (docs/custody.md): the
// token-matching unit keeps a call until the process that executed it has said `finished`, which it
// says when the result lies where its receiver finds it. A call of a persistent object whose
// process ends fails with the cause. Thread-safety: functions of outside from workers; note_*()
// from the thread that hears of processes. Errors: as error tokens.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "rts/executor/executor.h"
#include "rts/executor/outside.h"
#include "rts/node/endpoint.h"
#include "rts/node/far_objects.h"
#include "rts/node/far_output.h"
#include "rts/node/notice.h"
#include "rts/node/pending_calls.h"
#include "rts/node/quiet_check.h"
#include "rts/node/settings.h"

namespace mentat::node {

class exchange final : public outside {
 public:
  struct options {
    mmps::mmps_name self;
    bool is_driver = false;
    exchange_placement placement = exchange_placement::share;
    mmps::mmps_name driver{};   // of another host: it prints what this process prints
    std::size_t threshold = 2;  // units that a worker keeps for itself before others get some
  };

  exchange(const options& chosen, endpoint& through);
  exchange(const exchange&) = delete;
  exchange& operator=(const exchange&) = delete;
  ~exchange();
  void serve(executor& with) { runtime_ = &with; }  // before it runs

  // News of the session, in the order in which it happened.
  void note_up(const mmps::mmps_name& process, role what, const std::string& address);
  void note_down(const mmps::mmps_name& process, role what, const std::string& cause);

  // In a worker process: waits, on its main fiber, until the driver's program has ended.
  void wait_for_end();
  // In a worker process, after its executor has ended.
  void say_ended();

  // --- outside
  bool receive() override;
  [[nodiscard]] bool has_mail() const override;
  server_object* find(const mmps::mmps_name& name) override;
  mmps::mmps_name create(const class_info& of_class) override;
  void ended(const mmps::mmps_name& object) override;
  void send(server_object& far, computation_instance& call) override;
  [[nodiscard]] bool takes_all() const override;
  [[nodiscard]] bool takes_one(std::size_t queued) const override;
  void send_elsewhere(computation_instance& call) override;
  void note_load(unsigned worker, std::size_t runnable) override;
  void main_ended() override;
  std::optional<std::int64_t> all_asleep() override;
  std::atomic<std::uint32_t>& word(unsigned worker) override;
  void listen(unsigned worker) override { endpoint_.bell().listen(worker); }
  void stop_listening(unsigned worker) override { endpoint_.bell().stop_listening(worker); }

 private:
  struct reply;
  class creation;
  struct news {
    mmps::mmps_name process;
    node::role role;
    std::string cause;  // of its end
  };

  void send_call(const mmps::mmps_name& to, const mmps::mmps_name& answers,
                 computation_instance& call);
  void fail_call(computation_instance& call, std::exception_ptr error);
  void call_lost(const pending_call& lost, const std::string& cause);
  void answer(const mmps::message_header& to, std::span<const std::byte> future, bool error,
              std::span<const std::byte> value);
  void say_finished(const mmps::message_header& unit);
  void answer_error(const mmps::message_header& to, std::span<const std::byte> future,
                    const std::exception_ptr& error);

  void handle(const mmps::message_header& header, std::span<const std::byte> body);
  void on_exec(const mmps::message_header& header, std::span<const std::byte> body);
  void on_result(const mmps::message_header& header, std::span<const std::byte> body);
  void on_instantiate(const mmps::message_header& header);
  void on_instantiated(const mmps::message_header& header, std::span<const std::byte> body);
  void answer_instantiate(const mmps::message_header& request, bool error,
                          std::span<const std::byte> body);
  void on_bye(const mmps::message_header& header);
  void on_query(const mmps::message_header& header);
  void on_pong(const mmps::message_header& header, std::span<const std::byte> body);
  void flush_output();
  bool transmit(mmps::message_header& header, std::span<const std::byte> body,
                std::function<void()> when_out = nullptr);
  [[nodiscard]] activity activity_here() const;
  void take_news();
  [[nodiscard]] std::exception_ptr session_lost(const computation_instance& call) const;
  std::string cause_of_end(const mmps::mmps_name& process);

  const options chosen_;
  endpoint& endpoint_;
  endpoint::handler handler_;
  executor* runtime_ = nullptr;
  std::optional<far_output> printed_;  // for the driver of another host
  far_hosts far_;
  pending_calls pending_;
  computation_instance* end_ = nullptr;  // of a worker: what its main fiber waits for
  mmps::mmps_name driver_;               // of a worker: who said that it is to end
  tag end_tag_{};                        // and under which tag

  mutable std::mutex lock_;
  std::vector<news> news_;
  std::atomic<bool> has_news_{false};
  std::vector<news> others_;  // that live
  std::string broken_;        // why the session cannot go on: a daemon has ended
  std::atomic<bool> is_broken_{false};
  std::atomic<mmps::shm::bell_page*> manager_page_{nullptr};
  std::vector<news> ended_;  // with their causes
  std::atomic<bool> ending_{false};
  std::atomic<std::uint64_t> sent_{0}, received_{0};  // messages that make something happen
  std::atomic<std::uint32_t> units_{
      0};  // of the token-matching unit, executed here and not finished
  std::atomic<std::uint32_t> units_noted_{0};  // of them, when the load was noted last
  quiet_check quiet_;                          // of the driver; with the lock
  std::atomic<bool> to_break_{false};          // the session is quiet, and a wait here is to end
};

}  // namespace mentat::node
