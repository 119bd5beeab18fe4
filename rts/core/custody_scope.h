// A work unit that this process executes for its keeper, a token-matching unit or the caller, with
// all calls made on its behalf: the unit is FINISHED, and its keeper forgets it, when all of them
// are done (docs/custody.md).
//
// Each computation instance that belongs to the unit holds the scope for as long as it exists; the
// last release() ends the scope. Thread-safety: hold() and release() from any thread that holds it.
//
// A call that belongs to a unit has a lineage: a number derived from its caller's lineage and its
// place among the caller's calls, so that a second execution of the unit gives the same number. By
// it an object recognises a call that it has executed before. 0: a call that is never repeated.
#pragma once

#include <atomic>
#include <cstdint>

namespace mentat {

class custody_scope {
 public:
  // `unit`: a number by which the keeper knows the unit; not 0.
  explicit custody_scope(std::uint64_t unit) : unit_(unit) {}
  custody_scope(const custody_scope&) = delete;
  custody_scope& operator=(const custody_scope&) = delete;

  void hold() { holders_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (holders_.fetch_sub(1, std::memory_order_acq_rel) == 1) over();
  }
  [[nodiscard]] std::uint64_t unit() const { return unit_; }
  // The function of a regular class begins: of the unit itself first, then of calls that it made.
  virtual void note_begun() {}

 protected:
  virtual ~custody_scope() = default;
  virtual void over() = 0;  // called once, by the last release(); may delete the scope

 private:
  const std::uint64_t unit_;
  std::atomic<std::uint32_t> holders_{1};  // the maker's
};

using lineage = std::uint64_t;

// The lineage of the call at `place` among those of the caller. Never 0.
inline lineage lineage_of(lineage caller, std::uint64_t place) {
  std::uint64_t mixed = caller + 0x9e3779b97f4a7c15u * (place + 1);  // the finisher of splitmix64
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
  mixed ^= mixed >> 31;
  return mixed != 0 ? mixed : 1;
}

}  // namespace mentat
