// The papers' tables as a regression test: every row holds, or misses and says why.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "bench/papers/then/findings.h"

#include <doctest/doctest.h>

#include <map>

#include "bench/papers/then/dsm_programs.h"
#include "bench/papers/then/linda_programs.h"
#include "bench/papers/then/tables.h"

namespace mentat::bench::then {
namespace {

void check(const std::string& table, int misses) {
  int missed = 0, claimed = 0;
  for (const finding& row : findings_of(table)) {
    INFO(row.table << ": " << row.row << ": paper " << row.paper << ", ours " << row.ours);
    if (row.what == finding::kind::close || row.what == finding::kind::at_most) ++claimed;
    if (row.holds()) continue;
    ++missed;
    CHECK(!row.why.empty());
  }
  CHECK(claimed > 0);
  CHECK(missed == misses);  // a miss more is a regression; one less is good news to write down
}

}  // namespace

TEST_CASE("ping-pong is within 10 % of the S/Net's [LINDA86 5]") { check("linda86_ping_pong", 0); }

TEST_CASE("times of the element program fit a/n + b [LINDA86 Fig. 2, 3]") {
  check("linda86_fig2_3", 2);
}

TEST_CASE("the row program is as fast as C over n [LINDA86 Fig. 4]") { check("linda86_fig4", 1); }

TEST_CASE("R-Linda's ping-pong is within 15 % [RLINDA Table 1]") { check("rlinda_table1", 0); }

TEST_CASE("the basic operations of shared virtual memory [DSM92 Fig. 6]") {
  check("dsm92_fig6", 2);
}

TEST_CASE("quotients of all programs and paradigms [DSM92 Fig. 7-10, App. A]") {
  check("dsm92_fig7_10", 2);
}

TEST_CASE("bad placement slows the travelling salesman down [DSM92 Fig. 12]") {
  check("dsm92_fig12", 0);
}

TEST_CASE("replication by updating sends less than by invalidation [DSM92 Fig. 11]") {
  const traffic central = write_and_read_again(paradigm::svm_central_good, 10);
  const traffic multicast = write_and_read_again(paradigm::orca_multicast, 10);
  const traffic two_phase = write_and_read_again(paradigm::orca_rpc, 10);
  const traffic distributed = write_and_read_again(paradigm::svm_distributed_good, 10);
  CHECK(multicast.messages == 2);          // to the sequencer, and its broadcast
  CHECK(two_phase.messages == 4 * 9 + 2);  // two phases of nine calls, and the writer's own
  CHECK(central.messages == 50);
  CHECK(distributed.messages == 37);
  CHECK(multicast.bytes == 40);
  CHECK(two_phase.bytes == 312);
  CHECK(central.bytes == 41'120);
  CHECK(distributed.bytes == 36'976);
}

TEST_CASE("the matrix program computes the product, in every design that ends") {
  for (const auto design : {linda_design::by_origin, linda_design::by_bus})
    for (const bool by_row : {false, true}) CHECK(linda_matrix(design, 12, 3, by_row).right);
}

TEST_CASE("every paradigm finds the shortest tour and the best move") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const cities graph(9, seed);
    const dsm_measured alone = tsp_once(paradigm::shared_memory, 1, graph, microseconds(300));
    hashed_tree tree(seed);
    const dsm_measured best = alpha_beta_once(paradigm::shared_memory, 1, tree, microseconds(100));
    for (std::size_t as = 0; as < paradigms; ++as) {
      for (const std::size_t processors : {2, 5, 10}) {
        const auto by = static_cast<paradigm>(as);
        CHECK(tsp_once(by, processors, graph, microseconds(300)).answer == alone.answer);
        CHECK(alpha_beta_once(by, processors, tree, microseconds(100)).answer == best.answer);
      }
    }
  }
}

TEST_CASE("virtual time is the same every time") {
  dsm_suite first, second;
  for (const auto as : {paradigm::svm_distributed_bad, paradigm::orca_rpc})
    CHECK(first.run(program::shortest_paths, as, 7).seconds ==
          second.run(program::shortest_paths, as, 7).seconds);
}

TEST_CASE("names of tables are unique, and the paper's trials have its means") {
  std::map<std::string, int> names;
  for (const std::string& name : table_names()) CHECK(++names[name] == 1);
  double full = 0, skeleton = 0;
  for (const double trial : rlinda::full_trials) full += trial / 10;
  for (const double trial : rlinda::skeleton_trials) skeleton += trial / 10;
  CHECK(full == doctest::Approx(rlinda::full_s));
  CHECK(skeleton == doctest::Approx(rlinda::skeleton_s));
}

}  // namespace mentat::bench::then
