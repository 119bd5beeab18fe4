// The worker whose thread runs the caller. Call this_worker() again after every fiber switch: the
// functions are out of line, so that no address of the thread_local is kept across one. Internal to
// the executor.
#pragma once

#include "rts/executor/worker.h"

namespace mentat {

worker& this_worker();
bool is_worker();  // whether this thread is one
void set_this_worker(worker* self);

// The tag in the low bits of a work_item.
enum class item_kind : std::uintptr_t { call = 0, object = 1, fiber = 2 };

inline work_item item_of(computation_instance& call) { return reinterpret_cast<work_item>(&call); }
inline work_item item_of(server_object& object) {
  return reinterpret_cast<work_item>(&object) | static_cast<work_item>(item_kind::object);
}
inline work_item item_of(fiber& standing) {
  return reinterpret_cast<work_item>(&standing) | static_cast<work_item>(item_kind::fiber);
}
inline item_kind kind_of(work_item item) { return static_cast<item_kind>(item & 3); }
template <class T>
T& target_of(work_item item) {
  return *reinterpret_cast<T*>(item & ~work_item{3});
}

}  // namespace mentat
