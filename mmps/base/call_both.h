// Adds a callback behind another one, which may be empty.
#pragma once

#include <functional>
#include <utility>

namespace mentat::base {

inline void call_both(std::function<void()>& first, std::function<void()>&& second) {
  if (!first)
    first = std::move(second);
  else
    first = [one = std::move(first), other = std::move(second)] {
      one();
      other();
    };
}

}  // namespace mentat::base
