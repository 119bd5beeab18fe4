// Result variables [TOCS96 3.2.2, Figure 6]: emitted code calls these where a variable is assigned
// from a Mentat call, used, overwritten, passed on, or goes out of scope. A variable is delayed
// while the RV_TABLE of the running function has an entry for its bytes; its memory keeps the old
// value until then. Under AddressSanitizer delayed memory is poisoned. Thread-safety: none; a
// variable belongs to the function (activation) that declares it. Errors: RESOLVE__ throws the
// call's exception. Cost: on a variable that is not delayed, one load and one test.
#pragma once

#include <memory>
#include <type_traits>

#include "rts/api/call.h"
#include "rts/api/profile.h"
#include "rts/core/activation.h"

// In a debug build, a breakpoint on a line must stop before the line resolves its variables;
// inlined code has lines of its own.
#if defined(__OPTIMIZE__)
#define MENTAT_INLINE_WHEN_OPTIMISED [[gnu::always_inline]]
#else
#define MENTAT_INLINE_WHEN_OPTIMISED
#endif

namespace mentat {

namespace detail {

template <class T>
inline constexpr char type_identity = 0;  // its address identifies T

void rv_insert_among(rv_entry entry);  // others
void rv_poison(const void* begin, std::size_t size);
// Takes over the reference. Inline for the usual case: the entry goes from registers straight into
// the table, not through memory.
inline void rv_insert(const rv_entry& entry) {
  rv_table& table = current_activation->table;
  if (!table.empty()) return rv_insert_among(entry);
  table.insert_first(entry);
  rv_poison(reinterpret_cast<const void*>(entry.begin), entry.size);
}
void rv_resolve(const void* begin, std::size_t size, source_place at);  // waits, stores, throws
void rv_erase(const void* begin, std::size_t size);

template <class T, class R>
void store_result(void* variable, computation_instance& result, bool may_move) {
  R& value = static_cast<typed_instance<R>&>(result).value();
  if (may_move)
    *static_cast<T*>(variable) = static_cast<T>(std::move(value));
  else
    *static_cast<T*>(variable) = static_cast<T>(static_cast<const R&>(value));
}

MENTAT_INLINE_WHEN_OPTIMISED inline bool nothing_delayed() {
  return current_activation->table.empty();
}

template <class C>
concept contiguous = requires(C& elements) { elements.data() + elements.size(); };
template <class C>
concept keyed = requires { typename C::mapped_type; };
template <class C>
concept double_ended = requires(C& elements) { elements.push_front(elements[0]); };

// Visits the memory that a container owns outside of itself; does nothing for any other type. A
// short std::string and a std::array own none.
template <class C, class Visit>
void each_memory(C& of, Visit visit) {
  if constexpr (contiguous<C>) {
    const auto at = reinterpret_cast<std::uintptr_t>(of.data());
    const auto own = reinterpret_cast<std::uintptr_t>(std::addressof(of));
    if (at - own >= sizeof(C)) visit(of.data(), of.size() * sizeof(*of.data()));
  } else if constexpr (keyed<C>) {
    for (auto& [key, value] : of) visit(std::addressof(value), sizeof value);
  } else if constexpr (double_ended<C>) {
    for (auto& one : of) visit(std::addressof(one), sizeof one);
  }
}

template <class C>
void erase_elements(C& of) {
  each_memory(of, [](const void* begin, std::size_t size) { rv_erase(begin, size); });
}

}  // namespace detail

// The target of a Mentat assignment: RV_INSERT__(w) = A.invoke_fn__<...>(...);
template <class T>
class rv_target {
 public:
  explicit rv_target(T& variable) : variable_(std::addressof(variable)) {}
  template <class R>
  void operator=(cip<R> produced) const {
    detail::rv_insert({reinterpret_cast<std::uintptr_t>(variable_), sizeof(T), produced.release(),
                       &detail::store_result<T, R>,
                       std::is_same_v<T, R> ? &detail::type_identity<T> : nullptr});
  }

