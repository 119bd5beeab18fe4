#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "tools/mentat/build_events.h"
#include "tools/mentat/files.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/process.h"
#include "tools/mentat/terminal.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

struct request {
  std::string pattern;
  std::string config;
  int attempts = 1;
  bool json = false;
};

program_call bazel(const installation& here, const std::string& verb) {
  program_call call;
  std::istringstream words(here.bazel.empty() ? "bazel" : here.bazel);
  for (std::string word; words >> word;) call.arguments.push_back(word);
  call.arguments.push_back(verb);
  call.working_directory = *here.checkout;
  call.standard_input = "/dev/null";
  return call;
}

/// The test targets whose labels contain the pattern; `//...` for an empty one.
expected<std::vector<std::string>> matching_targets(const installation& here,
                                                    const std::string& pattern) {
  if (pattern.empty()) return std::vector<std::string>{"//..."};
  if (pattern.starts_with("//") || pattern.starts_with("@"))
    return std::vector<std::string>{pattern};
  program_call query = bazel(here, "query");
  query.arguments.insert(query.arguments.end(),
                         {"--noshow_progress", "--ui_event_filters=-info", "tests(//...)"});
  const auto labels = output_of(std::move(query));
  if (!labels) return tl::unexpected(labels.error());
  std::vector<std::string> found;
  std::istringstream lines(*labels);
  for (std::string label; std::getline(lines, label);)
    if (label.find(pattern) != std::string::npos) found.push_back(label);
  return found;
}

