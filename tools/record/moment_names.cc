#include "tools/record/moment_names.h"

namespace mentat::command {

std::string sender_of(const trace::message& one) {
  return std::to_string(one.from_host) + "." + std::to_string(one.from_process);
}

std::string name_of(const trace::message& one) {
  using enum record::message_kind;
  const std::string what = one.what == call       ? "call"
                           : one.what == value    ? "value"
                           : one.what == finished ? "end of calls"
                                                  : "message";
  return what + " from " + sender_of(one);
}

std::vector<message_moments> moments_of(const trace& of) {
  std::vector<message_moments> all;
  const auto add = [&](const std::string& what, std::size_t from, std::size_t to, std::int64_t sent,
                       std::int64_t came) {
    all.push_back({what + " to " + of.workers[to].label,
                   what + " came from " + of.workers[from].label, from, to, sent, came});
  };
  for (const trace::sending& one : of.sendings) {
    add("call", one.maker, one.executor, one.sent, one.came);
    if (one.result_sent >= 0 && one.result_came >= 0)
      add("result", one.executor, one.maker, one.result_sent, one.result_came);
  }
  return all;
}

std::string name_of(const trace::theft& one) {
  using enum record::stolen_item;
  return one.what == call     ? "took a call"
         : one.what == object ? "took an object"
                              : "took a function that had waited";
}

std::string name_of(const trace& of, const trace::object_event& one) {
  const std::string& name = of.method(one.method).name;
  return (one.is_end ? "ended a " : "made a ") + name.substr(0, name.rfind("::"));
}

std::string name_of(const trace::loss& one) {
  return "lost " + std::to_string(one.events) + " events";
}

std::string name_of_process(const trace& of, std::size_t worker) {
  const std::string& label = of.workers[worker].label;
  return (of.has_other_hosts() ? of.host_of(worker) + ": " : "") +
         (label.empty() ? "program" : "process " + label);
}

}  // namespace mentat::command
