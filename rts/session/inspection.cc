#include "rts/session/inspection.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "rts/core/class_registry.h"
#include "rts/session/calls/wire_call.h"
#include "rts/session/custody/exported_arc.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::node {
namespace {

using mmps::mmps_name;

std::string key_of_sent(const inspected& here, const tag& under, const pending_call& one) {
  return one.to.object_number() != 0
             ? key_of(one.to, caller_of(mark_of(here.self), one.call->caller()),
                      one.call->function())
             : std::to_string(outgoing_calls::unit_tag(under));
}

std::string id_of(const tag& one) {
  char text[48];
  std::snprintf(text, sizeof text, "%llx.%llx", static_cast<unsigned long long>(one.origin),
                static_cast<unsigned long long>(one.number));
  return text;
}

void list_executed(const inspected& here, rows& to);

void list_calls(const inspected& here, rows& to) {
  const base::instant now = here.runs.coarse_now();
  here.out.visit_pending([&](const tag& under, const pending_call& one) {
    const class_info* of_class = one.call->of_class();
    if (!of_class) return;  // no call
    if (to.full()) return to.leave_out();
    const std::uint32_t function = one.call->function();
    const bool to_object = one.to.object_number() != 0;
    to.add("call", {{"key", key_of_sent(here, under, one)},
                    {"class", of_class->description->name},
                    {"method", function_name(*of_class, function)},
                    {"object", to_object ? text_of(one.to) : ""},
                    {"to", text_of(one.to.process())},
                    {"called_at", mentat::text_of(one.call->called_at())},
                    {"age_ms", std::to_string(std::max<base::duration>(now - one.since, 0) /
                                              base::millisecond)}});
  });
  list_executed(here, to);
}

void list_executed(const inspected& here, rows& to) {
  const std::vector<std::uint64_t> units = here.in.some_units(to.room());
  for (const std::uint64_t tag : units) to.add("run", {{"key", std::to_string(tag)}});
  to.leave_out(here.in.units() > units.size() ? here.in.units() - units.size() : 0);
  here.runs.visit_objects([&](const server_object& object) {
    const server_object::activity does = object.look();
    if (!does.runs) return;
    if (to.full()) return to.leave_out();
    to.add("run", {{"key", key_of(object.name(), does.caller, does.function)}});
  });
}

void list_drops(const inspected& here, rows& to) {
  const reply_cache::losses lost = here.in.lost();
  list_drop("malformed messages", here.in.malformed(), to);
  list_drop("messages that their sender may not send", here.refused, to);
  list_drops_of_network(here.dropped, to);
  list_drop("arguments that came before their calls (fixed.partial_calls)",
            here.in.early_arguments_dropped(), to);
  list_drop("orders to fail a call (fixed.withdrawals)", here.in.withdrawals_dropped(), to);
  list_drop("results kept for repetitions (fixed.kept_results)", lost.results, to);
  list_drop("calls known for repetitions (fixed.kept_results)", lost.calls, to);
}

}  // namespace

void list_drop(const char* what, std::uint64_t count, rows& to) {
  if (count != 0) to.add("drop", {{"what", what}, {"count", std::to_string(count)}});
}

void list_drops_of_network(const mmps::net::network::drops& dropped, rows& to) {
  list_drop("malformed or late frames", dropped.frames, to);
  list_drop("messages to unknown processes (fixed.unknown_processes)", dropped.refused, to);
}

wait_sources sources_of(const inspected& here) {
  const auto units = std::make_shared<std::map<tag, std::string>>();
  wait_sources made{.self = text_of(here.self)};
  made.visit_sent = [&here, units](const std::function<void(const sent_call&)>& visit) {
    here.out.visit_pending([&](const tag& under, const pending_call& one) {
      const std::string id = id_of(under);
      if (one.to.is_process()) (*units)[outgoing_calls::unit_of(under, *one.call)] = id;
      visit({one.call, id, text_of(one.to.process()), key_of_sent(here, under, one)});
    });
  };
  made.received = [](arc& one) -> std::string {
    const auto* answer = dynamic_cast<reply*>(exported_arc::from(one));
    return answer && answer->future().waiting() != tag{} ? id_of(answer->future().waiting()) : "";
  };
  made.fed = [units](arc& one) -> std::optional<fed_call> {
    const auto to = outgoing_calls::consumer_of(one);
    if (!to) return std::nullopt;
    const auto unit = units->find(to->of);
    return fed_call{unit == units->end() ? id_of(to->of) : unit->second, to->argument};
  };
  return made;
}

std::string inspect(const inspected& here, const std::string& what, std::size_t most) {
  rows all(most);
  if (what == "objects")
    here.runs.visit_objects([&](const server_object& object) { list_object(object, all); });
  if (what == "classes") list_classes(here.runs, all);
  if (what == "calls") list_calls(here, all);
  if (what == "drops") list_drops(here, all);
  if (what == "spaces") list_spaces(all, here.runs.now_ns());
  if (what == "waits") {
    list_waits(here.runs, sources_of(here), all);
    list_executed(here, all);
  }
  return all.take();
}

}  // namespace mentat::node
