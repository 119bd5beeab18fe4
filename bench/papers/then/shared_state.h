// The shared state of the four programs of [DSM92 5], for every way of sharing: a counter of jobs,
// a best value, and the rows of a matrix. One class a paradigm; the programs are the same on all.
// Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "bench/papers/then/amoeba.h"

namespace mentat::bench::then {

enum class paradigm : std::uint8_t {
  svm_central_bad,
  svm_distributed_bad,
  svm_central_good,
  svm_distributed_good,
  orca_multicast,
  orca_rpc,
  shared_memory,
  amoeba_rpc,
};
constexpr std::size_t paradigms = 8;

class shared_state {
 public:
  virtual ~shared_state() = default;

  /// The number of the next job, counted from 0.
  virtual task<std::uint32_t> take(std::size_t p) = 0;
  /// Does a read of the best value need nothing from elsewhere? If not, `fetch` gets it.
  virtual bool is_here(std::size_t) const { return true; }
  virtual task<> fetch(std::size_t p) = 0;
  virtual int best(std::size_t p) const = 0;
  /// The best value becomes `value` unless it is better: smaller.
  virtual task<> improve(std::size_t p, int value) = 0;
  /// Row k is computed; wait until it is, and read it.
  virtual task<> publish(std::size_t p, int k) = 0;
  virtual task<> row(std::size_t p, int k) = 0;

  const amoeba& net() const { return net_; }

 protected:
  shared_state(machine& on, const amoeba_costs& costs) : net_(on, costs), on_(on) {}

  amoeba net_;
  machine& on_;
};

struct sharing {
  paradigm as = paradigm::shared_memory;
  std::size_t workers = 1;  // the central manager has a processor of its own besides
  int rows = 0;             // of `row_bytes`, in blocks: worker p has rows [p n / workers, ...)
  std::size_t row_bytes = 0;
  /// Orca's prototype marshals element by element; an element costs a step of its program.
  duration marshal = 0;
  amoeba_costs costs;
};

/// The worker that has row k.
inline std::size_t worker_of(int k, int rows, std::size_t workers) {
  return (static_cast<std::size_t>(k) * workers) / static_cast<std::size_t>(rows);
}

std::unique_ptr<shared_state> share(machine& on, const sharing& what);
std::unique_ptr<shared_state> share_pages(machine& on, const sharing& what);    // SVM
std::unique_ptr<shared_state> share_objects(machine& on, const sharing& what);  // Orca

}  // namespace mentat::bench::then
