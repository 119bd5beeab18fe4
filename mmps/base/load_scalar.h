// Loads one field on its own. A compiler likes to load two neighbours at once; if they were stored
// one by one a moment ago, such a load waits until both stores have left for the cache, where one
// of a single field takes its value from the store. Thread-safety: that of the field. Cost: that of
// a load.
#pragma once

namespace mentat::base {

template <class T>
T load_scalar(const T& field) {
  static_assert(sizeof(T) <= sizeof(void*));
  return __atomic_load_n(&field, __ATOMIC_RELAXED);
}

}  // namespace mentat::base
