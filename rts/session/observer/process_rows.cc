#include "rts/session/observer/process_rows.h"

#include <algorithm>
#include <map>

#include "rts/core/class_registry.h"
#include "rts/core/program_graph.h"
#include "rts/executor/waiter.h"
#include "rts/session/observer/wait_rows.h"
#include "rts/space/space_board.h"

namespace mentat::node {

using mmps::mmps_name;

std::string text_of(const mmps_name& name) {
  std::string text = std::to_string(name.host) + "." + std::to_string(name.process_number());
  if (name.object_number() == 0) return text;
  return text + "." + std::to_string(name.object_number()) + "." +
         std::to_string(name.generation & mmps_name::max_objects);
}

std::string key_of(const mmps_name& object, std::uint64_t caller, std::uint32_t function) {
  return text_of(object) + ":" + std::to_string(caller) + ":" + std::to_string(function);
}

std::string text_of(const computation_instance* call) {
  if (!call || !call->of_class()) return "the main program";
  return std::string(call->of_class()->description->name) +
         "::" + function_name(*call->of_class(), call->function());
}

void list_object(const server_object& object, rows& to, std::uint64_t waiting) {
  if (to.full()) return to.leave_out();
  server_object::activity now = object.look();
  now.waiting = std::max(now.waiting, waiting);
  to.add("object", {{"name", text_of(object.name())},
                    {"class", object.of_class()->description->name},
                    {"calls", std::to_string(now.executed)},
                    {"waiting", std::to_string(now.waiting)},
                    {"state", now.runs          ? "running"
                              : now.waiting > 0 ? "ready"
                                                : "idle"},
                    {"method", now.runs ? function_name(*object.of_class(), now.function) : ""}});
}

template <class Executor>
void list_classes(const Executor& runs, rows& to) {
  struct totals {
    const class_info* of_class = nullptr;
    std::uint64_t objects = 0, calls = 0;
    std::int64_t expected = 0;
  };
  std::map<std::string, totals> all;
  const auto entry = [&](const class_info& of_class) -> totals& {
    totals& found = all[of_class.description->name];
    found.of_class = &of_class;
    return found;
  };
  runs.visit_counts([&](const class_info& of_class, std::uint64_t calls) {
    if (of_class.description->interface_hash != 0)
      entry(of_class).calls += calls;  // else it is not a class of the program
  });
  runs.visit_objects([&](const server_object& object) {
    totals& of = entry(*object.of_class());
    ++of.objects;
    of.calls += object.look().executed;
  });
  runs.expected().visit(
      [&](const class_info& of_class, std::int64_t calls) { entry(of_class).expected = calls; });
  for (const auto& [name, of] : all)
    to.add("class", {{"name", name},
                     {"kind", of.of_class->description->kind == kind::regular      ? "regular"
                              : of.of_class->description->kind == kind::persistent ? "persistent"
                              : of.of_class->description->kind == kind::durable    ? "durable"
                                                                                   : "replicated"},
                     {"objects", std::to_string(of.objects)},
                     {"calls", std::to_string(of.calls)},
                     {"expected", of.expected == 0 ? "" : std::to_string(of.expected)}});
}
template void list_classes(const executor& runs, rows& to);

void list_spaces(rows& to, std::int64_t now_ns, bool with_nearest) {
  constexpr std::int64_t ns_in_ms = 1'000'000;
  for (const auto& row : space_detail::space_board::rows(with_nearest, now_ns))
    to.add("space", {{"name", row.space},
                     {"created_at", row.created_at},
                     {"state", row.waits        ? "waiting"
                               : row.everywhere ? "everywhere"
                                                : "there"},
                     {"tuple", row.tuple},
                     {"count", std::to_string(row.count)},
                     {"bytes", row.waits ? "" : std::to_string(row.bytes)},
                     {"nearest", row.nearest},
                     {"operation", row.operation},
                     {"left_ms", row.left_ns == 0 ? "" : std::to_string(row.left_ns / ns_in_ms)}});
}

waits_by_object count_waits(const executor& runs) {
  waits_by_object all;
  runs.visit_waits([&](const waiter& waiting) {
    const computation_instance& wanted =
        result_of(*const_cast<computation_instance*>(waiting.wanted));
    if (wanted.target()) ++all[wanted.target()];
  });
  return all;
}

std::uint64_t waits_for(const server_object& object, const waits_by_object& waits) {
  const auto found = waits.find(&object);
  const std::uint64_t count = found == waits.end() ? 0 : found->second;
  return count > 0 && object.look().runs ? count - 1 : count;
}

namespace {

// Adds a row for a wait, in the form of a call that one process has sent to another.
void list_wait(const waiter& waiting, base::instant now, rows& to) {
  if (to.full()) return to.leave_out();
  const computation_instance& wanted =
      result_of(*const_cast<computation_instance*>(waiting.wanted));
  if (!wanted.of_class()) return;  // no call
  const server_object* object = wanted.target();
  const std::string key = std::to_string(waiting.ticket);
  to.add("call", {{"key", key},
                  {"class", wanted.of_class()->description->name},
                  {"method", function_name(*wanted.of_class(), wanted.function())},
                  {"object", object ? text_of(object->name()) : ""},
                  {"to", "0.0"},
                  {"called_at", mentat::text_of(wanted.called_at())},
                  {"needed_at", mentat::text_of(waiting.at)},
                  {"age_ms", std::to_string((now - waiting.since) / base::millisecond)}});
  const bool runs = object ? object->look().runs && object->look().function == wanted.function()
                           : wanted.claimed();
  if (runs) to.add("run", {{"key", key}});
}

}  // namespace

std::string inspect_alone(executor& runs, const std::string& what, std::size_t most) {
  rows all(most);
  if (what == "objects") {
    const waits_by_object waits = count_waits(runs);
    runs.visit_objects(
        [&](const server_object& object) { list_object(object, all, waits_for(object, waits)); });
  }
  if (what == "classes") list_classes(runs, all);
  if (what == "spaces") list_spaces(all, runs.now_ns());
  if (what == "calls") {
    const auto now = runs.coarse_now();
    runs.visit_waits([&](const waiter& one) { list_wait(one, now, all); });
  }
  if (what == "waits") {
    list_waits(runs, {.self = "0.0"}, all);
  }
  return all.take();
}

std::string inspect_alone(const serial_executor& runs, const std::string& what, std::size_t most) {
  rows all(most);
  if (what == "objects")
    runs.visit_objects([&](const server_object& object) { list_object(object, all); });
  if (what == "classes") list_classes(runs, all);
  if (what == "spaces") list_spaces(all, runs.now_ns());
  return all.take();
}

}  // namespace mentat::node
