#include "rts/replica/replica_home.h"

#include <algorithm>
#include <span>

#include "rts/core/activation.h"
#include "rts/core/class_registry.h"
#include "rts/core/errors.h"
#include "rts/core/work_unit.h"

namespace mentat {
namespace {

bool same(const base::byte_buffer& a, const base::byte_buffer& b) {
  return std::ranges::equal(std::span(a.data(), a.size()), std::span(b.data(), b.size()));
}

}  // namespace

void replica_home::add(const mmps::mmps_name& name, const class_info& of_class, void* self) {
  second copy;
  if (doubles_ && of_class.construct) {
    base::byte_buffer state;
    of_class.replica->save(self, state);
    copy = second(of_class.construct(), ends_copy{&of_class});
    of_class.replica->load(copy.get(), {state.data(), state.size()}, false);
    base::byte_buffer again;  // the order of an unordered container may have changed
    of_class.replica->save(copy.get(), again);
    if (!same(state, again)) copy.reset();
  }
  const replica_table::applying alone(table_);
  table_.add(name, of_class, self);
  if (copy) second_.emplace(name, std::move(copy));
}

void replica_home::end(const server_object& object) {
  second ended;  // destroyed behind the lock
  const replica_table::applying alone(table_);
  table_.remove(object.name());
  if (const auto found = second_.find(object.name()); found != second_.end()) {
    ended = std::move(found->second);
    second_.erase(found);
  }
}

replica_home::execution::execution(replica_home& home, const server_object& object,
                                   computation_instance& call)
    : home_(home), object_(object), method_(find_function(*object.of_class(), call.function())) {
  if (!method_ || method_->is_read) return;
  alone_.emplace(home.table_);
  ++home.updates_;
  home.apply_to_second(object, call, *method_);
}

replica_home::execution::~execution() {
  if (alone_) home_.compare_with_second(object_, *method_);
}

// From the encoded arguments; the function's result or exception is dropped.
void replica_home::apply_to_second(const server_object& object, computation_instance& call,
                                   const method_description& method) {
  const auto found = second_.find(object.name());
  if (found == second_.end()) return;
  activation applying(on_, current_activation);
  try {
    base::byte_buffer arguments;
    method.wire.write_arguments(call, arguments, nullptr);
    computation_instance* const again =
        method.wire.read_call(*object.of_class(), {arguments.data(), arguments.size()}, false);
    again->note_error_seen();
    applying.instance = again;
    current_activation = &applying;
    try {
      work_unit unit(*again, on_);
      object.of_class()->dispatch(found->second.get(), unit);
    } catch (...) {  // the object's own execution throws the same
    }
    again->release();
  } catch (...) {
    on_.warn(explained(std::current_exception()));
    second_.erase(found);
  }
  current_activation = applying.outer;
}

void replica_home::compare_with_second(const server_object& object,
                                       const method_description& method) {
  const auto found = second_.find(object.name());
  if (found == second_.end()) return;
  base::byte_buffer here, there;
  try {
    object.of_class()->replica->save(object.self(), here);
    object.of_class()->replica->save(found->second.get(), there);
  } catch (...) {
    return on_.warn(explained(std::current_exception()));
  }
  if (same(here, there)) return;
  table_.poison(object.name(), {method.name, updates_});
  second_.erase(found);
}

}  // namespace mentat
