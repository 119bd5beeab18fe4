#include "tools/record/profile_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "tools/record/text_columns.h"

namespace mentat::command {
namespace {

constexpr std::size_t most_functions = 20, most_waits = 8, most_grains = 5, most_path = 12;
constexpr double worth_saying = 0.05;  // of the time

std::string seconds(std::int64_t ns) {
  struct unit {
    double length;
    const char* name;
  };
  constexpr std::array<unit, 3> units{{{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}}};
  char text[40];
  for (const unit& one : units) {
    const double value = static_cast<double>(ns) / one.length;
    if (value < 0.9995) continue;
    const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    std::snprintf(text, sizeof text, "%.*f %s", decimals, value, one.name);
    return text;
  }
  return std::to_string(ns) + " ns";
}

double share(std::int64_t part, std::int64_t of) {
  return of > 0 ? static_cast<double>(part) / static_cast<double>(of) : 0;
}
std::string percent(double part) {
  char text[40];
  std::snprintf(text, sizeof text, "%.0f %%", 100 * part);
  return text;
}
std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}
std::string counted(std::uint64_t number, const std::string& thing) {
  return grouped(number) + " " + thing + (number == 1 ? "" : "s");
}
// The time, and by how much it differs.
std::string changed(std::int64_t to, std::int64_t from) {
  const double by = share(to - from, from);
  char text[40];
  std::snprintf(text, sizeof text, " (%+.0f %%)", 100 * by);
  return seconds(to) + text;
}

class page {
 public:
  page(const profile& made, const trace& of) : made_(made), of_(of) {}

  std::string text() {
    add_head();
    add_functions();
    if (made_.why_incomplete.empty()) {
      add_path();
      add_predictions();
    }
    add_waits();
    add_advice();
    return std::move(text_);
  }

 private:
  [[nodiscard]] const std::string& name(std::uint16_t method) const {
    return of_.method(method).name;
  }
  void line(const std::string& one) { text_ += one + "\n"; }

  void add_head() {
    line(seconds(made_.measured) + " on " + counted(made_.workers, "worker") + ", " +
         percent(made_.busy) + " busy: " + of_.program + ", mode " + of_.mode);
    if (!made_.why_incomplete.empty())
      return line("work " + seconds(made_.work) +
                  "; no span and no predictions: " + made_.why_incomplete);
    char parallelism[40];
    std::snprintf(parallelism, sizeof parallelism, "%.1f",
                  share(made_.work, std::max<std::int64_t>(made_.span, 1)));
    line("work " + seconds(made_.work) + ", span " + seconds(made_.span) + ", parallelism " +
         parallelism);
    line("predicted for this run: " + seconds(made_.as_recorded));
    if (made_.is_far_off())
      line(
          "That is more than 10 % off: predictions are not to be trusted. Calls may be too short,\n"
          "the machine may have had other work, or memory may be the limit; none is in the model.");
  }

  void add_functions() {
    line("");
    const bool has_path = made_.why_incomplete.empty();
    text_columns table({"function", "defined at", "calls", "mean", "total", "of work"});
    if (has_path) table.add_titles({"on critical path", "if twice as fast"});
    for (std::size_t i = 0; i < std::min(most_functions, made_.functions.size()); ++i) {
      const profile::function& one = made_.functions[i];
      std::vector<std::string> row{name(one.method),   of_.method(one.method).defined_at,
                                   grouped(one.calls), seconds(one.mean()),
                                   seconds(one.time),  percent(share(one.time, made_.work))};
      if (has_path) {
        row.push_back(seconds(one.on_path) + ", " + percent(share(one.on_path, made_.span)));
        row.push_back(one.if_halved ? changed(*one.if_halved, made_.as_recorded) : "");
      }
      table.add(row);
    }
    text_ += table.text();
    if (made_.functions.size() > most_functions)
      line(counted(made_.functions.size() - most_functions, "further function") + ": --json");
  }

  void add_path() {
    line("\ncritical path, from the begin:");
    for (std::size_t i = 0; i < std::min(most_path, made_.path.size()); ++i) {
      const profile::step& one = made_.path[i];
      const std::string& place = of_.method(one.method).defined_at;
      line("  " + name(one.method) + (place.empty() ? "" : " (" + place + ")") + " " +
           seconds(one.time) + (one.calls > 1 ? ", " + counted(one.calls, "call") : ""));
    }
    if (const std::uint64_t left = made_.path.size() + made_.steps_left_out;
        made_.path.size() > most_path)
      line("  and " + counted(left - most_path, "further step") + ": --json");
  }

