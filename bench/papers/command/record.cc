#include "bench/papers/command/record.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace mentat::bench::papers {
namespace {

using nlohmann::ordered_json;
using kind = then::finding::kind;

constexpr std::pair<kind, const char*> kinds[] = {{kind::close, "close"},
                                                  {kind::at_most, "at_most"},
                                                  {kind::given, "given"},
                                                  {kind::reported, "reported"}};

std::string name_of(kind what) {
  for (const auto& [known, name] : kinds)
    if (known == what) return name;
  return "reported";
}

kind kind_named(const std::string& name) {
  for (const auto& [known, its] : kinds)
    if (name == its) return known;
  throw std::runtime_error("'" + name + "' is no kind of row");
}

ordered_json json_of(const then::finding& row) {
  ordered_json one{{"table", row.table},
                   {"row", row.row},
                   {"paper", row.paper},
                   {"ours", row.ours},
                   {"kind", name_of(row.what)}};
  if (row.what == kind::close) one["tolerance"] = row.tolerance;
  if (!row.holds()) one["why"] = row.why;
  return one;
}

ordered_json json_of(const measured_row& row) {
  return {{"table", row.table},
          {"row", row.row},
          {"unit", row.unit},
          {"paper", row.paper},
          {"ours", row.ours}};
}

ordered_json json_of(const application_row& row) {
  ordered_json one{{"application", row.application},
                   {"input", row.input},
                   {"paradigm", row.paradigm},
                   {"processes", row.processes},
                   {"seconds", row.seconds},
                   {"speed_up", row.speed_up},
                   {"over_by_hand", row.over_by_hand},
                   {"paper_seconds", row.paper_seconds},
                   {"paper_speed_up", row.paper_speed_up},
                   {"jobs", row.jobs},
                   {"nodes", row.nodes},
                   {"fault", row.fault}};
  if (row.messages) one["messages"] = *row.messages;
  if (row.bytes) one["bytes"] = *row.bytes;
  return one;
}

ordered_json json_of(const left_out& one) { return {{"input", one.input}, {"why", one.why}}; }

// One line for each row makes files readable, and comparable with diff.
template <class Row>
std::string lines_of(const std::vector<Row>& rows) {
  std::string text;
  for (const Row& each : rows) text += (text.empty() ? "\n  " : ",\n  ") + json_of(each).dump();
  return "[" + text + "]";
}

void read(const ordered_json& from, then::finding& into) {
  into.table = from.at("table");
  into.row = from.at("row");
  into.paper = from.at("paper");
  into.ours = from.at("ours");
  into.what = kind_named(from.at("kind"));
  into.tolerance = from.value("tolerance", 0.0);
  into.why = from.value("why", "");
}

void read(const ordered_json& from, measured_row& into) {
  into.table = from.at("table");
  into.row = from.at("row");
  into.unit = from.at("unit");
  into.paper = from.at("paper");
  into.ours = from.at("ours");
}

void read(const ordered_json& from, application_row& into) {
  into.application = from.at("application");
  into.input = from.at("input");
  into.paradigm = from.at("paradigm");
  into.processes = from.at("processes");
  into.seconds = from.at("seconds");
  into.speed_up = from.at("speed_up");
  into.over_by_hand = from.at("over_by_hand");
  into.paper_seconds = from.at("paper_seconds");
  into.paper_speed_up = from.at("paper_speed_up");
  into.jobs = from.at("jobs");
  into.nodes = from.at("nodes");
  into.fault = from.at("fault");
  if (from.contains("messages")) into.messages = from.at("messages").get<std::uint64_t>();
  if (from.contains("bytes")) into.bytes = from.at("bytes").get<std::uint64_t>();
}

void read(const ordered_json& from, left_out& into) {
  into.input = from.at("input");
  into.why = from.at("why");
}

template <class Row>
std::vector<Row> rows_of(const ordered_json& from) {
  std::vector<Row> all;
  for (const ordered_json& each : from) read(each, all.emplace_back());
  return all;
}

}  // namespace

double measured_row::ratio() const {
  if (paper == 0 || ours == 0) return 0;
  return unit == "s" || unit == "ms" ? paper / ours : ours / paper;
}

std::string json_of(const record& of) {
  const ordered_json machine = {{"processor", of.on.processor},
                                {"cores", of.on.cores},
                                {"kernel", of.on.kernel},
                                {"compiler", of.on.compiler},
                                {"date", of.on.date},
                                {"wake_us", of.on.wake_us},
                                {"load", of.load},
                                {"runs", of.runs}};
  return "{\"machine\": " + machine.dump() + ",\n \"then\": " + lines_of(of.then) +
         ",\n \"now\": " + lines_of(of.now) + ",\n \"applications\": " + lines_of(of.applications) +
         ",\n \"skipped\": " + lines_of(of.skipped) + "}\n";
}

tl::expected<record, std::string> record_of(const std::string& json) {
  try {
    const auto document = ordered_json::parse(json);
    record made;
    const ordered_json& on = document.at("machine");
    made.on.processor = on.at("processor");
    made.on.cores = on.at("cores");
    made.on.kernel = on.at("kernel");
    made.on.compiler = on.at("compiler");
    made.on.date = on.at("date");
    made.on.wake_us = on.at("wake_us");
    made.load = on.at("load");
    made.runs = on.at("runs");
    made.then = rows_of<then::finding>(document.at("then"));
    made.now = rows_of<measured_row>(document.at("now"));
    made.applications = rows_of<application_row>(document.at("applications"));
    made.skipped = rows_of<left_out>(document.at("skipped"));
    return made;
  } catch (const std::exception& error) {
    return tl::unexpected(std::string(error.what()));
  }
}

}  // namespace mentat::bench::papers
