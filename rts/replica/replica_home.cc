#include "rts/replica/replica_home.h"

#include <algorithm>
#include <span>
#include <utility>

#include "rts/core/class_registry.h"
#include "rts/core/errors.h"
#include "rts/replica/replay.h"

namespace mentat {
namespace {

bool same(const base::byte_buffer& a, const base::byte_buffer& b) {
  return std::ranges::equal(std::span(a.data(), a.size()), std::span(b.data(), b.size()));
}

}  // namespace

void replica_home::add(const mmps::mmps_name& name, const class_info& of_class, void* self) {
  second copy;
  if (chosen_.doubles && of_class.construct) {
    base::byte_buffer state;
    of_class.replica->save(self, state);
    copy = second(of_class.construct(), ends_copy{&of_class});
    of_class.replica->load(copy.get(), {state.data(), state.size()}, false);
    base::byte_buffer again;  // the order of an unordered container may have changed
    of_class.replica->save(copy.get(), again);
    if (!same(state, again)) copy.reset();
  }
  const bool is_told = followers_ && of_class.construct && of_class.replica->reads_in_place();
  if (is_told && !has_told_.exchange(true)) admit();
  const replica_table::applying alone(table_);
  table_.add(name, of_class, self);
  if (copy) second_.emplace(name, std::move(copy));
  if (is_told) tell_made(name, {&of_class, self});
}

void replica_home::end(const server_object& object) {
  second ended;  // destroyed behind the lock
  const replica_table::applying alone(table_);
  tell_ended(object.name());
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
  home.apply(object, call, *method_);
}

replica_home::execution::~execution() {
  if (!alone_) return;
  if (home_.late_) [[unlikely]]
    home_.tell_write(object_, *method_, *std::exchange(home_.late_, std::nullopt));
  home_.compare_with_second(object_, *method_);
  home_.tell_check(object_, *method_);
}

// To the second copy and to those of others, from the encoded arguments.
void replica_home::apply(const server_object& object, computation_instance& call,
                         const method_description& method) {
  const bool has_second = second_.contains(object.name());
  if (!has_second && !told_.contains(object.name())) return;
  base::byte_buffer arguments;
  try {
    method.wire.write_arguments(call, arguments, nullptr);
  } catch (...) {
    on_.warn(explained(std::current_exception()));
    second_.erase(object.name());
    return tell_ended(object.name());
  }
  if (told_.contains(object.name()) && chosen_.bug != base::seeded_bug::steps_told_late)
    tell_write(object, method, arguments);
  if (has_second) apply_to_second(object, method, arguments);
  if (chosen_.bug == base::seeded_bug::steps_told_late) late_.emplace(std::move(arguments));
}

void replica_home::apply_to_second(const server_object& object, const method_description& method,
                                   const base::byte_buffer& arguments) {
  const auto found = second_.find(object.name());
  try {
    replay(on_, *object.of_class(), method, found->second.get(),
           {arguments.data(), arguments.size()}, false);
  } catch (...) {
    on_.warn(explained(std::current_exception()));
    second_.erase(found);
  }
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
