// A computation instance [TOCS96 3.2]: a node of the program graph, one call of one member
// function. It holds the object and the function, counts the arguments that have not arrived, keeps
// the future, and at the end the result or the error. The typed parts (arguments, result) are in
// rts/api/call.h.
//
// Invariants: 1. It executes at most once, when no argument is missing. 2. The outcome is written
// before the future is closed and never changes afterwards. 3. Once forwarded, every question about
// the result goes to forwarded_to(). Ownership: reference counted (a CIP, a queue entry, and the
// instance that elaborated into it hold one reference each). Thread-safety: as each member says.
// Cost: one pooled block.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>

#include "mmps/base/load_scalar.h"
#include "rts/core/block.h"
#include "rts/core/class_info.h"
#include "rts/core/custody_scope.h"
#include "rts/core/future.h"
#include "rts/core/source_place.h"

namespace mentat {

class computation_instance;
class server_object;

// The depth of a call that nobody waits for, of a function without a value of a persistent object:
// such calls are messages between objects, not calls inside calls. Its function runs one deeper
// than the stack on which it runs.
inline constexpr std::uint32_t not_nested = 0;
// The depth of a write of a replicated object, which every copy executes: it makes no calls,
// because one that it made would be deeper than any limit allows.
inline constexpr std::uint32_t makes_no_calls = 1u << 31;

// Sends calls to other processes, and hands on arcs to the process that executes a call
// (docs/custody.md). Thread-safety: all functions; the caller holds a reference on the call.
class sender {
 public:
  virtual void arcs_added(computation_instance& sent) = 0;  // to its future
  // Nobody here can ask for its value any more.
  virtual void abandon(computation_instance& sent) = 0;

 protected:
  ~sender() = default;
};

class computation_instance {
 public:
  enum class outcome : std::uint8_t { none, value, error };

  computation_instance(const class_info* of_class, std::uint32_t function, bool returns_nothing)
      : class_(of_class), function_(function), returns_nothing_(returns_nothing) {}
  computation_instance(const computation_instance&) = delete;
  computation_instance& operator=(const computation_instance&) = delete;
  virtual ~computation_instance();

  static void* operator new(std::size_t size) { return take_block(size); }
  static void operator delete(void* block, std::size_t size) noexcept {
    give_back_block(block, size);
  }
  // For arguments and results with a larger alignment than a pooled block gives (vector registers,
  // cache lines); not counted.
  static void* operator new(std::size_t size, std::align_val_t alignment) {
    return ::operator new(size, alignment);
  }
  static void operator delete(void* block, std::size_t, std::align_val_t alignment) noexcept {
    ::operator delete(block, alignment);
  }

