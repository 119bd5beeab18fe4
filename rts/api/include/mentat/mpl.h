// The header of sources in the Mentat programming language [TOCS96 2.2]. It has three faces:
// 1. The translator (__MPLC__) sees declarations of the names of the language.
// 2. Translated text (MENTAT_TRANSLATED) sees nothing, because <mentat/api.h> says it all.
// 3. An ordinary compiler sees the sequential elision: a source in attribute spelling builds with
// it
//    as the sequential program that gives it its meaning. Outside of the elision are mselect,
//    statements behind rtf, copies of persistent variables, mentat::self, and the member functions
//    create, destroy and bound (write mentat::create(c)).
// No standard header is included: the translator's time is parse time.
#pragma once

#if !defined(MENTAT_TRANSLATED)

// Macros of a program may have the names declared here.
#pragma push_macro("a")
#undef a
#pragma push_macro("apart_from")
#undef apart_from
#pragma push_macro("Arguments")
#undef Arguments
#pragma push_macro("arguments")
#undef arguments
#pragma push_macro("b")
#undef b
#pragma push_macro("bound")
#undef bound
#pragma push_macro("count")
#undef count
#pragma push_macro("create")
#undef create
#pragma push_macro("den")
#undef den
#pragma push_macro("destroy")
#undef destroy
#pragma push_macro("duration")
#undef duration
#pragma push_macro("extent")
#undef extent
#pragma push_macro("force")
#undef force
#pragma push_macro("get")
#undef get
#pragma push_macro("guard")
#undef guard
#pragma push_macro("hash")
#undef hash
#pragma push_macro("holds")
#undef holds
#pragma push_macro("hints_and_arguments")
#undef hints_and_arguments
#pragma push_macro("hints_and_constructor_arguments")
#undef hints_and_constructor_arguments
#pragma push_macro("host")
#undef host
#pragma push_macro("near")
#undef near
#pragma push_macro("Object")
#undef Object
#pragma push_macro("on")
#undef on
#pragma push_macro("period")
#undef period
#pragma push_macro("placement")
#undef placement
#pragma push_macro("ref")
#undef ref
#pragma push_macro("remove_prefix")
#undef remove_prefix
#pragma push_macro("result")
#undef result
#pragma push_macro("self")
#undef self
#pragma push_macro("T")
#undef T
#pragma push_macro("value")
#undef value
#pragma push_macro("value_")
#undef value_
#pragma push_macro("variable")
#undef variable
#pragma push_macro("variable_")
#undef variable_

#if defined(__MPLC__)

// Templates have bodies, so that their arguments may be classes of unnamed namespaces.
namespace mentat {

// Makes the result of a member function available and goes on.
template <class T>
void rtf(const T& value) {}
void rtf();

template <class Object, class... Arguments>
void create(Object& variable, Arguments&&... hints_and_constructor_arguments) {}
template <class Object>
void destroy(const Object& variable) {}
template <class Object>
bool bound(const Object& variable) {
  return true;
}
void force();
// First in a public member function of a persistent class: the object accepts a call of it only
// while the condition holds.
void guard(bool holds);

// The object whose member function runs, as a Mentat variable.
template <class Object>
Object self() {
  __builtin_unreachable();
}

// Hints of create().
struct placement {};
placement on(const char* host);
template <class Object>
placement near(const Object& variable) {
  return {};
}
template <class Object>
placement apart_from(const Object& variable) {
  return {};
}

// The name of an object of a class that is not complete yet, such as the class itself.
template <class Object>
class ref {
 public:
  ref() {}
  ref(const Object&) {}
  Object& operator*() const { __builtin_unreachable(); }
  Object* operator->() const { __builtin_unreachable(); }
  operator Object() const { __builtin_unreachable(); }
  bool bound() const { __builtin_unreachable(); }
  friend bool operator==(const ref&, const ref&) { return true; }
  friend bool operator<(const ref&, const ref&) { return true; }
  friend bool operator>(const ref&, const ref&) { return true; }
  friend bool operator<=(const ref&, const ref&) { return true; }
  friend bool operator>=(const ref&, const ref&) { return true; }
};

// A std::span of constant elements, or a std::string_view.
template <class View__, class T>
concept view_of__ = requires(const T& value) { View__(value); } &&
                    (requires { View__::extent; } || requires { &View__::remove_prefix; });

// A delayed value that may outlive the function that asked for it.
template <class T>
class result {
 public:
  result() {}
  result(const T&) {}
  result& operator=(const T&) { return *this; }
  const T& get() const { __builtin_unreachable(); }
  operator const T&() const { __builtin_unreachable(); }
  template <class View__>
    requires view_of__<View__, T>
  operator View__() const {
    __builtin_unreachable();
  }
};

// The translator's form of mselect before parsing; not for programs.
namespace mplc_only__ {

int select__();

// Becomes a parameter of any type.
struct any__ {
  template <class T>
  operator T() const { __builtin_unreachable(); }
};
struct any_lvalue__ {
  template <class T>
  operator T&() const { __builtin_unreachable(); }
};

// A duration of <chrono>, recognised by its operations.
struct duration {
  template <class T, class = decltype(T::period::den), class = decltype(T().count())>
  duration(const T&);
};
void after__(duration);

}  // namespace mplc_only__

}  // namespace mentat

using mentat::rtf;

// Variables and refs as keys of std::unordered_map and the like. A class of Mentat is recognised by
// a member.
namespace std {
template <class T>
struct hash;
template <class Object>
  requires requires(const Object& variable) { variable.mentat_variable__(); }
struct hash<Object> {
  decltype(sizeof 0) operator()(const Object&) const noexcept { return 0; }
};
template <class Object>
struct hash<mentat::ref<Object>> {
  decltype(sizeof 0) operator()(const mentat::ref<Object>&) const noexcept { return 0; }
};
}  // namespace std

#else

#include <mentat/elision.h>

#endif

#pragma pop_macro("a")
#pragma pop_macro("apart_from")
#pragma pop_macro("Arguments")
#pragma pop_macro("arguments")
#pragma pop_macro("b")
#pragma pop_macro("bound")
#pragma pop_macro("count")
#pragma pop_macro("create")
#pragma pop_macro("den")
#pragma pop_macro("destroy")
#pragma pop_macro("duration")
#pragma pop_macro("extent")
#pragma pop_macro("force")
#pragma pop_macro("get")
#pragma pop_macro("guard")
#pragma pop_macro("hash")
#pragma pop_macro("holds")
#pragma pop_macro("hints_and_arguments")
#pragma pop_macro("hints_and_constructor_arguments")
#pragma pop_macro("host")
#pragma pop_macro("near")
#pragma pop_macro("Object")
#pragma pop_macro("on")
#pragma pop_macro("period")
#pragma pop_macro("placement")
#pragma pop_macro("ref")
#pragma pop_macro("remove_prefix")
#pragma pop_macro("result")
#pragma pop_macro("self")
#pragma pop_macro("T")
#pragma pop_macro("value")
#pragma pop_macro("value_")
#pragma pop_macro("variable")
#pragma pop_macro("variable_")
#endif
