#include "rts/node/inspection.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <utility>
#include <vector>

#include "rts/core/class_registry.h"
#include "rts/node/clock.h"
#include "rts/node/notice.h"
#include "rts/node/wire_call.h"

namespace mentat::node {
namespace {

using mmps::mmps_name;

constexpr std::size_t longest_value = 200;

std::string text_of(const mmps_name& name) {
  std::string text = std::to_string(name.host) + "." + std::to_string(name.process_number());
  if (name.object_number() == 0) return text;
  return text + "." + std::to_string(name.object_number()) + "." +
         std::to_string(name.generation & mmps_name::most_objects);
}

class rows {
 public:
  explicit rows(std::size_t most) : most_(std::min(most, most_rows)) {}

  // No row is worth making any more: it would only be counted.
  [[nodiscard]] bool full() const { return count_ == most_; }
  void leave_out(std::size_t rows = 1) { left_out_ += rows; }
  [[nodiscard]] std::size_t room() const { return most_ - count_; }
  void add(const char* kind, std::initializer_list<std::pair<const char*, std::string>> values) {
    if (count_ == most_ ||
        text_.size() + values.size() * (longest_value + 16) > longest_inspection) {
      ++left_out_;
      return;
    }
    ++count_;
    text_ += kind;
    for (const auto& [name, value] : values) {
      text_ += std::string("\t") + name + "=";
      for (const char c : value.substr(0, longest_value))
        text_ += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    }
    text_ += "\n";
  }
  std::string take() {
    if (left_out_ > 0) text_ += "left_out\tcount=" + std::to_string(left_out_) + "\n";
    return std::move(text_);
  }

 private:
  const std::size_t most_;
  std::size_t count_ = 0, left_out_ = 0;
  std::string text_;
};

std::string method_of(const class_info& of_class, std::uint32_t function) {
  switch (function) {
    case destroy_function:
      return "destroy";
    case create_function:
      return "create";
    case serve_function:
      return "serve";
    default:
      return function_name(of_class, function);
  }
}

// The same for who has sent a call and for who executes it.
std::string key_of(const mmps_name& object, std::uint64_t caller, std::uint32_t function) {
  return text_of(object) + ":" + std::to_string(caller) + ":" + std::to_string(function);
}

void list_objects(const inspected& here, rows& to) {
  here.runs.visit_objects([&](const server_object& object) {
    if (to.full()) return to.leave_out();
    const server_object::activity now = object.look();
    to.add("object", {{"name", text_of(object.name())},
                      {"class", object.of_class()->description->name},
                      {"calls", std::to_string(now.executed)},
                      {"waiting", std::to_string(now.waiting)},
                      {"state", now.runs          ? "running"
                                : now.waiting > 0 ? "ready"
                                                  : "idle"},
                      {"method", now.runs ? method_of(*object.of_class(), now.function) : ""}});
  });
}

void list_classes(const inspected& here, rows& to) {
  struct totals {
    const class_info* of_class = nullptr;
    std::uint64_t objects = 0, calls = 0;
  };
  std::map<std::string, totals> all;
  const auto entry = [&](const class_info& of_class) -> totals& {
    totals& found = all[of_class.description->name];
    found.of_class = &of_class;
    return found;
  };
  here.runs.visit_counts([&](const class_info& of_class, std::uint64_t calls) {
    if (of_class.description->interface_hash != 0)
      entry(of_class).calls += calls;  // else it is no class of the program
  });
  here.runs.visit_objects([&](const server_object& object) {
    totals& of = entry(*object.of_class());
    ++of.objects;
    of.calls += object.look().executed;
  });
  for (const auto& [name, of] : all)
    to.add("class",
           {{"name", name},
            {"kind", of.of_class->description->kind == kind::persistent ? "persistent" : "regular"},
            {"objects", std::to_string(of.objects)},
            {"calls", std::to_string(of.calls)}});
}

void list_calls(const inspected& here, rows& to) {
  const base::instant now = steady_now();
  here.out.visit_pending([&](const tag& under, const pending_call& one) {
    const class_info* of_class = one.call->of_class();
    if (!of_class) return;  // no call
    if (to.full()) return to.leave_out();
    const std::uint32_t function = one.call->function();
    const bool to_object = one.to.object_number() != 0;
    const std::string key = to_object
                                ? key_of(one.to, caller_of(mark_of(here.self), one.call->caller()),
                                         function)
                                : std::to_string(outgoing_calls::unit_tag(under));
    to.add("call", {{"key", key},
                    {"class", of_class->description->name},
                    {"method", method_of(*of_class, function)},
                    {"object", to_object ? text_of(one.to) : ""},
                    {"to", text_of(one.to.process())},
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

}  // namespace

std::string inspect(const inspected& here, const std::string& what, std::size_t most) {
  rows all(most);
  if (what == "objects") list_objects(here, all);
  if (what == "classes") list_classes(here, all);
  if (what == "calls") list_calls(here, all);
  return all.take();
}

}  // namespace mentat::node