 private:
  T* variable_;
};

template <class T>
rv_target<T> RV_INSERT__(T& variable) {
  return rv_target<T>(variable);
}

template <class T>
MENTAT_INLINE_WHEN_OPTIMISED inline T& RESOLVE__(T& variable,
                                               source_place at = source_place::current()) {
  if (!detail::nothing_delayed()) [[unlikely]]
    detail::rv_resolve(std::addressof(variable), sizeof(T), at);
  return variable;
}

// A container and its elements.
template <class V>
inline V& RESOLVE_ALL__(V& elements, source_place at = source_place::current()) {
  if (!detail::nothing_delayed()) [[unlikely]] {
    detail::rv_resolve(std::addressof(elements), sizeof(V), at);
    detail::each_memory(elements, [&](const void* begin, std::size_t size) {
      detail::rv_resolve(begin, size, at);
    });
  }
  return elements;
}

// The variable is about to be overwritten: drops its delay.
template <class T>
inline T& RV_DELETE__(T& variable) {
  if (!detail::nothing_delayed()) [[unlikely]]
    detail::rv_erase(std::addressof(variable), sizeof(T));
  return variable;
}

namespace detail {
// The call that gives the variable's value without a conversion. Null if the variable is not
// delayed as a whole, or by a result of another type.
template <class T>
computation_instance* producer_of(const T& variable) {
  const rv_entry* entry = current_activation->table.find(std::addressof(variable), sizeof(T));
  return entry && entry->type == &type_identity<T> ? entry->producer : nullptr;
}
}  // namespace detail

// A result variable as the argument of a call or of rtf: an arc if it is delayed and of the
// producer's type, else its value.
template <class T>
rv_argument<std::remove_const_t<T>> PRV_TO_ARG__(T& variable,
                                               source_place at = source_place::current()) {
  using plain = std::remove_const_t<T>;
  auto* address = const_cast<plain*>(std::addressof(variable));
  if (detail::nothing_delayed()) return {address, nullptr};
  if (computation_instance* producer = detail::producer_of(variable)) return {address, producer};
  RESOLVE_ALL__(variable, at);
  return {address, nullptr};
}

// Drops the delays of a variable, or of the elements of a container, when its scope is left in any
// way.
template <class T>
class rv_scope {
 public:
  explicit rv_scope(T& variable) : variable_(std::addressof(variable)) {}
  rv_scope(const rv_scope&) = delete;
  rv_scope& operator=(const rv_scope&) = delete;
  ~rv_scope() {
    if (!detail::nothing_delayed()) [[unlikely]]
      detail::rv_erase(variable_, sizeof(T));
  }

 private:
  T* variable_;
};

template <class V>
class rv_scope_all {
 public:
  explicit rv_scope_all(V& elements) : elements_(std::addressof(elements)) {}
  rv_scope_all(const rv_scope_all&) = delete;
  rv_scope_all& operator=(const rv_scope_all&) = delete;
  ~rv_scope_all() {
    if (detail::nothing_delayed()) return;
    detail::rv_erase(elements_, sizeof(V));  // where they are cannot be asked while it is delayed
    detail::erase_elements(*elements_);
  }

 private:
  V* elements_;
};

// A variable that cannot be assigned (const, or without a default constructor): it is constructed
// when its value arrives.
template <class T>
class rv_slot {
 public:
  rv_slot() = default;
  rv_slot(const rv_slot&) = delete;
  rv_slot& operator=(const rv_slot&) = delete;
  ~rv_slot() {
    if (!detail::nothing_delayed()) [[unlikely]]
      detail::rv_erase(storage_, sizeof(T));
    if (constructed_) std::destroy_at(std::addressof(value__()));
  }

  [[nodiscard]] T& value__() { return *reinterpret_cast<T*>(storage_); }

  template <class R>
  void operator=(cip<R> produced) {
    detail::rv_insert({reinterpret_cast<std::uintptr_t>(storage_), sizeof(T), produced.release(),
                       &construct<R>, std::is_same_v<T, R> ? &detail::type_identity<T> : nullptr,
                       true});
  }

 private:
  template <class R>
  static void construct(void* storage, computation_instance& result, bool may_move) {
    auto* slot = reinterpret_cast<rv_slot*>(storage);  // the storage is the first member
    R& value = static_cast<typed_instance<R>&>(result).value();
    if (may_move)
      ::new (storage) T(std::move(value));
    else
      ::new (storage) T(static_cast<const R&>(value));
    slot->constructed_ = true;
  }

  alignas(T) std::byte storage_[sizeof(T)];
  bool constructed_ = false;
};

}  // namespace mentat
