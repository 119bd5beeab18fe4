#include "rts/executor/debugger.h"

#include <sys/uio.h>
#include <unistd.h>

#include <cstddef>
#include <mutex>

#include "rts/core/class_registry.h"
#include "rts/core/server_object.h"

[[gnu::used, gnu::retain]] constinit mentat::debugged_thread* mentat_debugger_threads = nullptr;

namespace mentat {
namespace {

constinit std::mutex threads_lock;
constexpr int most_functions = 64;  // of a thread

// Reads memory that may be gone, or change meanwhile.
template <class T>
bool peek(const T& from, T& to) {
  const iovec here{&to, sizeof to};
  const iovec there{const_cast<T*>(&from), sizeof to};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == sizeof to;
}

}  // namespace

debugged_thread::debugged_thread(waiter* const* waiting)
    : id_(::gettid()), running_(place_of_current_activation()), waiting_(waiting) {
  const std::lock_guard guard(threads_lock);
  next_ = mentat_debugger_threads;
  link_ = &mentat_debugger_threads;
  if (next_) next_->link_ = &next_;
  mentat_debugger_threads = this;
}

debugged_thread::~debugged_thread() {
  const std::lock_guard guard(threads_lock);
  *link_ = next_;
  if (next_) next_->link_ = link_;
}

std::vector<pid_t> debugged_thread::ids() {
  const std::lock_guard guard(threads_lock);
  std::vector<pid_t> all;
  for (const debugged_thread* at = mentat_debugger_threads; at; at = at->next_)
    all.push_back(at->id_);
  return all;
}

// None of these classes has virtual bases, so g++ and Clang lay out their members alike.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"

struct debugger_layout {
  static bool look_at(const computation_instance& call, seen_call& seen) {
    const class_description* description = nullptr;
    seen.address = &call;
    return peek(call.class_, seen.of_class) && peek(call.function_, seen.function) &&
           seen.of_class && peek(seen.of_class->description, description) &&
           class_registry::find(description) == seen.of_class &&
           find_function(*seen.of_class, seen.function);
  }

  static void look_at(const debugged_thread& thread, std::vector<seen_call>& to) {
    activation* top = nullptr;
    if (!peek(*thread.running_, top)) return;
    const std::size_t before = to.size();
    const activation* at = top;
    for (int i = 0; i < most_functions && at && at != &detail::no_activation; ++i) {
      computation_instance* call = nullptr;
      server_object* object = nullptr;
      activation* outer = nullptr;
      if (!peek(at->instance, call) || !peek(at->object, object) || !peek(at->outer, outer)) break;
      if (seen_call seen; call && !object && look_at(*call, seen)) to.push_back(seen);
      at = outer;
    }
    activation* now = nullptr;
    if (!peek(*thread.running_, now) || now != top) to.resize(before);  // it has gone on
  }

  static_assert(sizeof(future) == sizeof(void*), "mentat.py reads the future as one word");
  static_assert(sizeof(server_object::generation_) == 4 && sizeof(mmps::mmps_name::slot) == 4);

  static constexpr debugger_fact facts[] = {
      {"thread.next", offsetof(debugged_thread, next_)},
      {"thread.id", offsetof(debugged_thread, id_)},
      {"thread.running", offsetof(debugged_thread, running_)},
      {"thread.waiting", offsetof(debugged_thread, waiting_)},

      {"activation.table", offsetof(activation, table)},
      {"activation.runtime", offsetof(activation, runtime)},
      {"activation.instance", offsetof(activation, instance)},
      {"activation.outer", offsetof(activation, outer)},

      {"table.count", offsetof(rv_table, count_)},
      {"table.alone", offsetof(rv_table, alone_)},
      {"table.only", offsetof(rv_table, only_)},
      {"table.first_chunk", offsetof(rv_table, first_chunk_)},
      {"table.chunks", offsetof(rv_table, chunks_)},
      {"chunk.first", offsetof(rv_table::chunk, first)},
      {"chunk.last", offsetof(rv_table::chunk, last)},
      {"chunk.entries", offsetof(rv_table::chunk, entries)},
      {"entry.begin", offsetof(rv_entry, begin)},
      {"entry.size", offsetof(rv_entry, size)},
      {"entry.producer", offsetof(rv_entry, producer)},
      {"entry.bytes", sizeof(rv_entry)},

      {"call.class", offsetof(computation_instance, class_)},
      {"call.function", offsetof(computation_instance, function_)},
      {"call.target", offsetof(computation_instance, target_)},
      {"call.generation", offsetof(computation_instance, generation_)},
      {"call.future", offsetof(computation_instance, future)},
      {"call.forward", offsetof(computation_instance, forward_)},
      {"call.missing", offsetof(computation_instance, missing_)},
      {"call.claimed", offsetof(computation_instance, claimed_)},
      {"call.promised", offsetof(computation_instance, promised_)},
      {"call.outcome", offsetof(computation_instance, outcome_)},
      {"outcome.error", static_cast<std::uint64_t>(computation_instance::outcome::error)},
      {"function.destroy", destroy_function},
      {"function.serve", serve_function},
      {"function.create", create_function},
      {"argument.delayed", argument_is_delayed},

      {"class.description", offsetof(class_info, description)},
      {"class.methods", offsetof(class_info, methods)},
      {"description.name", offsetof(class_description, name)},
      {"description.base", offsetof(class_description, base)},
      {"method.number", offsetof(method_description, number)},
      {"method.name", offsetof(method_description, name)},
      {"method.arity", offsetof(method_description, arity)},
      {"method.argument_states", offsetof(method_description, argument_states)},
      {"method.bytes", sizeof(method_description)},

      {"object.generation", offsetof(server_object, generation_)},
      {"object.slot", offsetof(server_object, name_) + offsetof(mmps::mmps_name, slot)},

      {"waiter.sleeper", offsetof(waiter, sleeper)},
      {"waiter.wanted", offsetof(waiter, wanted)},
      {"waiter.after", offsetof(waiter, after)},
      {"fiber.activation", offsetof(fiber, activation_)},
      {nullptr, 0},
  };
};

#pragma GCC diagnostic pop

std::vector<seen_call> debugged_thread::seen_calls() {
  const std::lock_guard guard(threads_lock);
  std::vector<seen_call> all;
  for (const debugged_thread* at = mentat_debugger_threads; at; at = at->next_)
    debugger_layout::look_at(*at, all);
  return all;
}

}  // namespace mentat

[[gnu::used, gnu::retain]] const mentat::debugger_fact* const mentat_debugger_facts =
    mentat::debugger_layout::facts;
