// Guards: conditions under which an object accepts a call (docs/language.md). Emitted text has for
// each guarded member function a function `mentat_guard__(tag*, arguments...) const` in the class,
// which tests the condition, and names note_guard__ in the member function itself.
#pragma once

#include <cstddef>
#include <utility>

#include "rts/api/call.h"
#include "rts/core/class_info.h"

namespace mentat {

// The condition of a call from inside of the object, which cannot wait: throws closed_entry if it
// does not hold.
void guard(bool holds);

namespace detail {

template <class Method>
inline guard_description guard_of;

template <class Impl>
inline bool class_has_guards = false;

template <class Method>
bool test_guard(const void* object, computation_instance& of) {
  const auto& self = *static_cast<const typename Method::owner*>(object);
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return self.mentat_guard__(static_cast<Method*>(nullptr),
                               seen_as<typename Method::template parameter<K>>(
                                   static_cast<call<Method>&>(of).template seen<K>())...);
  }(std::make_index_sequence<Method::arity>{});
}

}  // namespace detail

// The text of a condition, as an argument of a template.
template <std::size_t size>
struct condition_text__ {
  char text[size]{};
  // Not explicit: emitted text names the literal.
  constexpr condition_text__(const char (&literal)[size]) {  // NOLINT(google-explicit-constructor)
    for (std::size_t i = 0; i < size; ++i) text[i] = literal[i];
  }
};

// Registers the guard of a member function before main() begins.
template <class Method, condition_text__ condition = "">
inline const bool note_guard__ =
    (detail::guard_of<Method> = {&detail::test_guard<Method>, condition.text},
     detail::class_has_guards<typename Method::owner> = true, some_class_has_guards = true);

}  // namespace mentat
