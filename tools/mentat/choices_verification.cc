#include "tools/mentat/choices_verification.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <span>
#include <utility>

#include "tools/mentat/files.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;
using record = std::vector<std::string>;  // a line for each choice

record lines_of(const std::string& text) {
  record lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    lines.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return lines;
}

// Runs the program with given choices, and keeps the output of the first run.
class choice_runs {
 public:
  choice_runs(const choices_request& wanted, const fs::path& folder)
      : wanted_(wanted), folder_(folder) {}

  struct outcome {
    record choices;
    std::string difference;  // from the first run
  };
  // Follows the choices; behind them, random ones from the seed, or with 0 the first candidates.
  expected<outcome> run(std::span<const std::string> followed, int seed) {
    const auto begun = std::chrono::steady_clock::now();
    const auto done = execute_with(followed, seed);
    if (!done) return tl::unexpected(done.error());
    outcome found;
    const auto text = read_file(record_file());
    if (text) found.choices = lines_of(*text);
    max_choices_ = std::max(max_choices_, found.choices.size());
    if (!first_) {
      first_ = *done;
      const auto took = std::chrono::ceil<std::chrono::seconds>(
          10 * (std::chrono::steady_clock::now() - begun));
      longest_ = std::max<std::chrono::milliseconds>(shortest_time_out, took);
      return found;
    }
    const auto different = distinction(*first_, *done);
    if (!different) return tl::unexpected(different.error());
    found.difference = *different;
    if (done->end.was_too_long)
      found.difference += " of " + std::to_string(longest_->count() / 1000) + " s";
    if (done->end != first_->end && !std::exchange(shows_errors_, true)) show_errors(*done);
    fs::remove(done->output);
    return found;
  }
  [[nodiscard]] const execution& first() const { return *first_; }
  // A Mentat program records its choices; the record may be empty.
  [[nodiscard]] bool has_record() const { return fs::exists(record_file()); }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t max_choices() const { return max_choices_; }

 private:
  [[nodiscard]] fs::path record_file() const { return folder_ / "record"; }

  expected<execution> execute_with(std::span<const std::string> followed, int seed) {
    std::error_code ignored;
    fs::remove(record_file(), ignored);
    run_request request{wanted_.program, wanted_.input, folder_};
    request.environment = {{"MENTAT_CHOICES__RECORD", record_file()},
                           {"MENTAT_CHOICES__SEED", std::to_string(seed)}};
    request.longest = longest_;
    if (!followed.empty()) {
      std::string text;
      for (const std::string& line : followed) text += line + "\n";
      if (const auto written = write_file(folder_ / "followed", text); !written)
        return tl::unexpected(written.error());
      request.environment.emplace_back("MENTAT_CHOICES__FOLLOW", folder_ / "followed");
    }
    return execute(request, "serial", static_cast<int>(++count_));
  }

  const choices_request& wanted_;
  const fs::path& folder_;
  static constexpr std::chrono::seconds shortest_time_out{10};

  std::optional<execution> first_;
  std::optional<std::chrono::milliseconds> longest_;  // of the later runs
  bool shows_errors_ = false;
  std::size_t count_ = 0, max_choices_ = 0;
};

// Finds the choice that decides between the first run's answer and that of a run whose choices are
// given: the number of the last choice that has to be followed for another answer.
expected<void> find_deciding_choice(choice_runs& runs, const record& choices,
                                    choices_verdict& verdict) {
  std::size_t same = 0, differs = choices.size();  // with so many choices followed
  while (differs - same > 1) {
    const std::size_t middle = same + (differs - same) / 2;
    const auto done = runs.run(std::span(choices).first(middle), 0);
    if (!done) return tl::unexpected(done.error());
    if (done->difference.empty()) {
      same = middle;
    } else {
      differs = middle;
      verdict.difference = done->difference;
    }
  }
  if (differs == 0) return {};
  verdict.number = differs;
  verdict.decides = read_choice(choices[differs - 1]);
  return {};
}

expected<void> try_seeds(choice_runs& runs, const choices_request& wanted,
                         choices_verdict& verdict) {
  for (int seed = 1; seed <= wanted.seeds; ++seed) {
    const auto done = runs.run({}, seed);
    if (!done) return tl::unexpected(done.error());
    if (done->difference.empty()) continue;
    verdict.difference = done->difference;
    return find_deciding_choice(runs, done->choices, verdict);
  }
  return {};
}

expected<void> try_all(choice_runs& runs, const choices_request& wanted, record first,
                       choices_verdict& verdict) {
  for (record followed = next_list(std::move(first)); !followed.empty();) {
    if (runs.count() >= static_cast<std::size_t>(wanted.max_runs)) return {};
    auto done = runs.run(followed, 0);
    if (!done) return tl::unexpected(done.error());
    if (!done->difference.empty()) {
      verdict.difference = done->difference;
      return find_deciding_choice(runs, done->choices, verdict);
    }
    followed = next_list(std::move(done->choices));
  }
  verdict.complete = true;
  return {};
}

bool take_number(const char*& at, const char* end, std::size_t& number) {
  const auto [stop, failure] = std::from_chars(at, end, number);
  at = stop;
  return failure == std::errc();
}

}  // namespace

std::optional<made_choice> read_choice(const std::string& line) {
  made_choice made;
  const std::size_t tabs[] = {line.find('\t'), line.find('\t', line.find('\t') + 1),
                              line.rfind('\t')};
  if (tabs[0] == std::string::npos || tabs[1] == std::string::npos || tabs[2] == tabs[1])
    return std::nullopt;
  const char* at = line.data();
  const char* const end = line.data() + tabs[0];
  if (!take_number(at, end, made.candidates) || at == end || *at++ != ' ' ||
      !take_number(at, end, made.chosen) || at != end)
    return std::nullopt;
  made.place = line.substr(tabs[0] + 1, tabs[1] - tabs[0] - 1);
  made.first = line.substr(tabs[1] + 1, tabs[2] - tabs[1] - 1);
  made.other = line.substr(tabs[2] + 1);
  return made;
}

std::vector<std::string> next_list(std::vector<std::string> record) {
  for (; !record.empty(); record.pop_back()) {
    const auto last = read_choice(record.back());
    if (!last || last->chosen + 1 >= last->candidates) continue;
    record.back() = std::to_string(last->candidates) + " " + std::to_string(last->chosen + 1) +
                    "\t" + last->place + "\t" + last->first + "\t" + last->other;
    return record;
  }
  return record;
}

expected<choices_verdict> verify_choices(const choices_request& wanted, const fs::path& folder) {
  choices_verdict verdict;
  choice_runs runs(wanted, folder);
  auto first = runs.run({}, 0);
  if (!first) return tl::unexpected(first.error());
  if (!runs.first().end.good()) show_errors(runs.first());
  if (runs.first().end.good() && !runs.has_record())
    return fail(
        "the program does not report its choices: it is not a Mentat program, or its main makes "
        "its own mentat::runtime",
        2);
  verdict.not_compared = why_not_compared(runs.first());
  if (verdict.not_compared.empty()) {
    // Without a choice every list of choices has been tried.
    if (first->choices.empty()) verdict.complete = true;
    const auto tried = first->choices.empty() ? expected<void>()
                       : wanted.exhaustive
                           ? try_all(runs, wanted, std::move(first->choices), verdict)
                           : try_seeds(runs, wanted, verdict);
    if (!tried) return tl::unexpected(tried.error());
  }
  verdict.runs = runs.count();
  verdict.choices = runs.max_choices();
  return verdict;
}

}  // namespace mentat::command
