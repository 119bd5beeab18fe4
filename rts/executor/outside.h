// The executor's interface to the other processes of a session [TOCS96 3.1]. Mode threads has none.
// rts/session implements it.
//
// A far server_object here stands for an object of another process. It orders calls that wait for
// arguments, and those behind them, like a local object; running such a call means sending it.
// Other calls are sent at once, possibly by several workers. A sent call is claimed, and gets its
// outcome when the answer is received. Thread-safety: all functions, from the executor's workers.
// Only create() waits.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <span>

#include "mmps/wire/hint.h"
#include "mmps/wire/mmps_name.h"
#include "rts/core/class_info.h"
#include "rts/core/computation_instance.h"
#include "rts/core/server_object.h"
#include "rts/executor/breakable.h"
#include "rts/replica/replica_update.h"

namespace mentat {

// Messages of other processes, and sleep until one arrives.
class mail {
 public:
  // Handles the messages that have arrived: calls for this process, results, news. True if there
  // was one. The first worker, which waits for the network when all sleep, polls the network at
  // each call.
  virtual bool receive(unsigned worker) = 0;
  [[nodiscard]] virtual bool has_mail() const = 0;
  // As receive(), only from the last sender; polls for a moment (some 0.1 us).
  virtual bool receive_from_last() = 0;
  // Whether the expected source of the next message may need the core on which this thread runs:
  // the last sender, or the thread of this process that reads the network.
  [[nodiscard]] virtual bool shares_core() const = 0;
  // Whether a thread of this process delivers the next message and wakes sleeping workers: polling
  // would only disturb it. For the first worker this holds only while messages come in bulk.
  [[nodiscard]] virtual bool prefers_blocking_wait(unsigned worker) const = 0;

  // The word on which a worker sleeps; other processes can reach it. The worker calls listen()
  // before its last check for mail.
  virtual std::atomic<std::uint32_t>& word(unsigned worker) = 0;
  // Where it says which unit it executes; null: there is no place for so many workers.
  virtual std::atomic<std::uint64_t>* executing(unsigned worker) = 0;
  virtual void listen(unsigned worker) = 0;
  virtual void stop_listening(unsigned worker) = 0;
  // Sleeps while the word is `expected`, at most `longest` nanoseconds (0: without end). May return
  // early.
  virtual void sleep(unsigned worker, std::uint32_t expected, std::int64_t longest) = 0;
  // Lets some time pass if it passes only while this process sleeps, as in a simulation.
  virtual void let_time_pass(unsigned worker) = 0;

 protected:
  ~mail() = default;
};

class durable_call;

// Objects and calls of other processes.
class call_placement {
 public:
  // The far object of this name; null if its process or the object is known to have ended.
  virtual server_object* find(const mmps::mmps_name& name) = 0;
  // As in run_time_system.
  [[nodiscard]] virtual bool places_objects() const = 0;
  virtual void create(computation_instance& creation, std::uint16_t constructor,
                      std::span<const mmps::hint> wanted) = 0;
  // An object of this process has ended.
  virtual void ended(const mmps::mmps_name& object) = 0;
  // Sends a call of a far object; takes over the reference with which it would be executed.
  // `unshared`: only its maker can reach it yet.
  virtual void send(server_object& far, computation_instance& call, bool unshared) = 0;
  // As in run_time_system.
  virtual durable_call* begin_durable(computation_instance&) { return nullptr; }
  [[nodiscard]] virtual bool sends_partial() const = 0;  // whether calls go without all arguments
  // Asks the process of an object to take this call out of it and to fail it with the error, unless
  // that was asked before; the answer is the call's ordinary one. The same for a call to which the
  // call has handed its result on. False: the call was not sent, or it was asked before. REQUIRES
  // that nothing runs in the session.
  virtual bool withdraw(computation_instance& sent, const std::exception_ptr& error) = 0;
  // The same for a call whose result is an argument of the wanted one, which waits for it: not an
  // awaited one, and one for which this was not asked before. While the wanted one was not sent,
  // its makers are not known: a call whose result is an argument of another one. False: there is
  // none.
  using call_test = std::function<bool(const computation_instance&)>;
  virtual bool withdraw_maker(const computation_instance& wanted, const call_test& is_awaited) = 0;
  // Does what other processes have asked for in this way; false: nothing. REQUIRES that no fiber
  // runs here.
  virtual bool withdraw_asked() = 0;
  // Whether an earlier execution of the same unit already made this call of a local object. Then
  // the call gets the result of the earlier one, and this takes over the reference.
  virtual bool answer_if_repeated(computation_instance& call) = 0;
  [[nodiscard]] virtual bool is_repeated(const computation_instance& call) const = 0;
  // Whether all calls of regular classes are to be executed elsewhere.
  [[nodiscard]] virtual bool offloads_everything() const = 0;
  // Whether a worker should send the oldest unit of its queue elsewhere: `runnable` counts the
  // next one, too, which nobody else gets. Cheap.
  [[nodiscard]] virtual bool should_offload(std::size_t queued, std::size_t runnable) = 0;
  // Whether this call is worth sending now: it runs long enough, as far as is known, and if it is
  // brief, a process has room for it.
  [[nodiscard]] virtual bool is_worth_sending(const computation_instance& call) = 0;
  // Whether it is better sent late, with all arguments, than partially.
  [[nodiscard]] virtual bool is_better_complete(const computation_instance& call) const = 0;
  // Calls that have no answer yet.
  [[nodiscard]] virtual std::size_t unanswered() const = 0;
  // Those of them that are complete and of regular classes, and units that are answered and not
  // finished.
  [[nodiscard]] virtual std::size_t unanswered_units() const = 0;
  // Whether another process of this host runs a unit, or could.
  [[nodiscard]] virtual bool others_run_units() = 0;
  // Sends a complete or partial call of a regular class, which the caller has claimed, to be
  // executed elsewhere; takes over its reference. False, and it does not: `may_stay`, every process
  // has enough to do, and this worker cannot wait for one now.
  virtual bool send_elsewhere(computation_instance& call, bool may_stay) = 0;
  // Reports how many units a worker can run, for the placement of others.
  virtual void note_load(unsigned worker, std::size_t runnable) = 0;
  // One of them is over.
  virtual void note_unit_over(unsigned worker) = 0;

 protected:
  ~call_placement() = default;
};

// The end of the session.
class session_life {
 public:
  // The main program of this process and all its calls have ended: the other processes may end too.
  // Returns when they have.
  virtual void main_ended() = 0;
  // All workers sleep, and only a message can change that. Returns how long to sleep, in
  // nanoseconds (0: without end); empty: take_break() may allow something, or other processes have
  // asked for something (withdraw_asked()).
  virtual std::optional<std::int64_t> all_asleep() = 0;
  // Which waits may be broken here now; asked by the last worker, while no fiber runs here. If it
  // is `waits` and no function waits, no message will arrive any more. `nothing`: something has
  // happened since all_asleep(), or no answer was due.
  virtual breakable take_break() = 0;

 protected:
  ~session_life() = default;
};

// Where replicated objects are written (rts/replica).
class replica_place {
 public:
  // If this process is their home: the others. Else null.
  virtual replica_followers* followers() = 0;

 protected:
  ~replica_place() = default;
};

class outside : public mail, public call_placement, public session_life, public replica_place {
 protected:
  ~outside() = default;
};

}  // namespace mentat
