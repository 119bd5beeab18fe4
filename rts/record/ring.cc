#include "rts/record/ring.h"

#include "rts/record/method_list.h"

namespace mentat::record {

method_counts& ring::search_counts(const class_info& of_class, std::uint32_t function) {
  const std::size_t first = place_of(of_class, function);
  for (std::size_t step = 0; step < most_methods; ++step) {
    method_counts& one = methods[(first + step) % most_methods];
    if (one.of_class == &of_class && one.function == function) return one;
    if (one.of_class) continue;
    one.function = function;
    one.method = number_of(of_class, function);
    one.of_class = &of_class;
    return one;
  }
  return other_methods;
}

namespace {

void forget(method_counts& one) {
  one.of_class = nullptr;
  one.function = 0;
  one.method = 0;
  one.sampled = {};
  one.calls.store(0, std::memory_order_relaxed);
  one.recorded.store(0, std::memory_order_relaxed);
  one.ticks.store(0, std::memory_order_relaxed);
}

}  // namespace

void ring::clear() {
  for (method_counts& one : methods) forget(one);
  forget(other_methods);
  places.fill({});
  awaited = 0;
  set_running({});
  begin.store(0, std::memory_order_relaxed);
  written.store(0, std::memory_order_relaxed);
}

}  // namespace mentat::record
