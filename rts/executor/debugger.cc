#include "rts/executor/debugger.h"

#include <cstdarg>
#include <cstdint>
#include <cstdio>

#include "rts/core/activation.h"
#include "rts/core/class_registry.h"
#include "rts/core/program_graph.h"
#include "rts/core/server_object.h"
#include "rts/executor/executor.h"
#include "rts/executor/this_worker.h"

namespace mentat {
namespace {

// Memory of its own: the thread that asks may have been stopped inside malloc().
class text {
 public:
  void begin() { used_ = 0, full_ = false; }

  // A line as a whole, or `more` and nothing behind it.
  [[gnu::format(printf, 2, 3)]] void line(const char* format, ...) {
    if (full_) return;
    va_list arguments;
    va_start(arguments, format);
    const std::size_t left = sizeof memory_ - sizeof "more\n" - used_;
    const auto length =
        static_cast<std::size_t>(std::vsnprintf(memory_ + used_, left, format, arguments));
    va_end(arguments);
    full_ = length >= left;
    if (full_)
      std::snprintf(memory_ + used_, sizeof "more\n", "more\n");
    else
      used_ += length;
  }
  const char* end() {
    if (!full_) memory_[used_] = '\0';
    return memory_;
  }

 private:
  char memory_[std::size_t{1} << 18];
  std::size_t used_ = 0;
  bool full_ = false;
};

text answer;

struct call_name {
  char text[256];
};

call_name name_of(const computation_instance* call) {
  call_name made;
  if (!call) {
    std::snprintf(made.text, sizeof made.text, "main program");
    return made;
  }
  if (!call->of_class()) {
    std::snprintf(made.text, sizeof made.text, "the end of the session");
    return made;
  }
  const char* class_name = call->of_class()->description->name;
  const method_description* method = find_function(*call->of_class(), call->function());
  const char* function = call->function() == serve_function     ? "serve"
                         : call->function() == destroy_function ? "(destruction)"
                         : call->function() == create_function  ? "create"
                         : method                               ? method->name
                                                                : "(unknown function)";
  std::snprintf(made.text, sizeof made.text, "%s::%s", class_name, function);
  return made;
}

call_name object_of(const computation_instance& call) {
  call_name made{};
  if (call.target()) std::snprintf(made.text, sizeof made.text, "%u", call.target()->name().slot);
  return made;
}

const char* state_of(const computation_instance& call) {
  if (call.future.is_closed())
    return call.result() == computation_instance::outcome::error ? "error" : "value";
  if (!call.complete()) return "arguments";
  if (call.answered()) return "promised";
  if (const server_object* object = call.target())
    return object->generation() == call.generation() ? "queued" : "gone";
  return call.claimed() ? "begun" : "queued";
}

// Numbers from 1 on, with commas between them; empty if it waits for none.
call_name missing_in(const computation_instance& call) {
  call_name made{};
  std::size_t used = 0;
  std::uint64_t missing = call.complete() ? 0 : call.missing_arguments();
  for (int number = 1; missing != 0; ++number, missing >>= 1)
    if ((missing & 1) != 0)
      used += static_cast<std::size_t>(std::snprintf(made.text + used, sizeof made.text - used,
                                                     used == 0 ? "%d" : ",%d", number));
  return made;
}

const computation_instance& giver_of(const computation_instance& call) {
  return result_of(const_cast<computation_instance&>(call));
}

// Each entry of the table, in the order of addresses.
template <class Visitor>
void visit(const rv_table& table, Visitor&& visitor) {
  std::uintptr_t at = 0;
  while (const rv_entry* entry =
             table.first_overlap(reinterpret_cast<const void*>(at), UINTPTR_MAX - at)) {
    visitor(*entry);
    at = entry->end();
  }
}

void describe_variables() {
  int level = 0;
  for (const activation* at = current_activation; at && at != &detail::no_activation;
       at = at->outer, ++level) {
    answer.line("function\t%d\t%p\t%s\n", level, static_cast<const void*>(at->instance),
                name_of(at->instance).text);
    visit(at->table, [&](const rv_entry& entry) {
      const computation_instance& giver = giver_of(*entry.producer);
      answer.line("variable\t%d\t%#zx\t%zu\t%p\t%s\t%s\t%s\t%s\n", level, entry.begin, entry.size,
                  static_cast<const void*>(&giver), name_of(&giver).text, object_of(giver).text,
                  state_of(giver), missing_in(giver).text);
    });
  }
}

void describe_waiting() {
  const worker* here = this_worker_or_null();
  if (!here) return;
  here->on->visit_waiting([](const waiter& one) {
    const activation* standing = one.sleeper->standing_in();
    const computation_instance* waits = standing ? standing->instance : nullptr;
    const computation_instance& wanted = giver_of(*one.wanted);
    answer.line("waiting\t%p\t%s\t%p\t%s\t%s\t%s\t%zu\t%s\n", static_cast<const void*>(waits),
                name_of(waits).text, static_cast<const void*>(&wanted), name_of(&wanted).text,
                object_of(wanted).text, state_of(wanted), standing ? standing->table.size() : 0,
                missing_in(wanted).text);
    for (const activation* at = standing ? standing->outer : nullptr;
         at && at != &detail::no_activation; at = at->outer)
      answer.line("under\t%p\t%s\n", static_cast<const void*>(at->instance),
                  name_of(at->instance).text);
  });
}

}  // namespace
}  // namespace mentat

extern "C" [[gnu::used, gnu::retain]] const char* mentat_debugger_text(char what) {
  mentat::answer.begin();
  if (what == 'v') mentat::describe_variables();
  if (what == 'w') mentat::describe_waiting();
  return mentat::answer.end();
}
