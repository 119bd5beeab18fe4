// A work unit that is executed in this process for a token-matching unit, with everything that was
// called on its behalf: the unit is FINISHED, and forgotten by its keeper, when none of it is left
// to be done (docs/custody.md).
//
// Each computation instance that belongs to the unit holds the scope for as long as it exists. Who
// holds it last says it is over. Thread-safety: hold() and release() from any thread that holds it.
//
// A call that belongs to a unit has a lineage: a number that it would have again if the unit were
// executed again, because it is made of its caller's and of its place among that one's calls. By it
// an object recognises a call that it has executed before. 0: a call that is never repeated.
#pragma once

#include <atomic>
#include <cstdint>

namespace mentat {

class custody_scope {
 public:
  custody_scope() = default;
  custody_scope(const custody_scope&) = delete;
  custody_scope& operator=(const custody_scope&) = delete;

  void hold() { holders_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (holders_.fetch_sub(1, std::memory_order_acq_rel) == 1) over();
  }

 protected:
  virtual ~custody_scope() = default;
  virtual void over() = 0;  // called once, by the one who held it last; may delete it

 private:
  std::atomic<std::uint32_t> holders_{1};  // the maker's
};

using lineage = std::uint64_t;

// Of the call `place` among those of the caller. Never 0.
inline lineage lineage_of(lineage caller, std::uint64_t place) {
  std::uint64_t mixed = caller + 0x9e3779b97f4a7c15u * (place + 1);  // the finisher of splitmix64
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
  mixed ^= mixed >> 31;
  return mixed != 0 ? mixed : 1;
}

}  // namespace mentat
