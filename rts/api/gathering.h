// A result with delayed parts: a container that a member function returns before its elements are
// there. The parts travel along arcs into the result, which is complete when the last one has
// arrived. Thread-safety: parts arrive on any thread; each writes its own memory. Ownership: holds
// the result's instance, and itself until then. Errors: that of a part becomes that of the result.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "rts/api/rv_copy.h"

namespace mentat {

// A local variable that ends with the function, passed to rtf.
template <class T>
struct rv_ending {
  T& variable;
};
template <class T>
[[nodiscard]] rv_ending<T> RV_ENDING__(T& variable) {
  return {variable};
}

namespace detail {

template <class R>
class gathering {
 public:
  using round_trip_fn = void (*)(R&);

  // Takes the value of a variable, and the delays in it and in its elements.
  static void begin(R& variable, typed_instance<R>& to, round_trip_fn round_trip,
                    scheduler& runs_on) {
    auto* made = new gathering(variable, to, round_trip);
    for (part& one : made->parts_) {
      computation_instance& producer = *one.entry.producer;
      draw_last_arc(producer, one, runs_on);
    }
    made->arrived(runs_on);
  }

 private:
  struct part : arc {
    gathering* whole;
    rv_entry entry;
  };

  gathering(R& variable, typed_instance<R>& to, round_trip_fn round_trip)
      : to_(to), round_trip_(round_trip) {
    const auto* before = reinterpret_cast<const std::byte*>(std::addressof(variable));
    const auto inside = rv_take_all(before, sizeof(R));
    std::vector<rv_entry> outside;
    each_memory(variable, [&](const void* begin, std::size_t size) {
      const auto more = rv_take_all(begin, size);
      outside.insert(outside.end(), more.begin(), more.end());
    });
    ::new (storage()) R(std::move(variable));
    const auto* after = static_cast<const std::byte*>(storage());
    for (rv_entry entry : inside) {
      entry.begin += static_cast<std::uintptr_t>(after - before);
      outside.push_back(entry);
    }
    for (const rv_entry& entry : outside) {
      parts_.push_back({});
      parts_.back().deliver = &gathering::arrive;
      parts_.back().whole = this;
      parts_.back().entry = entry;
    }
    missing_.store(parts_.size() + 1, std::memory_order_relaxed);
    to_.promise();
  }
  ~gathering() { std::destroy_at(std::addressof(value())); }

  [[nodiscard]] void* storage() { return storage_; }
  [[nodiscard]] R& value() { return *std::launder(reinterpret_cast<R*>(storage_)); }

  static void arrive(arc& along, computation_instance& producer, bool may_move,
                     scheduler& runs_on) {
    auto& one = static_cast<part&>(along);
    one.whole->receive(one.entry, producer, may_move);
    one.whole->arrived(runs_on);
  }

  void receive(const rv_entry& entry, computation_instance& producer, bool may_move) noexcept {
    if (producer.result() == computation_instance::outcome::error) return fail(producer.error());
    try {
      entry.store(reinterpret_cast<void*>(entry.begin), producer, may_move);
    } catch (...) {
      fail(describe_exception(place_of(to_)));
    }
  }

  void fail(std::exception_ptr why) noexcept {
    if (!failed_.exchange(true)) error_ = std::move(why);
  }

  void arrived(scheduler& runs_on) {
    if (missing_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    try {
      if (failed_) std::rethrow_exception(error_);
      if (round_trip_) round_trip_(value());
      to_.set_value(std::move(value()));
    } catch (...) {
      to_.set_error(failed_ ? error_ : describe_exception(place_of(to_)));
    }
    complete(to_, runs_on);
    to_.release();
    delete this;
  }

  typed_instance<R>& to_;
  round_trip_fn round_trip_;
  std::vector<part> parts_;
  std::atomic<std::size_t> missing_{0};
  std::atomic<bool> failed_{false};
  std::exception_ptr error_;
  alignas(R) std::byte storage_[sizeof(R)];
};

}  // namespace detail
}  // namespace mentat