  // --- references; any thread
  // Before others see the instance.
  void start_with(std::uint32_t references) {
    references_.store(references, std::memory_order_relaxed);
  }
  void retain() { references_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (arcs_handed_on_.load(std::memory_order_relaxed)) [[unlikely]]
      abandon_if_last();
    // The last holder needs no read-modify-write: nobody else can change the count.
    if (references_.load(std::memory_order_acquire) == 1 ||
        references_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }
  [[nodiscard]] bool held_once() const { return references_.load(std::memory_order_acquire) == 1; }
  [[nodiscard]] bool held_twice() const { return references_.load(std::memory_order_acquire) == 2; }

  // --- the callee; fixed before submission
  [[nodiscard]] const class_info* of_class() const { return class_; }
  [[nodiscard]] std::uint32_t function() const { return function_; }
  [[nodiscard]] server_object* target() const { return target_; }  // null for a regular class
  void set_target(server_object* object, std::uint32_t generation) {
    target_ = object;
    generation_ = generation;
  }
  // The generation of the target's slot at the time of the call.
  [[nodiscard]] std::uint32_t generation() const { return generation_; }
  // Set just before the call is sent, beside the lineage.
  [[nodiscard]] std::uint64_t caller() const { return base::load_scalar(caller_); }
  void set_caller(std::uint64_t caller) { caller_ = caller; }
  // Of calls inside calls, from 1; or not_nested.
  [[nodiscard]] std::uint32_t depth() const { return depth_; }
  // Where the user's text makes the call; empty for a call from another process.
  [[nodiscard]] virtual source_place called_at() const { return {}; }
  void set_depth(std::uint32_t depth) { depth_ = depth; }

  // Makes the call belong to a unit of a token-matching unit: holds the scope until the instance
  // ends.
  void belong_to(custody_scope& scope, mentat::lineage which) {
    scope.hold();
    scope_ = &scope;
    lineage_ = which;
  }
  [[nodiscard]] custody_scope* scope() const { return scope_; }
  [[nodiscard]] mentat::lineage lineage() const { return lineage_; }

  // Notes that another process executes the call and answers to `by` under this number. Called by
  // the sender, before anything can end the call.
  void note_sent(sender& by, std::uint64_t under) {
    sent_under_ = under;
    sent_by_.store(&by, std::memory_order_seq_cst);
  }
  // The same, while only its maker can reach the call, so nobody adds an arc meanwhile (future.h).
  void note_sent_unshared(sender& by, std::uint64_t under) {
    sent_under_ = under;
    sent_by_.store(&by, std::memory_order_relaxed);
  }
  // Null if the call has not been sent.
  [[nodiscard]] sender* sent_by() const { return sent_by_.load(std::memory_order_seq_cst); }
  [[nodiscard]] std::uint64_t sent_under() const { return sent_under_; }
  // The executing process sends the value along arcs, so perhaps nobody here wants it.
  void note_arcs_handed_on() { arcs_handed_on_.store(true, std::memory_order_relaxed); }

  // The call came from another process and is executed here: it is not sent on.
  void stay_here() { stays_here_ = true; }
  [[nodiscard]] bool stays_here() const { return stays_here_; }

  // --- arguments. The creator expects one arrival per argument for which it draws an arc, and one
  // more of its own, after it has drawn them.
  void expect(std::int32_t arguments) { missing_.store(arguments, std::memory_order_relaxed); }
  // True if this was the last.
  [[nodiscard]] bool arrived() { return missing_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  [[nodiscard]] bool complete() const { return missing_.load(std::memory_order_acquire) == 0; }

  // The call was posted before its arguments were there, and has no place among the calls of other
  // callers yet. Used by server_object::post(), then by the fiber that runs the object.
  void note_without_place() { without_place_ = true; }
  void note_placed() { without_place_ = false; }
  [[nodiscard]] bool is_without_place() const { return without_place_; }

  // --- the right to execute a ready call of a regular class; any thread may try, one wins
  [[nodiscard]] bool claim() {
    return !claimed_.load(std::memory_order_relaxed) &&
           !claimed_.exchange(true, std::memory_order_acq_rel);
  }
  [[nodiscard]] bool claimed() const { return claimed_.load(std::memory_order_relaxed); }

  // The only fiber that can reach the call executes it: it waits for the call, holds the only
  // reference beside the executor's, and runs it on its own stack. Nobody else reads the instance
  // then, and its end needs no atomic read-modify-write.
  void execute_privately() {
    is_private_ = true;
    claimed_.store(true, std::memory_order_relaxed);
  }
  void end_privacy() { is_private_ = false; }  // another thread may settle it
  // Checked anew each time: the running function may have shared the instance, with a copy of a
  // mentat::result for example. While there are two references, both holders are on this stack.
  [[nodiscard]] bool is_private() const { return is_private_ && held_twice(); }
  void release_executed() {  // the executor's reference
    if (is_private())
      references_.store(1, std::memory_order_relaxed);
    else
      release();
  }

  // --- the result; written by the fiber that executes the call
  // A void function, which needs no rtf.
  [[nodiscard]] bool returns_nothing() const { return returns_nothing_; }
  // Whether a result exists or is promised. Called by the fiber that executes the call.
  [[nodiscard]] bool answered() const { return promised_ || forward_ || outcome_ != outcome::none; }
  void promise() {  // another holder, which gets a reference now, will set the outcome
    promised_ = true;
    retain();
  }
  [[nodiscard]] outcome result() const { return outcome_; }
  void set_value_outcome() { outcome_ = outcome::value; }
  void set_error(std::exception_ptr error) {
    error_ = std::move(error);
    outcome_ = outcome::error;
  }
  [[nodiscard]] const std::exception_ptr& error() const { return error_; }
  // When the instance ends, an unseen error is written to the log; so each reader and forwarder of
  // the error calls this. Any thread.
  void note_error_seen() { error_seen_.store(true, std::memory_order_relaxed); }
  // A wait has taken note of the end of the call, and not of its error.
  void note_error_unseen() { error_seen_.store(false, std::memory_order_relaxed); }
  [[nodiscard]] bool has_unseen_error() const {
    return outcome_ == outcome::error && !error_seen_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] computation_instance* forwarded_to() const { return forward_; }
  void set_forward(computation_instance& to) {  // takes a reference
    to.retain();
    forward_ = &to;
  }

  // An argument arrived as an error: the call is not executed, and fails with argument_error().
  void note_argument_error() { argument_failed_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool argument_failed() const {
    return argument_failed_.load(std::memory_order_relaxed);
  }
  // The error of the first argument (in the order of parameters) that arrived as one, or null.
  // REQUIRES: complete().
  [[nodiscard]] virtual std::exception_ptr argument_error() const { return nullptr; }
  // Destroys the arguments, once the call has been executed.
  virtual void drop_arguments() noexcept {}

  // The call goes to an object of another process although arguments are missing: they follow as
  // tokens.
  void note_partial() { leaves_ = leaving::partial; }
  [[nodiscard]] bool is_partial() const { return leaves_ == leaving::partial; }
  // The call is one of a durable object.
  void note_durable() { leaves_ = leaving::durable; }
  [[nodiscard]] bool is_durable() const { return leaves_ == leaving::durable; }
  [[nodiscard]] bool leaves_whole() const { return leaves_ == leaving::whole; }
  // The instance that will produce a missing argument of a partial call, with its reference; null
  // if the argument is there.
  [[nodiscard]] virtual computation_instance* take_producer(std::size_t) { return nullptr; }
  // Calls `seen` with each instance that will produce a missing argument. REQUIRES: nobody has
  // drawn their arcs yet.
  using producer_seen = void (*)(void* context, const computation_instance& producer);
  virtual void see_producers(producer_seen, void*) const {}
  // Makes a missing argument an error; argument_arrived() follows. REQUIRES: it is missing.
  virtual void fail_argument(std::size_t, std::exception_ptr) {}

  mentat::future future;
  computation_instance* next = nullptr;  // link of the only list that the instance is in

 private:
  friend struct debugger_layout;

  void abandon_if_last();

  std::atomic<std::uint32_t> references_{1};
  std::atomic<std::int32_t> missing_{0};
  const class_info* class_;
  server_object* target_ = nullptr;
  computation_instance* forward_ = nullptr;
  std::exception_ptr error_;
  custody_scope* scope_ = nullptr;
  std::atomic<sender*> sent_by_{nullptr};
  std::uint64_t sent_under_ = 0;
  mentat::lineage lineage_ = 0;
  std::uint64_t caller_ = 0;
  std::uint32_t function_;
  std::uint32_t depth_ = 0;
  std::uint32_t generation_ = 0;
  std::atomic<bool> claimed_{false};
  std::atomic<bool> argument_failed_{false};
  std::atomic<bool> error_seen_{false};
  std::atomic<bool> arcs_handed_on_{false};
  enum class leaving : std::uint8_t { whole, partial, durable };
  leaving leaves_ = leaving::whole;
  bool is_private_ = false;
  bool stays_here_ = false;
  bool promised_ = false;
  bool without_place_ = false;
  bool returns_nothing_;
  outcome outcome_ = outcome::none;
  // Up to here two cache lines hold the state that a call needs on its way.
};

}  // namespace mentat
