// One value that many calls have as the same argument: it is copied once, and the calls share it. A
// member function with a parameter `const V&` reads it in place; for another one the call makes its
// own copy when it runs. Large ones travel as those of a mentat::buffer: once to each process.
// Thread-safety: as std::shared_ptr; the value never changes. Errors: std::bad_alloc.
#pragma once

#include <mentat/buffer.h>

#include <cstddef>
#include <memory>
#include <mutex>
#include <type_traits>
#include <variant>
#include <vector>

namespace mentat::detail {

/// Vectors of numbers. Reading other values in several threads may change them.
template <class V>
inline constexpr bool can_be_shared = false;
template <class T, class A>
inline constexpr bool can_be_shared<std::vector<T, A>> =
    std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

/// A block for fewer calls costs more than the copies that it saves.
inline constexpr std::size_t least_calls_that_share = 8;

template <class V>
class shared_argument {
 public:
  using element = typename V::value_type;

  explicit shared_argument(const V& from)
      : kept_(block_maker::for_block_of(from.size() * sizeof(element))
                  ? std::make_shared<kept>(buffer<element>::copy_of(from))
                  : std::make_shared<kept>(from)) {}
  /// A value whose elements have come in a block. Arguments that come one after the other share it.
  explicit shared_argument(const buffer<element>& from) {
    thread_local std::weak_ptr<kept> last;
    kept_ = last.lock();
    if (kept_ && kept_->block.data() == from.data() && kept_->block.size() == from.size()) return;
    kept_ = std::make_shared<kept>(from);
    last = kept_;
  }

  [[nodiscard]] const V& operator*() const {
    std::call_once(kept_->value_is_made, [&] { kept_->value = copy_of(kept_->block); });
    return kept_->value;
  }
  [[nodiscard]] V copy() const { return kept_->is_in_block ? copy_of(kept_->block) : kept_->value; }
  [[nodiscard]] std::size_t size() const { return kept_->size; }
  /// For messages that share them: they are only read. Those of a large value are in a block that
  /// other processes can read in place.
  [[nodiscard]] std::shared_ptr<std::byte[]> bytes() const {
    if (!kept_->is_in_block && size() * sizeof(element) < block_maker::least)
      return as_bytes(kept_, kept_->value.data());
    std::call_once(kept_->block_is_made,
                   [&] { kept_->block = buffer<element>::copy_of(kept_->value); });
    return as_bytes(buffer_access::block(kept_->block), kept_->block.data());
  }

 private:
  // Made from the value or from the block; the other one is made when it is needed.
  struct kept {
    explicit kept(const V& from) : is_in_block(false), size(from.size()), value(from) {
      std::call_once(value_is_made, [] {});
    }
    explicit kept(const buffer<element>& from) : is_in_block(true), size(from.size()), block(from) {
      std::call_once(block_is_made, [] {});
    }
    const bool is_in_block;
    const std::size_t size;
    V value;
    buffer<element> block;
    std::once_flag value_is_made, block_is_made;
  };
  static V copy_of(const buffer<element>& from) { return V(from.begin(), from.end()); }
  template <class Owner>
  static std::shared_ptr<std::byte[]> as_bytes(const Owner& owner, const element* first) {
    return {owner, reinterpret_cast<std::byte*>(const_cast<element*>(first))};
  }

  std::shared_ptr<kept> kept_;
};

template <class V>
inline constexpr bool is_shared_argument = false;
template <class V>
inline constexpr bool is_shared_argument<shared_argument<V>> = true;

/// An argument of a call that has come: its own value, or one that it shares.
template <class V>
using received_argument = std::variant<V, shared_argument<V>>;
template <class V>
inline constexpr bool is_received_argument = false;
template <class V>
inline constexpr bool is_received_argument<std::variant<V, shared_argument<V>>> = can_be_shared<V>;

}  // namespace mentat::detail
