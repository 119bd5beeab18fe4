// The name of an object, as a variable has it: known, or that of an object which is being made
// [TOCS96 3.2.6]. Each use waits for the latter, also a copy and a move: so a value that goes to
// another function never has the name of an object that may still be made. Thread-safety: none.
// Ownership: a reference on the creation until its end is seen. Errors: get() throws those of the
// creation, each time, also of a copy.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include "mmps/wire/mmps_name.h"
#include "rts/api/typed_instance.h"

namespace mentat {

class object_name {
 public:
  object_name() = default;
  object_name(const mmps::mmps_name& known) : name_(known) {}
  object_name(const object_name& other) : name_(other.settled()) {
    if (is_pending()) [[unlikely]]
      creation().retain();
  }
  object_name(object_name&& other) noexcept : name_(other.settled()) { other.name_ = {}; }
  object_name& operator=(object_name other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  ~object_name() {
    if (is_pending()) [[unlikely]]
      creation().release();
  }

  // From now on that of the object which this call makes.
  void become(cip<mmps::mmps_name>&& creation) {
    *this = object_name();
    const auto address = std::bit_cast<std::uint64_t>(creation.release());
    name_ = {pending, static_cast<std::uint32_t>(address),
             static_cast<std::uint32_t>(address >> 32), 1};
  }

  [[nodiscard]] const mmps::mmps_name& get() const {
    if (is_pending()) [[unlikely]]
      await();
    return name_;
  }
  // The same. REQUIRES: the name is not that of an object which is being made.
  [[nodiscard]] const mmps::mmps_name& known() const { return name_; }

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

  mutable mmps::mmps_name name_;
};

}  // namespace mentat
