#include "tests/sim/virtual_buffer.h"

#include <algorithm>

#include "tests/sim/model/called_object.h"

namespace mentat::sim {

std::vector<buffer_function> virtual_buffer::enabled(bool inside) const {
  std::vector<buffer_function> all;
  if (!inside) all.push_back(buffer_function::exchange);
  if (filled_ > 0) all.push_back(buffer_function::get);
  if (filled_ < capacity) all.push_back(buffer_function::put);
  if (!inside) all.push_back(buffer_function::look);
  return all;
}

predicate_manager virtual_buffer::predicate(const std::vector<buffer_function>& enabled) {
  predicate_manager made(enabled.size());
  for (const buffer_function each : enabled) {
    const auto number = static_cast<std::uint16_t>(each);
    made.enable_operation(number, called_object::number_of(number));
  }
  return made;
}

void virtual_buffer::arrived(buffer_function function, std::uint64_t call) {
  waiting_.push_back({function, call});
}

std::string virtual_buffer::accept(buffer_function function, std::uint64_t call, bool inside) {
  const auto taken = std::ranges::find(waiting_, call, &waiting_call::number);
  if (taken == waiting_.end() || taken->function != function)
    return "an mselect accepts a call that does not wait";
  for (const buffer_function each : enabled(inside)) {
    const auto first = std::ranges::find(waiting_, each, &waiting_call::function);
    if (first == waiting_.end()) continue;
    if (each != function) return "an mselect passes over a function that comes first";
    if (first != taken) return "an mselect passes over an earlier call of the same function";
    waiting_.erase(taken);
    return {};
  }
  return "an mselect accepts a function that is not enabled";
}

std::string virtual_buffer::take_effect(buffer_function function) {
  if (function == buffer_function::put && filled_++ == capacity) return "a full buffer gets more";
  if (function == buffer_function::get && filled_-- == 0) return "an empty buffer gives something";
  return {};
}

bool virtual_buffer::could_accept(bool inside) const {
  return std::ranges::any_of(enabled(inside), [this](buffer_function each) {
    return std::ranges::find(waiting_, each, &waiting_call::function) != waiting_.end();
  });
}

}  // namespace mentat::sim
