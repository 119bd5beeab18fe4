#include "tools/mentat/program_runs.h"

#include <cstdio>

#include "mmps/base/shown_text.h"
#include "tools/mentat/difference.h"
#include "tools/mentat/files.h"

namespace mentat::command {

expected<execution> execute(const run_request& wanted, const std::string& mode, int number) {
  execution done{
      mode, number, {}, wanted.folder / (mode + std::to_string(number)), wanted.folder / "errors"};
  program_call call{wanted.program};
  call.environment = wanted.environment;
  call.environment.emplace_back("MENTAT_MODE", mode);
  call.standard_input = wanted.input;
  call.standard_output = done.output;
  call.standard_error = done.errors;
  call.longest = wanted.longest;
  const auto end = run(call);
  if (!end) return fail(end.error().text, 2);
  done.end = *end;
  return done;
}

expected<std::string> distinction(const execution& reference, const execution& other) {
  std::string text;
  if (!other.end.was_too_long) {
    const auto found = first_difference(reference.output, other.output);
    if (!found) return tl::unexpected(found.error());
    if (*found) {
      const difference& at = **found;
      text = "standard output differs at line " + std::to_string(at.line) + ", column " +
             std::to_string(at.column) + ":\n  " + reference.name() + ": " + at.first + "\n  " +
             other.name() + ": " + at.second;
    }
  }
  if (reference.end != other.end)
    text += (text.empty() ? "" : "\n") + ("the program ended differently:\n  " + reference.name()) +
            ": " + describe(reference.end) + "\n  " + other.name() + ": " + describe(other.end);
  return text;
}

void show_errors(const execution& of) {
  const auto text = read_file(of.errors);
  if (!text || text->empty()) return;
  std::fprintf(stderr, "mentat: standard error in %s:\n%s\n", of.name().c_str(),
               base::shown(*text, base::longest_shown_message, base::line_ends::kept).c_str());
}

std::string why_not_compared(const execution& done) {
  const int status = done.end.status();
  const auto errors = read_file(done.errors);
  const bool is_wrong_setting = status == 2 && errors && errors->starts_with("mentat: error: ");
  if (!is_wrong_setting && (status < 125 || status > 127)) return "";
  return "nothing is compared because the program does not run in any mode: " + describe(done.end);
}

}  // namespace mentat::command
