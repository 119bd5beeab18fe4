// The objects of a mentat::group. Placement: without a hint the group is cut into blocks of
// neighbours; the run-time system chooses the process of the first object of each block, and the
// others follow it. Thread-safety and errors: as mentat::group.
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <deque>
#include <exception>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <mentat/group_arguments.h>

#include "mmps/base/fixed_limits.h"
#include "rts/api/handle.h"
#include "rts/api/hints_of_variables.h"

namespace mentat {

namespace detail {

// The creations of the objects of a group, many under way at a time. The error of the smallest
// index wins; objects behind it are not begun any more.
template <class X>
class group_creations {
 public:
  static constexpr std::size_t most_under_way = 1'024;

  explicit group_creations(std::vector<X>& all) : all_(all), end_(all.size()) {}

  // Begins to make that object. True: it is made, in this process.
  template <class... A>
  bool begin(std::size_t number, source_place at, const A&... hints_and_arguments) {
    if (number >= end_) return false;
    if (under_way_.size() == most_under_way) finish_oldest();
    try {
      begun_creation begun = with_constructor_arguments(
          number,
          [&](auto&&... own) {
            return all_[number].begin_creation__(at, std::forward<decltype(own)>(own)...);
          },
          hints_and_arguments...);
      if (begun.is_done()) return true;
      under_way_.emplace_back(number, std::move(begun));
    } catch (...) {
      note_error(number);
    }
    return false;
  }
  // Waits for all that are under way. False: there were none.
  bool finish() {
    const bool any = !under_way_.empty();
    while (!under_way_.empty()) finish_oldest();
    return any;
  }
  void throw_first_error() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void finish_oldest() {
    const auto [number, begun] = std::move(under_way_.front());
    under_way_.pop_front();
    try {
      all_[number].finish_creation__(begun);
    } catch (...) {
      note_error(number);
    }
  }
  void note_error(std::size_t number) {  // while it is handled
    if (number >= end_) return;
    end_ = number;
    error_ = std::current_exception();
  }

  std::vector<X>& all_;
  std::deque<std::pair<std::size_t, begun_creation>> under_way_;
  std::size_t end_;  // objects from here on are not begun
  std::exception_ptr error_;
};

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
    const std::size_t length =
        in_blocks && !first_is_hint<A...> ? (wanted.count + blocks - 1) / blocks : 1;
    group_creations<X> creations(all_);
    const auto begin_followers = [&](std::size_t first) {
      for (std::size_t i = first + 1; i < std::min(first + length, wanted.count); ++i)
        creations.begin(i, wanted.place, near(all_[first]), hints_and_arguments...);
    };
    for (std::size_t first = 0; first < wanted.count; first += length)
      if (creations.begin(first, wanted.place, hints_and_arguments...)) begin_followers(first);
    if (creations.finish())
      for (std::size_t first = 0; first < wanted.count; first += length) begin_followers(first);
    creations.finish();
    creations.throw_first_error();
  }

  // Once for each member function.
  template <class Member>
  static void warn_of_empty_blocks(const Member& member, std::size_t elements, std::size_t size) {
    static std::atomic_flag is_told;
    if (is_told.test_and_set()) return;
    required_runtime().warn("mentat::group::scatter: " + std::to_string(elements) +
                            " elements for a group of " + std::to_string(size) +
                            ": the last objects get empty blocks (called at " +
                            text_of(member.place) + ")");
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
