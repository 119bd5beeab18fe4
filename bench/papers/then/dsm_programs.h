// The four programs of [DSM92 5] in virtual time, under every paradigm, and its basic operations.
// Deterministic; not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bench/papers/then/searches.h"
#include "bench/papers/then/shared_state.h"

namespace mentat::bench::then {

struct dsm_measured {
  double seconds = 0;
  std::uint64_t nodes = 0, messages = 0, bytes = 0;
  int answer = 0;
};

/// One run. `step` is the cost of a node, or of an inner step. `processors` counts the central
/// manager's; REQUIRES: at least 1, and 2 with a central manager.
dsm_measured tsp_once(paradigm as, std::size_t processors, const cities& in, duration step,
                      const amoeba_costs& costs = {});
dsm_measured alpha_beta_once(paradigm as, std::size_t processors, hashed_tree& in, duration step,
                             const amoeba_costs& costs = {});
dsm_measured matrix_once(paradigm as, std::size_t processors, int dimension, duration step,
                         const amoeba_costs& costs = {});
dsm_measured shortest_paths_once(paradigm as, std::size_t processors, int nodes, duration step,
                                 const amoeba_costs& costs = {});

enum class program : std::uint8_t { tsp, alpha_beta, matrix, shortest_paths };

/// The paper's inputs: three random graphs of 12 cities, three trees, 250 x 250, 200 nodes. The
/// step of a paradigm is calibrated: with one worker the run takes the paper's seconds.
class dsm_suite {
 public:
  dsm_suite();
  /// Mean over the inputs. A broadcast inside the kernel may cost other than 1.5 ms: see `costs`.
  dsm_measured run(program what, paradigm as, std::size_t processors,
                   const amoeba_costs& costs = {});

 private:
  duration step(program what, paradigm as);
  std::uint64_t steps_of_one(program what);

  std::vector<cities> graphs_;
  std::vector<hashed_tree> trees_;
  std::array<std::uint64_t, 4> steps_{};
};

/// The broadcast that [DSM92 Fig. 6] implies: "invalidate all copies" takes 3.0 ms, of which a
/// fault is 0.267; section 5 has 1.5 ms for a broadcast outside the kernel of shared virtual
/// memory.
amoeba_costs with_broadcast_of_fig6();

/// Milliseconds as the process sees them, in an otherwise idle system [DSM92 Fig. 6].
double page_at_manager();
double page_not_at_manager();
double invalidation_of(std::size_t copies);  // on top of a page that the manager has
double distributed_page(const amoeba_costs& costs = {});
double distributed_invalidation(const amoeba_costs& costs = {});

/// What [DSM92 Fig. 11] says in words, counted: one processor of `processors` writes a value of
/// four bytes that all have read, and all read it again.
struct traffic {
  std::uint64_t messages = 0, bytes = 0;
};
traffic write_and_read_again(paradigm as, std::size_t processors);

}  // namespace mentat::bench::then