  void add_predictions() {
    if (!made_.predictions.empty()) line("");
    text_columns table({"workers"});
    std::vector<std::string> row{"predicted"};
    for (const profile::prediction& one : made_.predictions) {
      table.add_titles({std::to_string(one.workers)});
      row.push_back(seconds(one.time));
    }
    table.add(row);
    if (!made_.predictions.empty()) text_ += table.text();
    if (!made_.why_few.empty()) line(made_.why_few);
    if (made_.asked)
      line("\nwith these speeds and " + counted(made_.asked->workers, "worker") + ": " +
           changed(made_.asked->time, made_.as_recorded) + ", span " + seconds(made_.asked_span));
  }

  void add_waits() {
    const std::size_t shown = std::min(most_waits, made_.waits.size());
    if (shown == 0) return;
    line("\nwaits, with what the workers did meanwhile:");
    for (std::size_t i = 0; i < shown; ++i) {
      const profile::wait& one = made_.waits[i];
      line("  " + who_waits(one) + ": " + seconds(one.time) + ", " + counted(one.times, "time") +
           "; workers " + percent(one.busy) + " busy");
    }
    if (made_.waits.size() > shown)
      line("  and " + counted(made_.waits.size() - shown, "further one") + ": --json");
  }
  [[nodiscard]] std::string who_waits(const profile::wait& one) const {
    return name(one.waiter) + (one.place.empty() ? "" : " at " + one.place) + " for " +
           name(one.wanted);
  }

  void add_advice() {
    std::vector<std::string> advice;
    for (const profile::wait& one : made_.waits) advise(one, advice);
    for (std::size_t i = 0; i < std::min(most_grains, made_.grains.size()); ++i)
      advise(made_.grains[i], advice);
    for (const profile::function& one : made_.functions) advise(one, advice);
    if (advice.empty()) return;
    line("\nadvice:");
    for (const std::string& one : advice) line("  " + one);
  }

  void advise(const profile::wait& one, std::vector<std::string>& to) const {
    const bool is_short =
        one.time / static_cast<std::int64_t>(one.times) < made_.hand_over.to_other_worker;
    if (is_short || share(one.time, made_.measured) < worth_saying) return;
    const std::string waited = name(one.waiter) + " waited " + seconds(one.time) +
                               (one.place.empty() ? "" : " at " + one.place) +
                               " for the result of " + name(one.wanted);
    const std::int64_t gain = one.if_late ? made_.as_recorded - *one.if_late : 0;
    if (share(gain, made_.as_recorded) >= worth_saying)
      to.push_back(
          waited +
          ", and went on only then. What follows there and does not need that\n"
          "  value can run meanwhile: make those calls first, and use the value behind them. "
          "At best " +
          changed(*one.if_late, made_.as_recorded) + ".");
    else if (made_.workers > 1 && one.busy * made_.workers < 1.1)
      to.push_back(waited + (made_.why_incomplete.empty() && !made_.is_far_off()
                                 ? "; nothing else could run."
                                 : "; no other worker was busy then."));
  }
  void advise(const profile::grain& one, std::vector<std::string>& to) const {
    const auto function =
        std::ranges::find(made_.functions, one.method, &profile::function::method);
    to.push_back(name(one.method) + ": " + counted(function->calls, "call") + " of " +
                 seconds(function->mean()) + ", and another worker begins one only after " +
                 seconds(one.hand_over) + (made_.hand_over.is_measured ? "" : " or so") +
                 ": let a call do the work of " + grouped(one.batch) + ".");
  }
  void advise(const profile::function& one, std::vector<std::string>& to) const {
    constexpr double most = 0.5;
    const bool is_bound = share(made_.span, made_.as_recorded) > 0.9;
    if (!made_.why_incomplete.empty() || !is_bound || share(one.on_path, made_.span) < most) return;
    to.push_back(
        name(one.method) + " is " + percent(share(one.on_path, made_.span)) +
        " of the critical path, and the program takes as long as that: more workers do not\n"
        "  help; make it faster, or split its calls.");
  }

  const profile& made_;
  const trace& of_;
  std::string text_;
};

}  // namespace

std::string as_text(const profile& made, const trace& of) { return page(made, of).text(); }

}  // namespace mentat::command
