// Passes delays from one result variable to another, and into growing containers, without a wait.
// Thread-safety, errors: as rv.h. Cost: where nothing is delayed, that of the assignment.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "rts/api/rv.h"

namespace mentat {

namespace detail {

// Makes room for a new value: drops the delays it covers, and resolves those that reach beyond it.
void rv_make_room(const void* begin, std::size_t size);
// Takes the entries of moved memory out of the table, and enters them again at the new address.
std::vector<rv_entry> rv_take_all(const void* begin, std::size_t size) noexcept;
void rv_put_back(const std::vector<rv_entry>& all, std::ptrdiff_t moved_by) noexcept;

// The entry of a variable, with a reference of its own; empty if the variable is not delayed as a
// whole.
class held_entry {
 public:
  held_entry(const void* variable, std::size_t size);
  held_entry(const held_entry&) = delete;
  held_entry& operator=(const held_entry&) = delete;
  ~held_entry();
  explicit operator bool() const { return entry_.producer != nullptr; }
  bool insert(void* to);  // gives the reference away; false if it is empty

 private:
  rv_entry entry_;
};

// Held while a vector may move its elements: delays of the elements move along.
template <class V>
class moving_elements {
 public:
  explicit moving_elements(V& elements) : elements_(elements), before_(bytes()) {
    if (!nothing_delayed() && elements.size() == elements.capacity())
      delayed_ = rv_take_all(before_, elements.size() * sizeof(*elements.data()));
  }
  moving_elements(const moving_elements&) = delete;
  moving_elements& operator=(const moving_elements&) = delete;
  ~moving_elements() {
    if (!delayed_.empty()) rv_put_back(delayed_, bytes() - before_);
  }

 private:
  std::byte* bytes() { return reinterpret_cast<std::byte*>(elements_.data()); }

  V& elements_;
  std::byte* before_;
  std::vector<rv_entry> delayed_;
};

template <class V>
typename V::value_type& grow_by_one(V& elements) {
  if constexpr (contiguous<V>) {
    moving_elements guard(elements);
    return elements.emplace_back();
  } else {
    return elements.emplace_back();
  }
}

}  // namespace detail

// to = from: if `from` is delayed, so is `to`, and nobody waits.
template <class T>
void RV_COPY__(T& to, const T& from, source_place at = source_place::current()) {
  if (!detail::nothing_delayed()) [[unlikely]] {
    if (std::addressof(to) == std::addressof(from)) return;
    detail::held_entry delayed(std::addressof(from), sizeof(T));
    if (!delayed) RESOLVE_ALL__(from, at);
    detail::rv_make_room(std::addressof(to), sizeof(T));
    detail::erase_elements(to);
    if (delayed.insert(std::addressof(to))) return;
  }
  to = from;
}

// elements.push_back(A.op(...)): the new element is delayed.
template <class V, class R>
void RV_PUSH_BACK__(V& elements, cip<R> produced) {
  RV_INSERT__(detail::grow_by_one(elements)) = std::move(produced);
}

// elements.push_back(variable): the new element is delayed if the variable is.
template <class V>
void RV_PUSH_BACK__(V& elements, const typename V::value_type& variable,
                  source_place at = source_place::current()) {
  if (!detail::nothing_delayed()) [[unlikely]] {
    // The variable may be an element that moves.
    if (detail::held_entry delayed(std::addressof(variable), sizeof variable); delayed) {
      delayed.insert(std::addressof(detail::grow_by_one(elements)));
      return;
    }
    RESOLVE_ALL__(variable, at);
    typename V::value_type value(variable);
    detail::grow_by_one(elements) = std::move(value);
    return;
  }
  elements.push_back(variable);
}

}  // namespace mentat
