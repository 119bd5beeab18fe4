// What an executor tells the recording. Nothing of it is on the way of a call that is not recorded:
// only calls that are executed specially come here (rts/executor/execute.h).
//
// Thread-safety: each object belongs to one fiber, which may go on in another thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rts/core/computation_instance.h"
#include "rts/core/server_object.h"
#include "rts/core/source_place.h"
#include "rts/record/event.h"
#include "rts/record/shared_rings.h"

namespace mentat::record {

// A number that tells the calls of one process that live at the same time apart.
inline std::uint64_t number_of(const computation_instance& call) {
  return reinterpret_cast<std::uintptr_t>(&call) >> 4;
}

// Records the execution of a call while it lives. Cost of a call that is only counted: 3 to 4 ns.
class recorded_call {
 public:
  explicit recorded_call(const computation_instance& call) : call_(call) {
    ring* const with = own_ring();
    if (!with) [[unlikely]]
      return;
    method_counts& counts = with->counts_of(*call.of_class(), call.function());
    counts.calls.store(counts.calls.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    before_ = with->running();
    if (counts.sampled.takes_next()) [[unlikely]]
      begin(*with, counts);
    else
      with->set_running({number_of(call), counts.method, false});
  }
  recorded_call(const recorded_call&) = delete;
  recorded_call& operator=(const recorded_call&) = delete;
  ~recorded_call() {
    ring* const with = own_ring();  // perhaps of another thread
    if (!with) [[unlikely]]
      return;
    if (begin_ != 0) end(*with);
    with->set_running(before_);
  }

 private:
  void begin(ring& with, method_counts& counts);
  void end(ring& with);

  const computation_instance& call_;
  std::uint64_t begin_ = 0;  // 0: only counted
  running_call before_;
  std::uint64_t begin_before_ = 0;
};

// Records the main program of a process while it lives.
class recorded_main {
 public:
  recorded_main();
  recorded_main(const recorded_main&) = delete;
  recorded_main& operator=(const recorded_main&) = delete;
  ~recorded_main();

 private:
  std::uint64_t begin_ = 0;
};

// Records that the running function stands while this lives: it leaves its worker, and goes on,
// perhaps in another one.
class recorded_pause {
 public:
  recorded_pause();
  recorded_pause(const recorded_pause&) = delete;
  recorded_pause& operator=(const recorded_pause&) = delete;
  ~recorded_pause();

 private:
  running_call paused_;
  std::uint64_t paused_begin_ = 0;
  std::uint64_t begin_ = 0;  // 0: nothing is recorded
  std::uint64_t awaited_ = 0;
  std::uint16_t left_ = 0;  // the ring of the worker
};

// The next pause is a wait for this call, whose result is needed there.
void note_awaited(const computation_instance& wanted, source_place at);
// Level `full`: the running function needs the result of the call there, or has made the call.
void note_needed(const computation_instance& wanted, source_place at);
void note_called(const computation_instance& made);
// This worker has taken from another one's queue what it runs next.
void note_stolen(stolen_item what, const computation_instance* call);
// Whether the ends of messages are recorded: all at level `full`, else those of other hosts. A
// message within a host costs too little.
[[nodiscard]] inline bool notes_ends(bool is_other_host) {
  return is_on() && (is_other_host || rings()->level == level::full);
}
// One of the four ends of messages (event.h), before it is sent, or when it has come. `under`: the
// number under which the caller waits. Call if notes_ends().
void note_end(event_kind which, const computation_instance& call, std::uint64_t under,
              std::uint32_t peer_host, std::uint32_t peer_process);
// A persistent object of this process was made, or ends. Call if is_on().
void note_object(event_kind which, const server_object& object);
// This worker handles a message of that process. Call if is_on().
void note_received(message_kind what, std::uint32_t host, std::uint32_t process, std::size_t bytes);

}  // namespace mentat::record
