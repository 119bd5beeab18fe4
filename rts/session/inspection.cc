#include "rts/session/inspection.h"

#include <algorithm>
#include <vector>

#include "rts/core/class_registry.h"
#include "rts/session/calls/wire_call.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::node {
namespace {

using mmps::mmps_name;

// The same for the sender of a call and for the process that executes it.
std::string key_of(const mmps_name& object, std::uint64_t caller, std::uint32_t function) {
  return text_of(object) + ":" + std::to_string(caller) + ":" + std::to_string(function);
}

void list_calls(const inspected& here, rows& to) {
  const base::instant now = here.runs.coarse_now();
  here.out.visit_pending([&](const tag& under, const pending_call& one) {
    const class_info* of_class = one.call->of_class();
    if (!of_class) return;  // no call
    if (to.full()) return to.leave_out();
    const std::uint32_t function = one.call->function();
    const bool to_object = one.to.object_number() != 0;
    const std::string key =
        to_object ? key_of(one.to, caller_of(mark_of(here.self), one.call->caller()), function)
                  : std::to_string(outgoing_calls::unit_tag(under));
    to.add("call", {{"key", key},
                    {"class", of_class->description->name},
                    {"method", function_name(*of_class, function)},
                    {"object", to_object ? text_of(one.to) : ""},
                    {"to", text_of(one.to.process())},
                    {"called_at", mentat::text_of(one.call->called_at())},
                    {"age_ms", std::to_string(std::max<base::duration>(now - one.since, 0) /
                                              base::millisecond)}});
  });
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

std::string inspect(const inspected& here, const std::string& what, std::size_t most) {
  rows all(most);
  if (what == "objects")
    here.runs.visit_objects([&](const server_object& object) { list_object(object, all); });
  if (what == "classes") list_classes(here.runs, all);
  if (what == "calls") list_calls(here, all);
  if (what == "drops") list_drops(here, all);
  if (what == "spaces") list_spaces(all);
  return all.take();
}

}  // namespace mentat::node
