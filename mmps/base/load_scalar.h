// Loads one field by an instruction of its own. A compiler may merge the loads of two neighbours.
// If these were stored separately just before, the merged load waits until both stores have reached
// the cache, while a load of one field gets its value forwarded from the store. Thread-safety: that
// of the field. Cost: that of a load.
#pragma once

namespace mentat::base {

template <class T>
T load_scalar(const T& field) {
  static_assert(sizeof(T) <= sizeof(void*));
  return __atomic_load_n(&field, __ATOMIC_RELAXED);
}

}  // namespace mentat::base