/// Tests that cannot run inside a Bazel action: each executable tests/*/check is one.
std::vector<fs::path> outside_checks(const installation& here, const std::string& pattern) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(*here.checkout / "tests", error)) {
    const fs::path check = entry.path() / "check";
    const bool wanted =
        check.string().substr(here.checkout->string().size()).find(pattern) != std::string::npos;
    if (wanted && ::access(check.c_str(), X_OK) == 0) found.push_back(check);
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Appends the results of `bazel test`; a fault before the first test counts as one failure.
void run_targets(const installation& here, const request& wanted,
                 const std::vector<std::string>& targets, const fs::path& folder,
                 std::vector<test_result>& results) {
  const fs::path events = folder / "events";
  program_call call = bazel(here, "test");
  call.arguments.insert(call.arguments.end(),
                        {"--keep_going", "--test_output=errors", "--test_summary=terse",
                         "--build_event_json_file=" + events.string()});
  if (!wanted.config.empty()) call.arguments.push_back("--config=" + wanted.config);
  if (wanted.attempts > 1)
    call.arguments.push_back("--flaky_test_attempts=" + std::to_string(wanted.attempts));
  if (chosen_manner().quiet)
    call.arguments.insert(call.arguments.end(), {"--noshow_progress", "--noshow_loading_progress",
                                                 "--ui_event_filters=-info"});
  else if (!::isatty(STDERR_FILENO))
    call.arguments.insert(call.arguments.end(),
                          {"--curses=no", "--color=no", "--noshow_loading_progress",
                           "--show_progress_rate_limit=10", "--ui_event_filters=-info"});
  if (wanted.json) call.standard_output = "/dev/stderr";
  call.arguments.emplace_back("--");
  call.arguments.insert(call.arguments.end(), targets.begin(), targets.end());
  const auto end = run(call);
  std::ifstream file(events);
  std::vector<test_result> found = read_build_events(file);
  const bool failures = std::any_of(found.begin(), found.end(), [](const test_result& each) {
    return each.outcome == test_outcome::failed;
  });
  constexpr int no_test_targets = 4;
  if (!failures && (!end || (!end->good() && end->exit_code != no_test_targets)))
    found.push_back({"the build",
                     test_outcome::failed,
                     end ? "bazel: " + describe(*end) : end.error().text,
                     {}});
  std::move(found.begin(), found.end(), std::back_inserter(results));
}

test_result run_check(const installation& here, const fs::path& check, const fs::path& folder) {
  const std::string name = "//" + fs::relative(check, *here.checkout).string();
  std::fprintf(stderr, "mentat: %s\n", name.c_str());
  program_call call{{check.string()}};
  call.environment = {{"MENTAT_PREFIX", here.prefix.string()}};
  call.standard_input = "/dev/null";
  call.standard_output = folder / "check.log";
  call.standard_error = call.standard_output;
  const auto end = run(call);
  test_result result{name, test_outcome::passed, "", *call.standard_output};
  std::ifstream log(result.log);
  if (end && end->good()) {
    result.reason = skip_reason(log);
    if (!result.reason.empty()) result.outcome = test_outcome::skipped;
    return result;
  }
  result.outcome = test_outcome::failed;
  result.reason = end ? describe(*end) : end.error().text;
  std::ostringstream text;
  text << log.rdbuf();
  std::fprintf(stderr, "%s\nmentat: %s failed: %s\n", text.str().c_str(), name.c_str(),
               result.reason.c_str());
  return result;
}

const char* word_for(test_outcome outcome) {
  switch (outcome) {
    case test_outcome::passed:
      return "passed";
    case test_outcome::failed:
      return "failed";
    case test_outcome::skipped:
      return "skipped";
    case test_outcome::flaky:
      return "flaky";
  }
  return "";
}

/// So that the last lines of a long run say what is wrong.
void print_end_of(const fs::path& log) {
  std::ifstream file(log);
  for (const std::string& line : last_lines(file)) std::printf("  %s\n", line.c_str());
}

int conclude(const std::vector<test_result>& results, bool json) {
  int counts[4] = {};
  std::vector<json_object> tests;
  for (const test_result& each : results) {
    ++counts[static_cast<int>(each.outcome)];
    tests.emplace_back();
    tests.back()
        .add("name", each.name)
        .add("outcome", word_for(each.outcome))
        .add("reason", each.reason);
    if (!json && each.outcome != test_outcome::passed)
      std::printf("%s: %s: %s\n", word_for(each.outcome), each.name.c_str(), each.reason.c_str());
    const bool has_failed =
        each.outcome == test_outcome::failed || each.outcome == test_outcome::flaky;
    if (!json && has_failed) print_end_of(each.log);
  }
  const auto [steady, failed, skipped, flaky] = counts;
  const int passed = steady + flaky;
  if (json) {
    json_object all;
    all.add("passed", passed)
        .add("failed", failed)
        .add("skipped", skipped)
        .add("flaky", flaky)
        .add("tests", tests);
    std::fputs(all.text().c_str(), stdout);
  } else {
    std::printf("%d passed, %d failed", passed, failed);
    if (skipped > 0) std::printf(", %d skipped", skipped);
    if (flaky > 0) std::printf(", %d flaky", flaky);
    std::printf("\n");
  }
  return failed > 0 ? 1 : 0;
}

}  // namespace

int run_test(const installation& here, const arguments& given) {
  command_line line("test");
  request wanted;
  line.option("--config", wanted.config);
  line.option("--attempts", wanted.attempts, 1, 10);
  line.flag("--json", wanted.json);
  line.positional("PATTERN", wanted.pattern, false);
  if (const auto done = line.parse(given)) return *done;
  if (const auto checkout = needs_checkout(here, "test"); !checkout)
    return report(checkout.error());

  const auto folder = temporary_folder::create("test");
  if (!folder) return report(folder.error());
  const auto targets = matching_targets(here, wanted.pattern);
  if (!targets) return report(targets.error());
  const std::vector<fs::path> checks =
      wanted.config.empty() ? outside_checks(here, wanted.pattern) : std::vector<fs::path>();
  if (targets->empty() && checks.empty())
    return report({"no test has '" + wanted.pattern + "' in its label; 'mentat test' runs all", 2});
  std::vector<test_result> results;
  if (!targets->empty()) run_targets(here, wanted, *targets, folder->path(), results);
  for (const fs::path& check : checks) results.push_back(run_check(here, check, folder->path()));
  if (results.empty())
    return report({"'" + wanted.pattern + "' names no test; 'mentat test' runs all", 2});
  return conclude(results, wanted.json);
}

}  // namespace mentat::command
