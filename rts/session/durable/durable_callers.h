// The calls of this process to durable objects, wherever these are (docs/durable.md). A call stays
// here with its arguments until it is answered. If the process of the object ends, the keeper is
// asked where the object goes on, and all calls without an answer are sent there, in their order
// and under their numbers.
//
// Thread-safety: all functions, from workers. Ownership: holds the reference with which a call
// would be executed, until its answer. Errors: as error tokens of the call. Cost: a lock and some
// look-ups for each call, and a copy of its arguments.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mmps/base/byte_buffer.h"
#include "mmps/wire/mentat_message.h"
#include "rts/durable/channel.h"
#include "rts/executor/executor.h"
#include "rts/session/calls/durable_sender.h"
#include "rts/session/endpoint/outbox.h"
#include "rts/session/members/members.h"

namespace mentat::node {

class durable_callers final : public durable_sender {
 public:
  // `holds_results`: results leave behind the answers to the calls (docs/custody.md, rule 5).
  durable_callers(outbox& out, members& others, bool holds_results);
  void serve(executor& with) { runtime_ = &with; }

  void send(const mmps::mmps_name& object, computation_instance& call) override;
  [[nodiscard]] std::size_t pending() const override {
    return pending_.load(std::memory_order_relaxed);
  }
  void on_answer(const mmps::message_header& header, std::span<const std::byte> body);
  void on_located(const mmps::message_header& header, std::span<const std::byte> body);
  // All messages of the process have been handled.
  void process_ended(const ended_process& news);

 private:
  struct kept_call {
    computation_instance* call = nullptr;  // null: answered
    const method_description* method = nullptr;
    std::uint64_t place = 0;  // among the calls of this process
    base::byte_buffer body;   // what is sent, with room for the settled number
    mmps::message_header header;
  };
  struct object_called {
    std::mutex lock;
    mmps::mmps_name name;
    durable::channel<kept_call> calls;
    bool is_asked = false;  // the keeper, where it is
    std::string why_gone;   // not empty: there is no such object any more
  };
  using failure = std::function<std::exception_ptr(const error_place& place)>;

  object_called& called(const mmps::mmps_name& object);
  std::vector<std::shared_ptr<object_called>> all();
  bool prepare(const mmps::mmps_name& object, computation_instance& call, kept_call& made);
  bool transmit(const object_called& to, std::uint64_t number, kept_call& one);
  void locate(object_called& for_it);
  void fail_all(object_called& of, const failure& error, bool destroyed);
  void end(const kept_call& one, const failure& error);
  [[nodiscard]] failure session_lost() const;
  std::uint64_t note_made();
  void note_over(std::uint64_t place);
  void await_answers(std::function<void()> then);

  outbox& out_;
  members& members_;
  const bool holds_results_;
  executor* runtime_ = nullptr;
  std::mutex lock_;
  std::map<mmps::mmps_name, std::shared_ptr<object_called>> objects_;
  std::atomic<std::size_t> pending_{0};
  std::mutex counting_;
  std::deque<bool> is_over_;  // of the calls from number over_ on
  std::uint64_t over_ = 0;    // all before it are over
  std::vector<std::pair<std::uint64_t, std::function<void()>>> waiting_;
};

}  // namespace mentat::node
