#include "rts/session/observer/report.h"

#include "rts/core/class_registry.h"
#include "rts/core/program_graph.h"
#include "rts/session/observer/process_rows.h"

namespace mentat::node {
namespace {

constexpr std::size_t max_lines = 200;  // of each kind

// Lines of one kind, and how many more there are.
class section {
 public:
  explicit section(std::string title) : text_("  " + std::move(title) + "\n") {}
  void add(const std::string& line) {
    if (++count_ <= max_lines) text_ += "    " + line + "\n";
  }
  [[nodiscard]] std::string take() {
    if (count_ == 0) return "";
    if (count_ > max_lines) text_ += "    and " + std::to_string(count_ - max_lines) + " more\n";
    return std::move(text_);
  }

 private:
  std::string text_;
  std::size_t count_ = 0;
};

std::string called(const source_place& at) {
  const std::string place = mentat::text_of(at);
  return place.empty() ? "" : ", called at " + place;
}

// "ledger::add (ledger.mpl.cc:12), called at main.mpl.cc:7"
std::string text_of(const running_function& one) {
  if (!one.of_class) return "the main program";
  std::string text =
      std::string(one.of_class->description->name) + "::" +
      function_name(*one.of_class, one.function);
  if (one.object.bound()) text += " of object " + node::text_of(one.object);
  if (const method_description* method = find_function(*one.of_class, one.function);
      method && *method->defined_at)
    text += std::string(" (") + method->defined_at + ")";
  return text + called(one.called_at);
}

std::string running(const std::vector<running_stack>& stacks) {
  std::string text;
  for (const running_stack& stack : stacks) {
    if (stack.functions.empty()) continue;
    section of("thread " + std::to_string(stack.thread) + " runs");
    for (const running_function& one : stack.functions) of.add(text_of(one));
    text += of.take();
  }
  return text;
}

// The reason why a call has no result yet.
std::string state_of(const computation_instance& wanted, const sent_calls& sent) {
  if (wanted.future.is_closed()) return "which has just come";
  const server_object* object = wanted.target();
  if (!wanted.complete()) return "which waits for its arguments";
  if (const auto found = sent.find(&wanted); found != sent.end())
    return "which was sent to process " + node::text_of(found->second.process());
  if (!object) return wanted.claimed() ? "which runs" : "which has not begun";
  const std::string name = "object " + node::text_of(object->name());
  if (object->is_far()) return "which goes to " + name;
  const server_object::activity now = object->look();
  if (object->is_selecting())
    return name + " waits in an mselect of " + function_name(*object->of_class(), now.function);
  if (now.runs) return name + " runs " + function_name(*object->of_class(), now.function);
  return "for which " + name + " is ready";
}

std::string text_of(const waiter& waiting, const sent_calls& sent) {
  const computation_instance& wanted =
      result_of(*const_cast<computation_instance*>(waiting.wanted));
  const activation* standing = waiting.sleeper->standing_in();
  const std::string at = mentat::text_of(waiting.at);
  std::string text = node::text_of(standing ? standing->instance : nullptr) + " waits" +
                     (at.empty() ? "" : " at " + at);
  if (wanted.function() == create_function && wanted.of_class())
    text += " for a place for a " + std::string(wanted.of_class()->description->name);
  else
    text += wanted.of_class() ? " for " + node::text_of(&wanted) : " for a result";
  const std::string made = mentat::text_of(wanted.called_at());
  if (!made.empty() && made != at) text += ", called at " + made;
  return text + "; " + state_of(wanted, sent);
}

void describe(const server_object& object, std::uint64_t waits, section& to) {
  const server_object::activity now = object.look();
  const std::uint64_t waiting = std::max(now.waiting, waits);
  if (!now.runs && waiting == 0) return;
  std::string text = std::string(object.of_class()->description->name) + " " +
                     node::text_of(object.name());
  if (now.runs)
    text += (object.is_selecting() ? " waits in an mselect of " : " runs ") +
            function_name(*object.of_class(), now.function);
  if (waiting == 1) text += "; 1 call waits";
  if (waiting > 1) text += "; " + std::to_string(waiting) + " calls wait";
  to.add(text);
}

}  // namespace

std::string report_of(const executor& runs, const std::vector<running_stack>& stacks,
                      const sent_calls& sent) {
  section waits("waiting"), objects("objects with calls");
  runs.visit_waits([&](const waiter& waiting) {
    if (waiting.wanted->function() != end_of_session) waits.add(text_of(waiting, sent));
  });
  const waits_by_object counted = count_waits(runs);
  runs.visit_objects([&](const server_object& object) {
    describe(object, waits_for(object, counted), objects);
  });
  const std::string text = running(stacks) + waits.take() + objects.take();
  return text.empty() ? nothing_to_report : text;
}

std::map<std::uint64_t, std::string> long_waits(
    const executor& runs, const std::map<std::uint64_t, std::string>& known) {
  std::map<std::uint64_t, std::string> all;
  const base::instant now = runs.coarse_now();
  runs.visit_waits([&](const waiter& waiting) {
    if (now - waiting.since >= base::second && waiting.wanted->function() != end_of_session)
      all[waiting.ticket] = known.contains(waiting.ticket) ? "" : text_of(waiting, {});
  });
  return all;
}

std::string report_of(const serial_executor& runs, const std::vector<running_stack>& stacks) {
  section objects("objects with calls");
  runs.visit_objects([&](const server_object& object) { describe(object, 0, objects); });
  return running(stacks) + objects.take();
}

}  // namespace mentat::node
