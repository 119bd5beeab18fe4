/// @file
/// Large values that are shared instead of copied: a buffer is an immutable array, counted. It is
/// the same class in a sequential elision. docs/language.md, "Large values".
#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mentat {

namespace detail {

// std::complex, without its header.
template <class T>
concept complex_number = requires(const T& number) {
  typename T::value_type;
  requires std::is_arithmetic_v<typename T::value_type>;
  { number.real() } -> std::same_as<typename T::value_type>;
  { number.imag() } -> std::same_as<typename T::value_type>;
  requires sizeof(T) == 2 * sizeof(typename T::value_type);
};

// Whether the memory of an element is its value, so that its bytes can be shared and sent. Members
// of aggregates cannot be seen here; mplc refuses pointers, bools and padding.
template <class T>
inline constexpr bool is_buffer_element =
    std::is_same_v<T, std::remove_cv_t<T>> && std::is_trivially_copyable_v<T> &&
    !std::is_same_v<T, bool> &&
    (std::is_arithmetic_v<T> || std::is_enum_v<T> ||
     (std::is_class_v<T> && (std::is_aggregate_v<T> || complex_number<T>)));

struct buffer_access;

// Makes large blocks that other processes can read in place. The run-time system sets one in a
// session of several processes.
struct block_maker {
  static constexpr std::size_t least = std::size_t{256} << 10;  // bytes of a large block

  std::shared_ptr<void> (*make)(std::size_t size, bool zeroed);   // null: none
  void (*seal)(const void* block);                                // it is written
  void (*forget)(const void* memory, std::size_t size) noexcept;  // memory of any origin ends

  static inline std::atomic<const block_maker*> current{nullptr};
  static const block_maker* for_block_of(std::size_t size) noexcept {
    return size < least ? nullptr : current.load(std::memory_order_acquire);
  }
};
inline void memory_ends(const void* memory, std::size_t size) noexcept {
  if (const block_maker* maker = block_maker::for_block_of(size)) maker->forget(memory, size);
}

}  // namespace detail

/// An immutable array whose copies share its elements: copying, moving and passing one to a call,
/// as a result or along an arc costs a count within a process, whatever its size. Processes of a
/// host share the elements of one from 256 KiB on; otherwise they travel as bytes.
/// ```cpp
/// const auto all = mentat::buffer<double>::make(n, [](std::span<double> to) { read(to); });
/// for (int i = 0; i < 64; ++i) best[i] = w.best(all.slice(i * part, part));  // one array
/// ```
/// `T`: a number other than `bool`, an enumeration, `std::byte`, or a trivially copyable aggregate
/// of these. Ownership: the elements live as long as a buffer or slice with some of them.
/// Thread-safety: as `std::shared_ptr`; the elements never change. Errors: `std::bad_alloc`.
template <class T>
class buffer {
  static_assert(detail::is_buffer_element<T>,
                "the elements of a mentat::buffer are numbers other than bool, enumerations, "
                "std::byte, or trivially copyable aggregates of these: no pointers, and no classes "
                "such as std::string (take a std::vector of those)");

 public:
  using value_type = T;  ///< The type of the elements.

