#include <cstdio>

#include "tools/mentat/choices_verification.h"
#include "tools/mentat/files.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/modes.h"
#include "tools/mentat/process.h"
#include "tools/mentat/program_runs.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

struct request {
  arguments program;
  std::vector<std::string> modes;
  int runs = 1;
  fs::path input = "/dev/null";
};

struct verdict {
  std::string difference;  // or why nothing is compared; empty if all agree
  std::vector<execution> executions;
};

/// Runs all executions; stops at the first difference.
expected<verdict> compare_modes(const request& wanted, const fs::path& folder) {
  verdict so_far;
  for (const std::string& mode : wanted.modes) {
    for (int number = 1; number <= wanted.runs; ++number) {
      const auto done = execute({wanted.program, wanted.input, folder}, mode, number);
      if (!done) return tl::unexpected(done.error());
      so_far.executions.push_back(*done);
      const execution& reference = so_far.executions.front();
      const bool first = so_far.executions.size() == 1;
      if (first && !done->end.good()) show_errors(*done);
      if (first) continue;
      const auto different = distinction(reference, *done);
      if (!different) return tl::unexpected(different.error());
      so_far.difference = *different;
      if (!different->empty()) {
        show_errors(*done);
        return so_far;
      }
      fs::remove(done->output);
    }
  }
  so_far.difference = why_not_compared(so_far.executions.back());
  return so_far;
}

void print_json(const request& wanted, const verdict& found) {
  std::vector<json_object> runs;
  for (const execution& each : found.executions) {
    runs.emplace_back();
    runs.back()
        .add("mode", each.mode)
        .add("run", each.number)
        .add("exit_status", each.end.status());
  }
  json_object all;
  all.add("program", wanted.program)
      .add("same", found.difference.empty())
      .add("difference", found.difference)
      .add("runs", runs);
  std::fputs(all.text().c_str(), stdout);
}

// A text about options that exclude each other; empty: there are none.
std::string wrong_combination(bool choices, const choices_request& open, const std::string& modes,
                              int runs) {
  if (choices && (!modes.empty() || runs != 0))
    return "--choices compares runs in mode serial and excludes --modes and --runs";
  if (!choices && (open.exhaustive || open.seeds != 0 || open.max_runs != 0))
    return "--seeds, --exhaustive and --max-runs need --choices";
  if (open.exhaustive && open.seeds != 0)
    return "--exhaustive tries every list of choices and excludes --seeds";
  if (!open.exhaustive && open.max_runs != 0) return "--max-runs needs --exhaustive";
  return "";
}

// The verdict on the open choices, in sentences.
std::string describe(const choices_request& wanted, const choices_verdict& found) {
  const std::string name = wanted.program.front();
  if (!found.not_compared.empty()) return name + ": " + found.not_compared;
  const std::string runs = std::to_string(found.runs) + (found.runs == 1 ? " run" : " runs");
  if (!found.difference.empty()) {
    std::string text = name + ": the answer depends on an open choice\n";
    if (found.decides) {
      text += "choice " + std::to_string(found.number) + " of " +
              std::to_string(found.decides->candidates) + " candidates";
      if (!found.decides->place.empty()) text += ", at " + found.decides->place;
      text += "\n  first candidate: " + found.decides->first +
              "\n  chosen candidate: " + found.decides->other + "\n";
    }
    return text + found.difference;
  }
  if (found.choices == 0)
    return name + ": deterministic for this input: mode serial has no open choice";
  const std::string choices = std::to_string(found.choices) + " open choices";
  if (found.complete) return name + ": the same for every list of choices (" + runs + ")";
  return name + ": the same in " + runs + " with up to " + choices +
         (wanted.exhaustive ? "; there are more lists of choices: --max-runs" : "");
}

void print_json(const choices_request& wanted, const choices_verdict& found) {
  json_object all;
  all.add("program", wanted.program)
      .add("same", found.difference.empty() && found.not_compared.empty())
      .add("runs", static_cast<long long>(found.runs))
      .add("choices", static_cast<long long>(found.choices))
      .add("complete", found.complete)
      .add("difference", found.difference.empty() ? found.not_compared : found.difference);
  if (found.decides)
    all.add("choice", static_cast<long long>(found.number))
        .add("candidates", static_cast<long long>(found.decides->candidates))
        .add("place", found.decides->place)
        .add("first", found.decides->first)
        .add("chosen", found.decides->other);
  std::fputs(all.text().c_str(), stdout);
}

int report_choices(const choices_request& wanted, const fs::path& folder, bool json) {
  const auto found = verify_choices(wanted, folder);
  if (!found) return report(found.error());
  if (json)
    print_json(wanted, *found);
  else
    std::printf("%s\n", describe(wanted, *found).c_str());
  return found->difference.empty() && found->not_compared.empty() ? 0 : 1;
}

}  // namespace

int run_verify(const installation&, const arguments& given) {
  command_line line("verify");
  request wanted;
  choices_request open;
  std::string modes;
  std::string input;
  bool json = false, choices = false;
  wanted.runs = 0;
  open.seeds = open.max_runs = 0;
  line.option("--modes", modes);
  line.option("--runs", wanted.runs, 1, 1000);
  line.flag("--choices", choices);
  line.option("--seeds", open.seeds, 1, 1'000'000);
  line.flag("--exhaustive", open.exhaustive);
  line.option("--max-runs", open.max_runs, 1, 1'000'000);
  line.option("--stdin", input);
  line.flag("--json", json);
  line.rest("PROGRAM", wanted.program, true);
  if (const auto done = line.parse(given)) return *done;

  if (const auto wrong = wrong_combination(choices, open, modes, wanted.runs); !wrong.empty())
    return report({wrong, 2});
  if (modes.empty()) modes = "serial,threads,processes";
  if (wanted.runs == 0) wanted.runs = 3;
  const auto parsed = parse_modes(modes);
  if (!parsed) return report(parsed.error());
  wanted.modes = *parsed;
  wanted.program.front() = find_program(wanted.program.front());
  if (!input.empty()) wanted.input = input;
  std::error_code ignored;
  if (!fs::exists(wanted.input, ignored)) return report({"--stdin: there is no file " + input, 2});

  const auto folder = temporary_folder::create("verify");
  if (!folder) return report(folder.error());
  if (choices) {
    open.program = wanted.program;
    open.input = wanted.input;
    const choices_request usual;
    if (open.seeds == 0) open.seeds = usual.seeds;
    if (open.max_runs == 0) open.max_runs = usual.max_runs;
    return report_choices(open, folder->path(), json);
  }
  const auto found = compare_modes(wanted, folder->path());
  if (!found) return report(found.error());
  const char* const name = wanted.program.front().c_str();
  if (json)
    print_json(wanted, *found);
  else if (found->difference.empty())
    std::printf("%s: the same in %s, %d times each: %s\n", name, modes.c_str(), wanted.runs,
                describe(found->executions.front().end).c_str());
  else
    std::printf("%s: %s\n", name, found->difference.c_str());
  return found->difference.empty() ? 0 : 1;
}

}  // namespace mentat::command
