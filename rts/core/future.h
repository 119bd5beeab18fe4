// A future [TOCS96 2.1]: the arcs along which an actor's result will travel. Any thread may add
// arcs until the future is closed (the result is there) or forwarded (the actor elaborated into a
// subgraph, whose last actor has the future now, Figure 2).
//
// Invariants: 1. Each added arc is taken exactly once, by close() or forward(). 2. After close() or
// forward() no arc is accepted. Ownership: the owner of an arc keeps it alive until it is
// delivered. Thread-safety: add() from any thread; close() or forward() once, by the completer of
// the actor. Lock-free; an add costs one compare-and-swap.
#pragma once

#include <atomic>
#include <cstdint>

namespace mentat {

class computation_instance;
class scheduler;

// One arc of the program graph: from the actor whose future holds it to a consumer that deliver()
// knows.
struct arc {
  using deliver_fn = void (*)(arc&, computation_instance& producer, bool may_move, scheduler&);
  arc* next = nullptr;
  deliver_fn deliver = nullptr;  // called once; the arc may be gone afterwards
};

class future {
 public:
  enum class state : std::uint8_t { open, closed, forwarded };

  // Adds the first arc, while no other thread can reach the future.
  void begin_with(arc& first) { head_.store(&first, std::memory_order_relaxed); }

  // Adds the arc if the future is open; else says why not.
  state add(arc& added) {
    arc* head = head_.load(std::memory_order_acquire);
    for (;;) {
      if (head == closed_mark()) return state::closed;
      if (head == forwarded_mark()) return state::forwarded;
      added.next = head;
      // Sequentially consistent with computation_instance::note_sent(): either the thread that adds
      // an arc sees that the call was sent, or the sender sees the arc.
      if (head_.compare_exchange_weak(head, &added, std::memory_order_seq_cst,
                                      std::memory_order_acquire))
        return state::open;
    }
  }

  // Open, without an arc.
  [[nodiscard]] bool empty() const { return head_.load(std::memory_order_relaxed) == nullptr; }

  [[nodiscard]] state now() const {
    const arc* head = head_.load(std::memory_order_acquire);
    return head == closed_mark()      ? state::closed
           : head == forwarded_mark() ? state::forwarded
                                      : state::open;
  }

  [[nodiscard]] bool is_closed() const {
    return head_.load(std::memory_order_acquire) == closed_mark();
  }
  [[nodiscard]] bool is_forwarded() const {
    return head_.load(std::memory_order_acquire) == forwarded_mark();
  }

  // The arcs added so far, the last one first; also null when it is closed or forwarded. REQUIRES
  // that nobody closes or forwards it meanwhile.
  [[nodiscard]] arc* arcs() const {
    arc* head = head_.load(std::memory_order_seq_cst);
    return head == closed_mark() || head == forwarded_mark() ? nullptr : head;
  }

  // All return the added arcs, the last one first.
  arc* close_privately() {  // while no other thread can reach the future
    arc* arcs = head_.load(std::memory_order_relaxed);
    head_.store(closed_mark(), std::memory_order_release);
    return arcs;
  }
  arc* close() { return head_.exchange(closed_mark(), std::memory_order_acq_rel); }
  arc* forward() { return head_.exchange(forwarded_mark(), std::memory_order_acq_rel); }

 private:
  static arc* closed_mark() { return reinterpret_cast<arc*>(std::uintptr_t{1}); }
  static arc* forwarded_mark() { return reinterpret_cast<arc*>(std::uintptr_t{2}); }
  std::atomic<arc*> head_{nullptr};
};

}  // namespace mentat
