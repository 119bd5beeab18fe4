// The figures of [LINDA86], [RLINDA] and [DSM92 Fig. 6, 12], measured today.
#include <algorithm>

#include "bench/papers/command/measure.h"
#include "bench/papers/command/program_run.h"
#include "bench/papers/svm/operations.h"
#include "bench/papers/then/tables.h"

namespace mentat::bench::papers {
namespace {

using rows = std::vector<measured_row>;
using then::text;

std::optional<program_result> quickest(const options& chosen, const std::string& program, int size,
                                       unsigned workers) {
  const places where{program == "by_hand" ? "threads" : chosen.mode, workers,
                     program == "polled_ping_pong"};
  std::optional<program_result> best;
  for (int n = 0; n < chosen.runs; ++n) {
    const auto next =
        run_program("linda", {program, std::to_string(size), std::to_string(workers)}, where, {});
    if (!next || (best && next->value != best->value)) return std::nullopt;
    if (!best || next->seconds < best->seconds) best = next;
  }
  return best;
}

rows ping_pong(const options& chosen) {
  using paper = then::linda86;
  const int limit = chosen.smoke ? 200 : 20'000;  // the paper's
  const auto one = quickest(chosen, "ping_pong", limit, 2);
  if (!one) return {};
  const double pairs = 2.0 * limit;
  return {{"", "pairs a second", "pairs/s", paper::pairs_second, pairs / one->seconds},
          {"", "a pair", "ms", paper::pair_second_ms, 1e3 * one->seconds / pairs},
          {"", "out, in and back: two pairs", "ms", paper::out_in_and_back_ms,
           2e3 * one->seconds / pairs}};
}

// `by` is a program of linda.mpl.cc.
rows products(const options& chosen, const std::string& by, const std::vector<int>& sizes) {
  rows all;
  for (const int size : sizes) {
    const auto in_c = quickest(chosen, "by_hand", size, 1);
    if (!in_c) continue;
    const bool is_known = size == 64;
    all.push_back({"", text("%d x %d, by hand", size, size), "s",
                   is_known ? then::linda86::c_64_s : 0, in_c->seconds});
    for (const unsigned workers : chosen.processes) {
      const auto one = quickest(chosen, by, size, workers);
      if (!one) continue;
      if (one->value != in_c->value) {
        std::fprintf(stderr, "papers: %s of %d is a wrong product\n", by.c_str(), size);
        continue;
      }
      const bool is_quoted = is_known && by == "by_row" && workers == 1;
      const double paper = is_quoted ? then::linda86::one_worker_by_row_64_s : 0;
      all.push_back(
          {"", text("%d x %d, workers: %u", size, size, workers), "s", paper, one->seconds});
      all.push_back({"", text("%d x %d over by hand, workers: %u", size, size, workers), "x",
                     is_quoted ? paper / then::linda86::c_64_s : 0, one->seconds / in_c->seconds});
    }
  }
  return all;
}

rows polling(const options& chosen) {
  const int cycles = 500;
  const auto polled = quickest(chosen, "polled_ping_pong", cycles, 2);
  const auto space = quickest(chosen, "ping_pong", cycles, 2);
  rows all;
  if (polled) {
    all.push_back({"", "500 cycles by polling, no delay, full (the paper's skeleton)", "s",
                   then::rlinda::no_delay_s, polled->seconds});
    all.push_back({"", "pairs a second as the S/Net counts them", "pairs/s",
                   1000 / then::rlinda::no_delay_s, 1000 / polled->seconds});
    if (polled->messages)
      all.push_back({"", "messages a cycle by polling", "messages", 0,
                     static_cast<double>(*polled->messages) / cycles});
  }
  if (space) {
    all.push_back({"", "500 cycles by a space", "s", 0, space->seconds});
    if (space->messages)
      all.push_back({"", "messages a cycle by a space", "messages", 0,
                     static_cast<double>(*space->messages) / cycles});
  }
  return all;
}

rows basic_operations(const options& chosen) {
  using paper = then::dsm92_fig6;
  using svm::management;
  const svm::page_number pages = chosen.smoke ? 20 : 500;
  rows all{{"", "lock and unlock", "ms", paper::lock_and_unlock, svm::lock_and_unlock(pages) / 1e3},
           {"", "central: page at the manager", "ms", paper::page_at_manager,
            svm::page_at_manager(pages) / 1e3},
           {"", "central: page not at the manager", "ms", paper::page_not_at_manager,
            svm::page_elsewhere(management::central, pages) / 1e3}};
  for (const auto& [copies, ms] : paper::invalidations)
    all.push_back(
        {"", text("central: page and invalidation of %zu copies", copies), "ms",
         paper::page_at_manager + ms,
         svm::write_with_copies(management::central, pages, static_cast<svm::process>(copies)) /
             1e3});
  all.push_back({"", "distributed: page", "ms", paper::distributed_page,
                 svm::page_elsewhere(management::distributed, pages) / 1e3});
  all.push_back({"", "distributed: invalidate all 8 copies", "ms", paper::distributed_invalidation,
                 svm::write_with_copies(management::distributed, pages, 8) / 1e3});
  return all;
}

const application_row* find(const record& in, const std::string& input, const std::string& paradigm,
                            unsigned processes) {
  const auto found = std::ranges::find_if(in.applications, [&](const application_row& each) {
    return each.input == input && each.paradigm == paradigm && each.processes == processes &&
           each.fault.empty();
  });
  return found == in.applications.end() ? nullptr : &*found;
}

// Of the salesman's times, bad over good placement.
rows placement(const record& in) {
  rows all;
  for (const application_row& bad : in.applications) {
    const std::string manager = bad.paradigm.substr(0, bad.paradigm.rfind('_'));
    if (bad.application != "tsp" || !bad.paradigm.ends_with("_bad")) continue;
    const auto* good = find(in, bad.input, manager + "_good", bad.processes);
    if (!good || !bad.fault.empty()) continue;
    const double paper = bad.paper_seconds != 0 && good->paper_seconds != 0
                             ? bad.paper_seconds / good->paper_seconds
                             : 0;
    all.push_back({"",
                   text("%s %s, bad over good placement, processes: %u", bad.input.c_str(),
                        manager.c_str(), bad.processes),
                   "x", paper, bad.seconds / good->seconds});
  }
  return all;
}

rows rows_of_table(const std::string& table, const options& chosen, const record& into) {
  const std::vector<int> sizes = chosen.smoke ? std::vector<int>{16} : std::vector<int>{16, 32, 64};
  if (table == "linda86_ping_pong") return ping_pong(chosen);
  if (table == "linda86_fig2_3") return products(chosen, "by_element", sizes);
  if (table == "linda86_fig4") return products(chosen, "by_row", sizes);
  if (table == "rlinda_table1") return polling(chosen);
  if (table == "dsm92_fig6") return basic_operations(chosen);
  if (table == "dsm92_fig12") return placement(into);
  return {};
}

}  // namespace

std::vector<measured_row> measure_table(const std::string& table, const options& chosen,
                                        const record& into) {
  rows all = rows_of_table(table, chosen, into);
  for (measured_row& each : all) each.table = table;
  return all;
}

}  // namespace mentat::bench::papers