  buffer() noexcept = default;  ///< Empty.
  /// Keeps the elements of the vector where they are. O(1).
  explicit buffer(std::vector<T>&& from) { keep(std::move(from)); }
  /// The same for a mentat::text; a short one is copied.
  explicit buffer(std::string&& from)
    requires std::same_as<T, char>
  {
    keep(std::move(from));
  }
  buffer(const buffer&) noexcept = default;  ///< Shares the elements.
  /// `other` is empty then.
  buffer(buffer&& other) noexcept
      : first_(std::move(other.first_)), size_(std::exchange(other.size_, 0)) {}
  buffer& operator=(const buffer&) noexcept = default;  ///< Shares the elements.
  /// `other` is empty then.
  buffer& operator=(buffer&& other) noexcept {
    first_ = std::move(other.first_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  ~buffer() = default;

  /// A buffer of `count` elements that `fill` writes, called once with a `std::span<T>` of them.
  /// Their bytes are zero before. O(count).
  template <class Fill>
  static buffer make(std::size_t count, Fill&& fill) {
    const std::shared_ptr<T> block = zeroed_block(count);
    std::forward<Fill>(fill)(std::span<T>(block.get(), count));
    return written(block, count);
  }
  /// A buffer with a copy of these elements. O(n).
  static buffer copy_of(std::span<const T> from) {
    const std::shared_ptr<T> block = fresh_block(from.size());
    if (!from.empty()) std::memcpy(static_cast<void*>(block.get()), from.data(), from.size_bytes());
    return written(block, from.size());
  }
  /// The same for a mentat::text; a literal is copied without its final zero.
  template <std::convertible_to<std::string_view> Text>
    requires std::same_as<T, char>
  static buffer copy_of(const Text& from) {
    const std::string_view text = from;
    return copy_of(std::span<const char>(text.data(), text.size()));
  }

  /// The number of elements.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// Whether there are none.
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  /// The first element; null if there is none.
  [[nodiscard]] const T* data() const noexcept { return first_.get(); }
  [[nodiscard]] const T* begin() const noexcept { return data(); }        ///< data().
  [[nodiscard]] const T* end() const noexcept { return data() + size_; }  ///< Behind the last one.
  /// REQUIRES: index < size().
  [[nodiscard]] const T& operator[](std::size_t index) const noexcept { return data()[index]; }

  /// A view, which does not keep the elements. That of a temporary is for an argument (E0315).
  // NOLINTNEXTLINE(google-explicit-constructor): a buffer is an argument where a span is wanted
  operator std::span<const T>() const noexcept { return {data(), size_}; }
  /// The same for a mentat::text.
  // NOLINTNEXTLINE(google-explicit-constructor): as a std::string
  operator std::string_view() const noexcept
    requires std::same_as<T, char>
  {
    return {data(), size_};
  }

  /// The `count` elements from `first` on, shared. O(1). Throws `std::out_of_range` if there are
  /// fewer.
  [[nodiscard]] buffer slice(std::size_t first, std::size_t count) const {
    if (first > size_ || count > size_ - first)
      throw std::out_of_range("mentat::buffer::slice: " + std::to_string(count) +
                              " elements from " + std::to_string(first) + " on, of " +
                              std::to_string(size_));
    if (count == 0) return {};
    return {std::shared_ptr<const T>(first_, data() + first), count};
  }

  /// Whether the elements are equal, one by one: a NaN equals nothing, also in one block.
  friend bool operator==(const buffer& a, const buffer& b)
    requires std::equality_comparable<T>
  {
    if (a.size_ != b.size_) return false;
    if constexpr (std::is_integral_v<T> || std::is_same_v<T, std::byte>) {
      return a.data() == b.data() || std::memcmp(a.data(), b.data(), a.size_ * sizeof(T)) == 0;
    } else {
      for (std::size_t k = 0; k < a.size_; ++k)
        if (!(a[k] == b[k])) return false;
      return true;
    }
  }

 private:
  friend detail::buffer_access;

  buffer(std::shared_ptr<const T> first, std::size_t size) noexcept
      : first_(size == 0 ? nullptr : std::move(first)), size_(size) {}

  template <class Sequence>
  void keep(Sequence&& from) {
    if (from.empty()) return;
    struct keeper {
      explicit keeper(Sequence&& whole) : elements(std::move(whole)) {}
      keeper(const keeper&) = delete;
      keeper& operator=(const keeper&) = delete;
      ~keeper() { detail::memory_ends(elements.data(), elements.size() * sizeof(T)); }
      const Sequence elements;
    };
    const auto kept = std::make_shared<const keeper>(std::move(from));
    first_ = {kept, kept->elements.data()};
    size_ = kept->elements.size();
  }

  // Uninitialized: an object of such a type begins with its memory.
  static std::shared_ptr<T> fresh_block(std::size_t count) {
    check(count);
    if (std::shared_ptr<T> shared = shared_block(count, false)) return shared;
    if constexpr (alignof(T) > alignof(std::max_align_t)) return zeroed_block(count);
    return block_at(std::malloc(count * sizeof(T)), count);
  }
  // Large ones are new pages, which need no clearing.
  static std::shared_ptr<T> zeroed_block(std::size_t count) {
    check(count);
    if (std::shared_ptr<T> shared = shared_block(count, true)) return shared;
    if constexpr (alignof(T) > alignof(std::max_align_t)) {
      return {new T[count](), [count](T* block) {
                detail::memory_ends(block, count * sizeof(T));
                delete[] block;
              }};
    } else {
      return block_at(std::calloc(count, sizeof(T)), count);
    }
  }
  static void check(std::size_t count) {
    if (count > static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) / sizeof(T))
      throw std::bad_array_new_length();
  }
  static std::shared_ptr<T> shared_block(std::size_t count, bool zeroed) {
    const auto* const maker = detail::block_maker::for_block_of(count * sizeof(T));
    return maker ? std::static_pointer_cast<T>(maker->make(count * sizeof(T), zeroed)) : nullptr;
  }
  static std::shared_ptr<T> block_at(void* memory, std::size_t count) {
    if (memory == nullptr && count != 0) throw std::bad_alloc();
    return {static_cast<T*>(memory), [count](T* block) {
              detail::memory_ends(block, count * sizeof(T));
              std::free(block);
            }};
  }
  static buffer written(const std::shared_ptr<T>& block, std::size_t count) {
    if (const auto* const maker = detail::block_maker::for_block_of(count * sizeof(T)))
      maker->seal(block.get());
    return {block, count};
  }

  std::shared_ptr<const T> first_;
  std::size_t size_ = 0;
};

/// A shared text, made of a `std::string` or mentat::buffer::copy_of("abc"). It has no final zero.
using text = buffer<char>;

namespace detail {

template <class T>
inline constexpr bool is_buffer = false;
template <class T>
inline constexpr bool is_buffer<buffer<T>> = true;

// What a call keeps for a parameter of this type: the elements of a view, or the value.
template <class T>
struct kept_for {
  using type = T;
};
template <class T>
struct kept_for<std::span<const T>> {
  using type = buffer<T>;
};
template <>
struct kept_for<std::string_view> {
  using type = text;
};

// For marshalling.
struct buffer_access {
  /// A new buffer whose elements `fill(T*)` writes, all of them.
  template <class T, class Fill>
  static buffer<T> fresh(std::size_t count, Fill&& fill) {
    const std::shared_ptr<T> block = buffer<T>::fresh_block(count);
    std::forward<Fill>(fill)(block.get());
    return buffer<T>::written(block, count);
  }
  /// The elements that a buffer<T> of this process has there.
  template <class T>
  static buffer<T> share(const std::shared_ptr<const std::byte[]>& bytes, std::size_t size) {
    return {{bytes, reinterpret_cast<const T*>(bytes.get())}, size / sizeof(T)};
  }
  template <class T>
  static const std::shared_ptr<const T>& block(const buffer<T>& of) {
    return of.first_;
  }
};

}  // namespace detail
}  // namespace mentat
