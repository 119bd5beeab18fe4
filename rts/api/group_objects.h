// The objects of a mentat::group. Placement: without a hint the group is cut into blocks of
// neighbours; the run-time system chooses the process of the first object of each block, and the
// others follow it. Thread-safety and errors: as mentat::group.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "mmps/base/fixed_limits.h"
#include "rts/api/handle.h"

namespace mentat {

namespace detail {

template <class A>
decltype(auto) argument_for(std::size_t number, const A& given);

template <class X>
class group_objects {
 public:
  group_objects() = default;
  group_objects(group_objects&& other) noexcept : all_(std::exchange(other.all_, {})) {}
  group_objects& operator=(group_objects&& other) noexcept {
    std::swap(all_, other.all_);
    return *this;
  }
  ~group_objects() {
    if (current_activation->runtime == nullptr) return;  // the program has ended, and the objects
    for (X& one : all_) {
      try {
        one.mentat_object::destroy();
      } catch (...) {  // lack of memory: the object ends with the program
      }
    }
  }

  // The number of objects, with the place in the user's text that makes the group.
  struct amount {
    template <std::integral Count>
    // NOLINTNEXTLINE(google-explicit-constructor): group<X> g(16)
    amount(Count given, source_place at = source_place::current()) : place(at) {
      if (std::cmp_less(given, 0) || std::cmp_greater(given, fixed::group.value))
        throw limit_error({{}, "mentat::group", {}, text_of(at)}, "fixed.group",
                          "a group has 0 to " + std::to_string(fixed::group.value) +
                              " objects, not " + std::to_string(given));
      count = static_cast<std::size_t>(given);
    }
    source_place place;
    std::size_t count;
  };
  template <class... A>
  void create(const amount& wanted, bool in_blocks, const A&... hints_and_arguments) {
    all_.resize(wanted.count);
    const std::size_t blocks = 4 * std::size_t{std::max(1u, std::thread::hardware_concurrency())};
    const std::size_t length = in_blocks ? (wanted.count + blocks - 1) / blocks : 1;
    for (std::size_t i = 0; i < wanted.count; ++i) {
      if (i % length == 0 || first_is_hint<A...>)
        all_[i].create_at__(wanted.place, argument_for(i, hints_and_arguments)...);
      else
        all_[i].create_at__(wanted.place, near(all_[i - i % length]),
                            argument_for(i, hints_and_arguments)...);
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }
  [[nodiscard]] X& operator[](std::size_t index) const { return all_[index]; }

 private:
  template <class First = void, class...>
  static constexpr bool first_is_hint = std::is_same_v<First, placement>;

  mutable std::vector<X> all_;  // names: a call changes none of them
};

}  // namespace detail
}  // namespace mentat
