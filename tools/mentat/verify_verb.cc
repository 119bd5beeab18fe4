#include <cstdio>

#include "mmps/base/shown_text.h"
#include "tools/mentat/difference.h"
#include "tools/mentat/files.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/modes.h"
#include "tools/mentat/process.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

struct execution {
  std::string mode;
  int run = 0;
  program_end end;
  fs::path output;
  fs::path errors;

  std::string name() const { return "mode " + mode + " (run " + std::to_string(run) + ")"; }
};

struct request {
  arguments program;
  std::vector<std::string> modes;
  int runs = 1;
  fs::path input = "/dev/null";
};

expected<execution> execute(const request& wanted, const std::string& mode, int number,
                            const fs::path& folder) {
  execution done{mode, number, {}, folder / (mode + std::to_string(number)), folder / "errors"};
  program_call call{wanted.program};
  call.environment.emplace_back("MENTAT_MODE", mode);
  call.standard_input = wanted.input;
  call.standard_output = done.output;
  call.standard_error = done.errors;
  const auto end = run(call);
  if (!end) return fail(end.error().text, 2);
  done.end = *end;
  return done;
}

/// The difference of an execution from the first one, in a sentence; empty if they agree.
expected<std::string> distinction(const execution& reference, const execution& other) {
  const auto found = first_difference(reference.output, other.output);
  if (!found) return tl::unexpected(found.error());
  if (*found) {
    const difference& at = **found;
    return "standard output differs at line " + std::to_string(at.line) + ", column " +
           std::to_string(at.column) + ":\n  " + reference.name() + ": " + at.first + "\n  " +
           other.name() + ": " + at.second;
  }
  if (reference.end != other.end)
    return "the program ended differently:\n  " + reference.name() + ": " +
           describe(reference.end) + "\n  " + other.name() + ": " + describe(other.end);
  return "";
}

void show_errors(const execution& of) {
  const auto text = read_file(of.errors);
  if (!text || text->empty()) return;
  std::fprintf(stderr, "mentat: standard error in %s:\n%s\n", of.name().c_str(),
               base::shown(*text, base::longest_shown_message, base::line_ends::kept).c_str());
}

/// Why a program that ends the same in every mode cannot be compared: it did not begin (2: a wrong
/// setting, 126, 127), or the run-time system gave up (125). Empty if it ran.
std::string why_not_compared(const execution& done) {
  const int status = done.end.status();
  const auto errors = read_file(done.errors);
  const bool is_wrong_setting = status == 2 && errors && errors->starts_with("mentat: error: ");
  if (!is_wrong_setting && (status < 125 || status > 127)) return "";
  return "nothing is compared, for the program does not run in any mode: " + describe(done.end);
}

struct verdict {
  std::string difference;  // or why nothing is compared; empty if all agree
  std::vector<execution> executions;
};

/// Runs all executions; stops at the first difference.
expected<verdict> compare_modes(const request& wanted, const fs::path& folder) {
  verdict so_far;
  for (const std::string& mode : wanted.modes) {
    for (int number = 1; number <= wanted.runs; ++number) {
      const auto done = execute(wanted, mode, number, folder);
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
    runs.back().add("mode", each.mode).add("run", each.run).add("exit_status", each.end.status());
  }
  json_object all;
  all.add("program", wanted.program)
      .add("same", found.difference.empty())
      .add("difference", found.difference)
      .add("runs", runs);
  std::fputs(all.text().c_str(), stdout);
}

}  // namespace

int run_verify(const installation&, const arguments& given) {
  command_line line("verify");
  request wanted;
  std::string modes = "serial,threads,processes";
  std::string input;
  bool json = false;
  wanted.runs = 3;
  line.option("--modes", modes);
  line.option("--runs", wanted.runs, 1, 1000);
  line.option("--stdin", input);
  line.flag("--json", json);
  line.rest("PROGRAM", wanted.program, true);
  if (const auto done = line.parse(given)) return *done;

  const auto parsed = parse_modes(modes);
  if (!parsed) return report(parsed.error());
  wanted.modes = *parsed;
  wanted.program.front() = find_program(wanted.program.front());
  if (!input.empty()) wanted.input = input;
  std::error_code ignored;
  if (!fs::exists(wanted.input, ignored)) return report({"--stdin: there is no file " + input, 2});

  const auto folder = temporary_folder::create("verify");
  if (!folder) return report(folder.error());
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
