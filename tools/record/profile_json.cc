#include <nlohmann/json.hpp>

#include "tools/record/profile_text.h"

namespace mentat::command {
namespace {

using json = nlohmann::ordered_json;

class profile_writer {
 public:
  profile_writer(const profile& made, const trace& of) : made_(made), of_(of) {}

  [[nodiscard]] json all() const {
    const bool is_complete = made_.why_incomplete.empty();
    json to{{"profile_version", 1},     {"program", of_.program},        {"mode", of_.mode},
            {"recorded", of_.level},    {"host", of_.host_name},         {"whole", of_.is_whole},
            {"workers", made_.workers}, {"measured_ns", made_.measured}, {"busy", made_.busy},
            {"work_ns", made_.work}};
    if (is_complete) {
      to["span_ns"] = made_.span;
      to["predicted_ns"] = made_.as_recorded;
      to["trustworthy"] = !made_.is_far_off();
    } else {
      to["incomplete"] = made_.why_incomplete;
    }
    if (made_.asked)
      to["asked"] = {{"workers", made_.asked->workers},
                     {"predicted_ns", made_.asked->time},
                     {"span_ns", made_.asked_span}};
    to["break_even_ns"] = made_.break_even;
    to["functions"] = functions();
    to["waits"] = waits();
    to["short_calls"] = grains();
    if (is_complete) to["by_workers"] = predictions();
    if (is_complete) to["critical_path"] = path();
    if (!made_.why_few.empty()) to["left_out"] = made_.why_few;
    to["known"] = known();
    return to;
  }

 private:
  [[nodiscard]] json method(std::uint16_t number) const {
    return {{"function", of_.method(number).name}, {"defined_at", of_.method(number).defined_at}};
  }
  // All functions of the program, also those that were not called.
  [[nodiscard]] json known() const {
    json to = json::array();
    for (std::size_t i = record::first_method; i < of_.methods.size(); ++i)
      to.push_back(of_.methods[i].name);
    return to;
  }
  [[nodiscard]] json functions() const {
    json to = json::array();
    for (const profile::function& one : made_.functions) {
      json row = method(one.method);
      row.update({{"calls", one.calls},
                  {"recorded", one.recorded},
                  {"mean_ns", one.mean()},
                  {"total_ns", one.time}});
      if (made_.why_incomplete.empty()) row["critical_ns"] = one.on_path;
      if (one.if_halved) row["predicted_if_halved_ns"] = *one.if_halved;
      to.push_back(std::move(row));
    }
    return to;
  }
  [[nodiscard]] json waits() const {
    json to = json::array();
    for (const profile::wait& one : made_.waits) {
      json row{{"function", of_.method(one.waiter).name},
               {"place", one.place},
               {"wanted", of_.method(one.wanted).name},
               {"times", one.times},
               {"total_ns", one.time},
               {"busy", one.busy}};
      if (one.if_late) row["predicted_if_late_ns"] = *one.if_late;
      to.push_back(std::move(row));
    }
    return to;
  }
  [[nodiscard]] json grains() const {
    json to = json::array();
    for (const profile::grain& one : made_.grains) {
      json row = method(one.method);
      row.update({{"hand_over_ns", one.hand_over}, {"batch", one.batch}});
      to.push_back(std::move(row));
    }
    return to;
  }
  [[nodiscard]] json predictions() const {
    json to = json::array();
    for (const profile::prediction& one : made_.predictions)
      to.push_back({{"workers", one.workers}, {"predicted_ns", one.time}});
    return to;
  }
  [[nodiscard]] json path() const {
    json to = json::array();
    for (const profile::step& one : made_.path) {
      json row = method(one.method);
      row.update({{"calls", one.calls}, {"ns", one.time}});
      to.push_back(std::move(row));
    }
    return to;
  }

  const profile& made_;
  const trace& of_;
};

}  // namespace

std::string as_json(const profile& made, const trace& of) {
  const json all = profile_writer(made, of).all();
  return all.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace mentat::command
