// The name of an object, as a variable has it: known, or that of an object which is being made
// [TOCS96 3.2.6]. Each use waits for the latter, also a copy and a move: so a value that goes to
// another function never has the name of an object that may still be made. Thread-safety: none;
// get() of a constant one may write it.
// Ownership: a reference on the creation until its end is seen. Errors: get() throws those of the
// creation, each time, also of a copy.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <utility>

#include "mmps/wire/mmps_name.h"
#include "rts/api/typed_instance.h"

namespace mentat {

class object_name {
 public:
  object_name() = default;
  // A name from outside may be anything: one with the host that means `pending` names no object.
  object_name(const mmps::mmps_name& known) : name_(known) {
    if (is_pending()) [[unlikely]]
      name_ = {};
  }
  object_name(const object_name& other) noexcept : name_(other.settled()) {
    if (is_pending()) [[unlikely]] {
      creation().retain();
      some_pending_.fetch_add(1, std::memory_order_relaxed);
    }
  }
  object_name(object_name&& other) noexcept : object_name(std::as_const(other)) {}
  object_name& operator=(object_name other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  ~object_name() { let_go(); }

  // From now on that of the object which this call makes.
  void become(cip<mmps::mmps_name>&& creation) {
    let_go();
    some_pending_.fetch_add(1, std::memory_order_relaxed);
    const auto address = std::bit_cast<std::uint64_t>(creation.release());
    name_ = {pending, static_cast<std::uint32_t>(address),
             static_cast<std::uint32_t>(address >> 32), 1};
  }

  [[nodiscard]] const mmps::mmps_name& get() const {
    if (is_pending()) [[unlikely]]
      await();
    return name_;
  }
  // Does not wait. REQUIRES: the object has been made.
  [[nodiscard]] const mmps::mmps_name& known() const { return name_; }
  [[nodiscard]] bool has_failed() const { return is_pending() && creation().future.is_closed(); }
  // Whether a variable of this process may name an object that is being made.
  [[nodiscard]] static bool some_are_pending() {
    return some_pending_.load(std::memory_order_relaxed) != 0;
  }

 private:
  static constexpr std::uint32_t pending = ~std::uint32_t{0};  // in the place of a host

  [[nodiscard]] bool is_pending() const { return name_.host == pending; }
  [[nodiscard]] typed_instance<mmps::mmps_name>& creation() const {
    const std::uint64_t address = std::uint64_t{name_.slot} << 32 | name_.incarnation;
    return *std::bit_cast<typed_instance<mmps::mmps_name>*>(address);
  }
  const mmps::mmps_name& settled() const noexcept {
    if (is_pending()) [[unlikely]]
      settle();
    return name_;
  }
  void settle() const noexcept;
  void await() const;
  void let_go() const {
    if (!is_pending()) [[likely]]
      return;
    creation().release();
    name_ = {};
    some_pending_.fetch_sub(1, std::memory_order_relaxed);
  }

  static inline std::atomic<std::uint32_t> some_pending_{0};

  mutable mmps::mmps_name name_;
};

}  // namespace mentat
