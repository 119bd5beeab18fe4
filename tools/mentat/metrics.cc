#include "tools/mentat/metrics.h"

#include <algorithm>
#include <cstdlib>

#include "mmps/base/shown_text.h"
#include "mplc/version.h"
#include "tools/mentat/program_answers.h"

namespace mentat::command {
namespace {

using host::session_row;
using rows = std::vector<session_row>;

constexpr int most_rows = 5'000;
constexpr const char* others = "other";

unsigned long long number_in(const session_row& row, const char* name) {
  return std::strtoull(row.get(name).c_str(), nullptr, 10);
}

std::size_t count_of(const rows& all, std::string_view kind) {
  return static_cast<std::size_t>(
      std::ranges::count_if(all, [kind](const session_row& row) { return row.kind == kind; }));
}

// The text of metrics, one after the other.
class page {
 public:
  page& begin(const std::string& name, const char* type, const char* help) {
    name_ = name;
    text_ += "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n";
    return *this;
  }
  page& add(unsigned long long value) {
    text_ += name_ + " " + std::to_string(value) + "\n";
    return *this;
  }
  page& add(const char* label, const std::string& of, unsigned long long value) {
    text_ += name_ + "{" + label + "=\"" + label_value(of) + "\"} " + std::to_string(value) + "\n";
    return *this;
  }
  template <class Sums>
  page& add_all(const char* label, const Sums& sums) {
    for (const auto& [of, value] : sums) add(label, of, value);
    return *this;
  }
  std::string text() { return std::move(text_); }

 private:
  std::string name_, text_;
};

using sums = std::map<std::string, unsigned long long>;

// Hosts number their processes each for itself.
std::string counted_in(const session_row& row, const char* what) {
  return row.get("host") + " " + row.get("process") + " " + row.get("pid") + " " + row.get(what);
}

void add_hosts(page& to, const rows& hosts) {
  std::map<std::string, const session_row*> known;  // the newest of a name
  for (const session_row& row : hosts) {
    if (row.kind != "host") continue;
    const std::string name = row.get("name");
    if (known.contains(name) || known.size() < metrics::most_hosts) known[name] = &row;
  }
  const auto add = [&](const std::string& name, const char* help, const auto& value) {
    to.begin(name, "gauge", help);
    for (const auto& [host, row] : known) to.add("host", host, value(*row));
  };
  if (known.empty()) return;
  add("mentat_host_up", "1 if the host is up, else 0 (draining, silent, left, lost).",
      [](const session_row& row) { return row.get("state") == "up" ? 1ull : 0ull; });
  add("mentat_host_cores", "Processor cores of the host.",
      [](const session_row& row) { return number_in(row, "cores"); });
}

}  // namespace

std::string label_value(std::string_view text) {
  std::string made;
  for (const char one : base::shown_value(text)) {
    if (one == '"' || one == '\\') made += '\\';
    made += one;
  }
  return made;
}

void metrics::counter::set(const key& what, const std::string& label, unsigned long long now) {
  unsigned long long& before = last[what];
  const bool has_room = sums.contains(label) || sums.size() < most_classes;
  sums[has_room ? label : others] +=
      now >= before ? now - before : now;  // fewer: another program has that number
  before = now;
}

void metrics::counter::forget_ended(const std::set<std::string>& programs) {
  std::erase_if(last, [&](const auto& one) { return !programs.contains(one.first.first); });
}

std::string metrics::label_of(const std::string& name) {
  if (!named_.contains(name) && named_.size() >= most_classes) return others;
  named_.insert(name);
  return name;
}

std::string metrics::text_of(const metrics_look& look) {
  std::vector<const class_activity*> by_calls;  // the first look chooses the busiest ones
  for (const class_activity& one : look.classes) by_calls.push_back(&one);
  std::ranges::stable_sort(by_calls,
                           [](const auto* a, const auto* b) { return a->calls > b->calls; });
  sums objects, running, waiting;
  for (const class_activity* const one : by_calls) {
    const std::string label = label_of(one->name);
    calls_.sums.try_emplace(label);
    objects[label] += one->objects;
    running[label] += one->running;
    waiting[label] += one->waiting;
  }
  for (const session_row& row : look.executed)
    if (row.kind == "class")
      calls_.set({row.get("program"), counted_in(row, "name")},
                 label_of(base::shown(row.get("name"))), number_in(row, "calls"));
  for (const session_row& row : look.drops)
    if (row.kind == "drop")
      drops_.set({row.get("program"), counted_in(row, "what")}, row.get("what"),
                 number_in(row, "count"));
  std::set<std::string> programs;
  for (const session_row& row : look.programs)
    if (row.kind == "program") programs.insert(row.get("number"));
  if (look.silent == 0) {
    calls_.forget_ended(programs);
    drops_.forget_ended(programs);
  }
  page made;
  made.begin("mentat_up", "gauge", "1 if the programs could be asked, else 0.").add(1);
  made.begin("mentat_build_info", "gauge", "1, with the version of Mentat that asks.")
      .add("version", std::string(version), 1);
  made.begin("mentat_programs", "gauge", "Programs that run.").add(programs.size());
  made.begin("mentat_silent_processes", "gauge", "Processes that did not answer.").add(look.silent);
  made.begin("mentat_left_out_rows", "gauge", "Rows more than can be listed: sums lack them.")
      .add(look.left_out);
  made.begin("mentat_calls_total", "counter", "Executed calls, by class.")
      .add_all("class", calls_.sums);
  made.begin("mentat_objects", "gauge", "Persistent objects, by class.").add_all("class", objects);
  made.begin("mentat_running_calls", "gauge", "Calls that are executed now, by class.")
      .add_all("class", running);
  made.begin("mentat_waiting_calls", "gauge", "Calls that wait now, by class.")
      .add_all("class", waiting);
  made.begin("mentat_dropped_messages_total", "counter", "Messages and results that were dropped.")
      .add_all("what", drops_.sums);
  add_hosts(made, look.hosts);
  return made.text();
}

std::string metrics::text_of_failure() {
  return page()
      .begin("mentat_up", "gauge", "1 if the programs could be asked, else 0.")
      .add(0)
      .text();
}

expected<metrics_look> metrics_now(const std::string& session, bool has_hosts) {
  metrics_look made;
  const char* const things[] = {"classes", "objects", "calls", "drops", "programs"};
  rows all[5];
  for (int i = 0; i < 5; ++i) {
    auto came = ask_all_programs(things[i], session, all_programs, most_rows);
    if (!came) return tl::unexpected(came.error());
    all[i] = *std::move(came);
    made.silent = std::max(made.silent, count_of(all[i], "silent"));
    made.left_out += std::strtoull(sum_of_left_out(all[i]).c_str(), nullptr, 10);
  }
  made.classes = activity_of(all[0], all[1], all[2]);
  made.executed = std::move(all[0]);
  made.drops = std::move(all[3]);
  made.programs = std::move(all[4]);
  if (has_hosts) {
    auto came = ask_all_programs("hosts", session, all_programs, most_rows);
    if (!came) return tl::unexpected(came.error());
    made.hosts = *std::move(came);
  }
  return made;
}

}  // namespace mentat::command
