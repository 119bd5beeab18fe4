// The applications of [DSM92 5] by each way of sharing.
#include <algorithm>
#include <filesystem>
#include <utility>

#include "bench/papers/command/measure.h"
#include "bench/papers/command/program_run.h"
#include "bench/papers/now/problem.h"
#include "bench/papers/svm/programs.h"
#include "bench/papers/then/tables.h"

namespace mentat::bench::papers {
namespace {

struct paper_column {
  const char *ours, *theirs;  // a paradigm, a column of [DSM92 App. A]
};
constexpr paper_column columns[] = {{"shared_memory", "shared_memory"},
                                    {"rpc", "amoeba_rpc"},
                                    {"replicated", "orca_multicast"},
                                    {"svm_central_good", "svm_central_good"},
                                    {"svm_central_bad", "svm_central_bad"},
                                    {"svm_distributed_good", "svm_distributed_good"},
                                    {"svm_distributed_bad", "svm_distributed_bad"}};

// Seconds of the paper with so many workers; 0: it has none.
double paper_seconds(const std::string& application, const std::string& paradigm,
                     unsigned workers) {
  const auto place = [](const auto& names, const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  };
  const auto column = std::ranges::find(columns, paradigm, &paper_column::ours);
  if (column == std::end(columns)) return 0;
  // The paper counts the processor of a central manager.
  const std::size_t processors = workers + (paradigm.starts_with("svm_central") ? 1 : 0);
  if (processors > then::dsm92_processors) return 0;
  return then::dsm92_seconds(place(then::dsm92_program_names, application),
                             place(then::dsm92_paradigm_names, std::string(column->theirs)),
                             processors);
}

bool is_svm(const std::string& paradigm) { return paradigm.starts_with("svm_"); }

bool shares(const problem& of, const std::string& application, const std::string& paradigm) {
  if (paradigm == "r_linda") return application == "matrix";
  // Without a bound and without rows there is nothing to read.
  if (paradigm == "replicated") return of.has_bound() || of.has_rows();
  return true;
}

struct one_problem {
  const input& from;
  const problem& of;
  outcome right;
};

// An answer that is not the sequential one; its seconds do not count.
struct measured_run {
  program_result result;
  std::string fault;
};

measured_run run_pages(const one_problem& what, const std::string& paradigm, unsigned processes) {
  const svm::setting how{
      paradigm.starts_with("svm_central") ? svm::management::central : svm::management::distributed,
      paradigm.ends_with("_good"), processes};
  const svm::measured one = svm::run(how, what.of, what.right);
  measured_run made;
  made.result = {one.result.seconds, 0, static_cast<long long>(one.result.nodes),
                 one.result.messages, one.result.bytes};
  if (!one.right) made.fault = one.result.ended ? "wrong answer" : "a process died";
  return made;
}

measured_run run_once(const one_problem& what, const std::string& paradigm, unsigned processes,
                      const std::string& mode) {
  if (is_svm(paradigm)) return run_pages(what, paradigm, processes);
  const bool alone = paradigm == "by_hand" || paradigm == "shared_memory";
  const auto ran =
      run_program("program", {paradigm, std::to_string(processes)},
                  {alone ? "threads" : mode, processes, paradigm == "r_linda"},
                  {{"BENCH_PAPERS_INPUT", what.from.name}, {"BENCH_PAPERS_FILE", what.from.file}});
  if (!ran) return {{}, "failed"};
  return {*ran, ran->value == what.right.value ? "" : "wrong answer"};
}

measured_run quickest(const one_problem& what, const std::string& paradigm, unsigned processes,
                      const options& chosen) {
  measured_run best = run_once(what, paradigm, processes, chosen.mode);
  for (int n = 1; n < chosen.runs && best.fault.empty(); ++n) {
    measured_run next = run_once(what, paradigm, processes, chosen.mode);
    if (!next.fault.empty() || next.result.seconds < best.result.seconds) best = std::move(next);
  }
  return best;
}

application_row row_of(const one_problem& what, const std::string& paradigm, unsigned processes,
                       const measured_run& one) {
  application_row row;
  row.application = what.from.application;
  row.input = what.from.name;
  row.paradigm = paradigm;
  row.processes = processes;
  row.seconds = one.result.seconds;
  row.messages = one.result.messages;
  row.bytes = one.result.bytes;
  row.nodes = what.of.has_bound() || what.right.nodes != 0 ? one.result.count : 0;
  row.jobs = what.of.has_rows() ? 0 : what.of.jobs();
  row.fault = one.fault;
  if (what.from.set != "paper") return row;
  row.paper_seconds = paper_seconds(row.application, paradigm, processes);
  if (row.paper_seconds != 0)
    row.paper_speed_up = paper_seconds(row.application, paradigm, 1) / row.paper_seconds;
  return row;
}

void measure(const one_problem& what, const options& chosen,
             const std::function<void(const application_row&)>& found) {
  const measured_run by_hand = quickest(what, "by_hand", 1, chosen);
  for (const std::string& paradigm : chosen.paradigms) {
    if (!shares(what.of, what.from.application, paradigm)) continue;
    const measured_run alone =
        paradigm == "by_hand" ? by_hand : quickest(what, paradigm, 1, chosen);
    for (const unsigned processes : chosen.processes) {
      if (paradigm == "by_hand" && processes != chosen.processes.front()) continue;
      const bool same = processes == 1 || paradigm == "by_hand";
      const measured_run one = same ? alone : quickest(what, paradigm, processes, chosen);
      application_row row = row_of(what, paradigm, paradigm == "by_hand" ? 1 : processes, one);
      if (one.fault.empty() && alone.fault.empty()) {
        row.speed_up = alone.result.seconds / one.result.seconds;
        row.over_by_hand = by_hand.result.seconds / one.result.seconds;
      }
      found(row);
    }
  }
}

using read_input = std::pair<input, problem>;

// All before the first run: a wrong file shall not cost minutes.
tl::expected<std::vector<read_input>, std::string> read_inputs(const options& chosen,
                                                               record& into) {
  std::vector<read_input> all;
  for (input each : inputs()) {
    if (std::ranges::find(chosen.applications, each.application) == chosen.applications.end() ||
        std::ranges::find(chosen.sets, each.set) == chosen.sets.end())
      continue;
    const auto named = chosen.files.find(each.name);
    if (named != chosen.files.end()) each.file = named->second;
    if (named == chosen.files.end() && !each.file.empty() && !std::filesystem::exists(each.file)) {
      into.skipped.push_back(
          {each.name, each.file + " is missing; it is in Debian's package " + each.package});
      continue;
    }
    auto of = problem::of(each);
    if (!of) return tl::unexpected(of.error());
    all.emplace_back(each, std::move(*of));
  }
  return all;
}

}  // namespace

tl::expected<void, std::string> measure_applications(
    const options& chosen, record& into, const std::function<void(const application_row&)>& found) {
  const auto all = read_inputs(chosen, into);
  if (!all) return tl::unexpected(all.error());
  for (const auto& [from, of] : *all)
    measure({from, of, of.solve()}, chosen, [&](const application_row& row) {
      into.applications.push_back(row);
      found(row);
    });
  return {};
}

}  // namespace mentat::bench::papers
