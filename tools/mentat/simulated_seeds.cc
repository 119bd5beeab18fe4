#include "tools/mentat/simulated_seeds.h"

#include <csignal>
#include <map>
#include <sstream>

#include "mmps/base/shown_text.h"
#include "tools/mentat/difference.h"
#include "tools/mentat/files.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

using outcome = std::map<std::string, std::string>;

std::string text_of(const fs::path& file) {
  const auto text = read_file(file);
  return text ? *text : "";
}

/// The last line of a program's output, without "mentat: error: ".
std::string last_message(std::string errors) {
  while (errors.ends_with('\n')) errors.pop_back();
  errors.erase(0, errors.rfind('\n') + 1);
  for (const std::string_view prefix : {"mentat: ", "error: "})
    if (errors.starts_with(prefix)) errors.erase(0, prefix.size());
  return errors;
}

/// The last run of the process: words KEY=VALUE separated by tabs. Empty: no run.
outcome read_outcome(const fs::path& file) {
  std::istringstream lines(text_of(file));
  std::string last;
  for (std::string line; std::getline(lines, line);) last = line;
  outcome all;
  std::istringstream words(last);
  for (std::string word; std::getline(words, word, '\t');) {
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos) all[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return all;
}

/// Undoes the escape of base::shown(), which writes each newline as "\\n".
std::string with_newlines(std::string text) {
  for (std::size_t at = 0; (at = text.find("\\n", at)) != std::string::npos; ++at)
    text.replace(at, 2, "\n");
  return text;
}

/// An error is a valid result if a fault, such as a death, failed a call of the program.
bool is_failure_of_fault(const outcome& of) {
  const auto is_empty = [&](const char* key) {
    const auto found = of.find(key);
    return found == of.end() || found->second.empty() || found->second == "0";
  };
  return !is_empty("fault") && (!is_empty("threw") || !is_empty("errors"));
}

/// A disk that is full cuts outputs off. Two that are cut off alike would pass as equal.
expected<void> require_space(const fs::path& folder) {
  std::error_code unknown;
  const fs::space_info space = fs::space(folder, unknown);
  if (unknown || space.available != 0) return {};
  return fail("no space is left in " + base::shown_value(folder.parent_path().string()) +
                  ", which holds the outputs to compare; set TMPDIR to a folder with more space",
              1);
}

}  // namespace

program_call simulated_seeds::call_of(const std::string& mode, const std::string& name) const {
  program_call call{wanted_.program};
  call.environment = wanted_.settings;
  call.environment.emplace_back("MENTAT_MODE", mode);
  call.environment.emplace_back("MENTAT_SIM__OUTCOME", (folder_ / (name + ".outcome")).string());
  call.standard_input = wanted_.input;
  call.standard_output = folder_ / (name + ".out");
  call.standard_error = folder_ / (name + ".err");
  return call;
}

/// A command with the seed's settings, which repeats the run exactly.
std::string simulated_seeds::debugger_command(std::uint64_t seed) const {
  std::string text = "MENTAT_MODE=sim MENTAT_SEED=" + std::to_string(seed);
  for (const auto& [name, value] : wanted_.settings) text += " " + name + "=" + quoted(value);
  text += " gdb --args";
  for (const std::string& word : wanted_.program) text += " " + quoted(word);
  return base::shown(text);
}

expected<simulated_seeds> simulated_seeds::begin(const simulation& wanted, fs::path folder) {
  simulated_seeds made(wanted, std::move(folder));
  const auto end = command::run(made.call_of("serial", "serial"));
  if (!end) return fail(end.error().text, 2);
  if (interrupting_signal() != 0)
    return fail("interrupted while the program ran in mode serial", 128 + interrupting_signal());
  made.reference_ = *end;
  const std::string errors = text_of(made.folder_ / "serial.err");
  const bool is_wrong_setting = end->status() == 2 && errors.starts_with("mentat: error: ");
  if (is_wrong_setting || (end->status() >= 125 && end->status() <= 127))
    return fail(
        "the program does not run in mode serial (" + describe(*end) + "): " + last_message(errors),
        2);
  if (const auto enough = require_space(made.folder_); !enough)
    return tl::unexpected(enough.error());
  return made;
}

expected<seed_outcome> simulated_seeds::judge(std::uint64_t seed, const program_end& end) const {
  const std::string name = std::to_string(seed);
  seed_outcome result;
  result.seed = seed;
  result.end = end;
  const outcome told = read_outcome(folder_ / (name + ".outcome"));
  const auto value = [&](const char* key) {
    const auto found = told.find(key);
    return found == told.end() ? "" : found->second;
  };
  result.scenario = value("scenario");
  result.trace = value("trace");
  result.fault = value("fault");
  result.trace_error = value("trace_error");
  result.errors = text_of(folder_ / (name + ".err"));
  const bool was_given_up = !told.contains("events");
  if (was_given_up && (end.status() == 125 || end.status() == 2) &&
      result.errors.find("mentat: ") != std::string::npos)
    return fail(last_message(result.errors), 2);
  if (interrupting_signal() != 0 && end.signal == interrupting_signal())
    return fail("interrupted; seed " + name + ": " +
                    (result.errors.empty() ? "it had not begun" : last_message(result.errors)) +
                    "; in a debugger: " + debugger_command(seed),
                128 + end.signal);
  if (const auto enough = require_space(folder_); !enough) return tl::unexpected(enough.error());
  const auto differs = first_difference(folder_ / "serial.out", folder_ / (name + ".out"));
  if (!differs) return tl::unexpected(differs.error());
  if (told.empty() && end == reference_ && !*differs)
    return fail("the program does not report a simulation: it is not a Mentat program", 2);
  if (!value("trouble").empty()) {
    result.failure = with_newlines(value("trouble"));
  } else if (end != reference_ || *differs) {
    result.ended_by_fault = is_failure_of_fault(told);
    if (result.ended_by_fault) return result;
    if (*differs)
      result.failure = "standard output differs from mode serial at line " +
                       std::to_string((*differs)->line) + ", column " +
                       std::to_string((*differs)->column) + ":\n  serial: " + (*differs)->first +
                       "\n  sim:    " + (*differs)->second;
    else
      result.failure =
          "it ends with " + describe(end) + ", in mode serial with " + describe(reference_);
  }
  return result;
}

expected<seed_outcome> simulated_seeds::judge_and_remove(std::uint64_t seed,
                                                         const program_end& end) const {
  auto result = judge(seed, end);
  for (const char* kind : {".outcome", ".out", ".err"})
    fs::remove(folder_ / (std::to_string(seed) + kind));
  return result;
}

expected<std::vector<seed_outcome>> simulated_seeds::run(const std::vector<std::uint64_t>& seeds) {
  std::vector<program_call> calls;
  for (const std::uint64_t seed : seeds) {
    calls.push_back(call_of("sim", std::to_string(seed)));
    calls.back().environment.emplace_back("MENTAT_SEED", std::to_string(seed));
  }
  std::vector<std::optional<expected<seed_outcome>>> judged(seeds.size());
  const auto ends = run_all(calls, wanted_.parallel, [&](std::size_t i, const program_end& end) {
    judged[i] = judge_and_remove(seeds[i], end);
    return judged[i]->has_value() && (*judged[i])->failure.empty();
  });
  // A seed that was not run comes after one that failed.
  std::vector<seed_outcome> all;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    if (!ends[i]) return tl::unexpected(ends[i].error());
    if (!*judged[i]) return tl::unexpected(judged[i]->error());
    all.push_back(std::move(**judged[i]));
    if (!all.back().failure.empty()) break;
  }
  return all;
}

}  // namespace mentat::command
