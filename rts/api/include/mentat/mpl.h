// What a source in the Mentat programming language includes [TOCS96 2.2]. Three faces:
//  - the translator (__MPLC__) sees declarations of the names of the language;
//  - translated text (MENTAT_TRANSLATED) sees nothing, because <mentat/api.h> says it all;
//  - an ordinary compiler sees the sequential elision: a source in attribute spelling builds with
//  it as the sequential program that gives
//    it its meaning. Outside the elision: mselect, statements after rtf, copies of persistent
//    variables.
// No standard header is included: the translator's time is parse time.
#pragma once

#if !defined(MENTAT_TRANSLATED)

#if defined(__MPLC__)

namespace mentat {

// Makes the result of a member function available and goes on.
template <class T>
void rtf(const T& value);
void rtf();

template <class Object, class... Arguments>
void create(Object& variable, Arguments&&... hints_and_constructor_arguments);
template <class Object>
void destroy(const Object& variable);
template <class Object>
bool bound(const Object& variable);
void force();

// The object whose member function runs, as a Mentat variable.
template <class Object>
Object self();

// Hints of create().
struct placement {};
placement on(const char* host);
template <class Object>
placement near(const Object& variable);
template <class Object>
placement apart_from(const Object& variable);

// The name of an object of a class that is not complete yet, such as the class itself.
template <class Object>
class ref {
 public:
  ref();
  ref(const Object& variable);
  Object& operator*() const;
  Object* operator->() const;
  operator Object() const;
  bool bound() const;
};

// A delayed value that may outlive the function that asked for it.
template <class T>
class result {
 public:
  result();
  result(const T& value);
  result& operator=(const T& value);
  const T& get() const;
  operator const T&() const;
};

}  // namespace mentat

using mentat::rtf;

#else

#define rtf(...) return __VA_ARGS__

namespace mentat {

namespace elision {

template <class T>
struct plain {
  using type = T;
};
template <class T>
struct plain<T&> {
  using type = T;
};
template <class T>
struct plain<const T> {
  using type = T;
};
template <class T>
struct plain<const T&> {
  using type = T;
};

}  // namespace elision

// A hint names a place; in a sequential program there is one.
struct placement {};
inline placement on(const char*) { return {}; }
template <class Object>
placement near(const Object&) {
  return {};
}
template <class Object>
placement apart_from(const Object&) {
  return {};
}

// An elided variable is its object: creating it again means a fresh one, made from the constructor
// arguments.
template <class Object>
void create(Object& variable) {
  variable = Object();
}
template <class Object, class... Arguments>
void create(Object& variable, placement, Arguments&&... arguments) {
  create(variable, static_cast<Arguments&&>(arguments)...);
}
template <class Object, class... Arguments>
  requires(sizeof...(Arguments) != 0)
void create(Object& variable, Arguments&&... arguments) {
  variable = Object(static_cast<Arguments&&>(arguments)...);
}
template <class Object>
void destroy(const Object&) {}
template <class Object>
bool bound(const Object&) {
  return true;
}
inline void force() {}

}  // namespace mentat

#endif
#endif
