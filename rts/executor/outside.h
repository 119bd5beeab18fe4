// The other processes of a session, as the executor of this one sees them [TOCS96 3.1]. Mode
// threads has none. rts/session implements it.
//
// An object of another process has a server_object here, which is far: calls that wait for
// arguments, and those behind them, are put in order like those of an object that is here, and to
// run one is to send it; others are sent at once, by several workers perhaps. A call that was sent
// is claimed, and gets its outcome when the answer is taken in. Thread-safety: all functions, from
// the executor's workers. None waits but create().
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include "mmps/wire/hint.h"
#include "mmps/wire/mmps_name.h"
#include "rts/core/class_info.h"
#include "rts/core/computation_instance.h"
#include "rts/core/server_object.h"

namespace mentat {

class outside {
 public:
  // Takes in what has arrived: calls for this process, results, news. True if there was something.
  // The first worker, which waits for the network when all sleep, looks there at each call.
  virtual bool receive(unsigned worker) = 0;
  [[nodiscard]] virtual bool has_mail() const = 0;
  // As receive(), only from who sent last: what comes within a moment (some 0.1 us).
  virtual bool receive_from_last() = 0;
  // Who is to bring what comes next may need the core on which this thread runs: who sent last, or
  // the thread of this process that reads the network.
  [[nodiscard]] virtual bool shares_core() const = 0;
  // What comes next is brought by a thread of this process, which wakes who sleeps: this worker
  // would only disturb it by looking. For the first worker that is so if it brings many at a time.
  [[nodiscard]] virtual bool prefers_blocking_wait(unsigned worker) const = 0;

  // The far object of this name; null if its process has ended, or the object is known to be gone.
  virtual server_object* find(const mmps::mmps_name& name) = 0;
  // As in run_time_system.
  [[nodiscard]] virtual bool places_objects() const = 0;
  virtual void create(computation_instance& creation, std::uint16_t constructor,
                      std::span<const mmps::hint> wanted) = 0;
  // An object of this process has ended.
  virtual void ended(const mmps::mmps_name& object) = 0;
  // Sends a call of a far object; takes over the reference with which it would be executed.
  // Unshared: nobody but who made it can reach it yet.
  virtual void send(server_object& far, computation_instance& call, bool unshared) = 0;
  [[nodiscard]] virtual bool sends_partial() const = 0;  // calls before their arguments are there
  // A call of an object that is here, made on behalf of a unit: has the same unit, when it was
  // executed before, made it already? Then it gets its result from there; takes over the reference.
  virtual bool take_repeated(computation_instance& call) = 0;
  // Calls of regular classes. Is every one to be executed elsewhere?
  [[nodiscard]] virtual bool offloads_everything() const = 0;
  // A worker has so many units queued; is the oldest one to be executed elsewhere? Cheap.
  [[nodiscard]] virtual bool should_offload(std::size_t queued) const = 0;
  // A complete or partial call of a regular class that the caller has claimed; takes over its
  // reference.
  virtual void send_elsewhere(computation_instance& call) = 0;
  // How many units a worker has to run: for the placement of others.
  virtual void note_load(unsigned worker, std::size_t runnable) = 0;

  // The main program of this process has ended, and all that it started: the others may end too.
  // Comes back when they have.
  virtual void main_ended() = 0;
  // Everything here sleeps, and only something from outside can change that. How long to sleep, in
  // nanoseconds (0: without end); empty: nothing will come any more.
  virtual std::optional<std::int64_t> all_asleep() = 0;

  // What a worker sleeps on: a word that other processes can reach. It listens from before it looks
  // for mail for the last time.
  virtual std::atomic<std::uint32_t>& word(unsigned worker) = 0;
  virtual void listen(unsigned worker) = 0;
  virtual void stop_listening(unsigned worker) = 0;
  // Sleeps while the word is `expected`, at most so many nanoseconds (0: without end). May come
  // back early.
  virtual void sleep(unsigned worker, std::uint32_t expected, std::int64_t longest) = 0;

 protected:
  ~outside() = default;
};

}  // namespace mentat
