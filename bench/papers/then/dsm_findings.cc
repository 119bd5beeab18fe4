#include "bench/papers/then/dsm_programs.h"
#include "bench/papers/then/findings.h"
#include "bench/papers/then/tables.h"

namespace mentat::bench::then {
namespace {

using kind = finding::kind;
using fig6 = dsm92_fig6;

double quotient(dsm_suite& suite, std::size_t what, std::size_t as, const amoeba_costs& costs) {
  const auto first = dsm92_first(what, as), last = dsm92_last(what, as);
  const auto run = [&](std::size_t processors) {
    return suite.run(static_cast<program>(what), static_cast<paradigm>(as), processors, costs)
        .seconds;
  };
  return run(first) / run(last);
}

double paper_quotient(std::size_t what, std::size_t as) {
  return dsm92_seconds(what, as, dsm92_first(what, as)) /
         dsm92_seconds(what, as, dsm92_last(what, as));
}

bool is_distributed(std::size_t as) {
  return static_cast<paradigm>(as) == paradigm::svm_distributed_good ||
         static_cast<paradigm>(as) == paradigm::svm_distributed_bad;
}

}  // namespace

std::vector<finding> dsm92_basic_operations() {
  std::vector<finding> rows;
  const amoeba_costs slower = with_broadcast_of_fig6();
  rows.push_back({"", "ms, fault to handler and back", fig6::fault, 0.267, kind::given});
  rows.push_back({"", "ms, lock and unlock", fig6::lock_and_unlock, 0.275, kind::given});
  rows.push_back({"", "central: ms, page at the manager", fig6::page_at_manager, page_at_manager(),
                  kind::close, 0.15});
  rows.push_back({"", "central: ms, page not at the manager", fig6::page_not_at_manager,
                  page_not_at_manager(), kind::close, 0.15});
  for (const auto& [copies, ms] : fig6::invalidations)
    rows.push_back({"", text("central: ms more, %zu copies", copies), ms, invalidation_of(copies),
                    kind::close, 0.15});
  finding page{
      "", "distributed: ms, page", fig6::distributed_page, distributed_page(), kind::close, 0.20};
  page.why = text(
      "the page and \"invalidate all\" are both some 1.5 ms slower than a broadcast of 1.5 ms "
      "allows; with the %.2f ms that the latter implies, %.2f ms",
      fig6::distributed_invalidation - fig6::fault, distributed_page(slower));
  rows.push_back(page);
  finding all{"",
              "distributed: ms, invalidate all copies",
              fig6::distributed_invalidation,
              distributed_invalidation(),
              kind::close,
              0.15};
  all.why = text("a fault and a broadcast are %.2f ms by the paper's own figures",
                 fig6::fault + fig6::broadcast);
  rows.push_back(all);
  rows.push_back({"", "distributed: ms, page, broadcast of this figure", fig6::distributed_page,
                  distributed_page(slower), kind::close, 0.20});
  return rows;
}

std::vector<finding> dsm92_quotients() {
  std::vector<finding> rows;
  dsm_suite suite;
  for (std::size_t what = 0; what < dsm92_programs; ++what)
    for (std::size_t as = 0; as < dsm92_paradigms; ++as) {
      if (dsm92_first(what, as) == 0) continue;
      const std::string name =
          text("%s %s, seconds at %zu over %zu processors", dsm92_program_names[what],
               dsm92_paradigm_names[as], dsm92_first(what, as), dsm92_last(what, as));
      const bool paths = static_cast<program>(what) == program::shortest_paths;
      finding row{"",
                  name,
                  paper_quotient(what, as),
                  quotient(suite, what, as, {}),
                  kind::close,
                  static_cast<program>(what) == program::alpha_beta ? 0.25 : 0.15};
      if (!paths || !is_distributed(as)) {
        rows.push_back(row);
        continue;
      }
      const double slower = quotient(suite, what, as, with_broadcast_of_fig6());
      row.why = text("with the broadcast that Fig. 6 implies it is %.2f: the next row", slower);
      rows.push_back(row);
      rows.push_back({"", name + ", broadcast of Fig. 6", row.paper, slower, kind::close, 0.15});
    }
  return rows;
}

std::vector<finding> dsm92_appendix_a() {
  std::vector<finding> rows;
  dsm_suite suite;
  for (std::size_t what = 0; what < dsm92_programs; ++what)
    for (std::size_t as = 0; as < dsm92_paradigms; ++as)
      for (std::size_t n = 1; n <= dsm92_processors; ++n) {
        const double paper = dsm92_seconds(what, as, n);
        if (paper == 0) continue;
        const dsm_measured ours =
            suite.run(static_cast<program>(what), static_cast<paradigm>(as), n);
        rows.push_back({"",
                        text("%s %s, seconds with %zu", dsm92_program_names[what],
                             dsm92_paradigm_names[as], n),
                        paper, ours.seconds,
                        n == dsm92_first(what, as) ? kind::given : kind::reported});
      }
  return rows;
}

std::vector<finding> dsm92_messages() {
  constexpr std::array<paradigm, 4> systems{paradigm::svm_central_good,
                                            paradigm::svm_distributed_good, paradigm::orca_rpc,
                                            paradigm::orca_multicast};
  std::vector<finding> rows;
  for (std::size_t n = 0; n < systems.size(); ++n) {
    const traffic counted = write_and_read_again(systems[n], 10);
    const auto& says = dsm92_fig11[n];
    const std::string name = text("%s (%s; %s; invalidates: %s; updates: %s)",
                                  dsm92_fig11_systems[n], says[0], says[1], says[2], says[3]);
    rows.push_back({"", name + ": messages", 0, static_cast<double>(counted.messages)});
    rows.push_back({"", name + ": bytes", 0, static_cast<double>(counted.bytes)});
  }
  return rows;
}

std::vector<finding> dsm92_placement() {
  std::vector<finding> rows;
  dsm_suite suite;
  const auto tsp = static_cast<std::size_t>(program::tsp);
  for (const bool central : {true, false}) {
    const paradigm bad = central ? paradigm::svm_central_bad : paradigm::svm_distributed_bad;
    const paradigm good = central ? paradigm::svm_central_good : paradigm::svm_distributed_good;
    for (std::size_t n = central ? 2 : 1; n <= dsm92_processors; ++n) {
      const double paper = dsm92_seconds(tsp, static_cast<std::size_t>(bad), n) /
                           dsm92_seconds(tsp, static_cast<std::size_t>(good), n);
      const double ours =
          suite.run(program::tsp, bad, n).seconds / suite.run(program::tsp, good, n).seconds;
      rows.push_back({"",
                      text("tsp, %s, bad over good placement, %zu processors",
                           central ? "central" : "distributed", n),
                      paper, ours, kind::close, 0.15});
    }
  }
  return rows;
}

}  // namespace mentat::bench::then
