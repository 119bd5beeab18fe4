// The words of the Mentat language in the sequential elision: a source in attribute spelling is the
// sequential program that gives it its meaning. Included by <mentat/mpl.h>, which says what is
// outside of the elision, and hides macros with these names. Thread-safety: as ordinary variables.
#pragma once

#define rtf(...) return __VA_ARGS__

namespace mentat {

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

// An elided variable is its object: creating it constructs it afresh from constructor arguments.
template <class Object, class... Arguments>
void create(Object& variable, Arguments&&... arguments) {
  variable = Object(static_cast<Arguments&&>(arguments)...);
}
template <class Object, class... Arguments>
void create(Object& variable, placement, Arguments&&... hints_and_arguments) {
  mentat::create(variable, static_cast<Arguments&&>(hints_and_arguments)...);
}
template <class Object>
void destroy(const Object&) {}
template <class Object>
bool bound(const Object&) {
  return true;
}
inline void force() {}
template <class Object>
void expect(const Object&, long long) {}

// Nothing else runs that could make the condition true.
struct guard_never_holds {};
inline void guard(bool holds) {
  if (!holds) throw guard_never_holds();
}

template <class Object>
class ref {
 public:
  ref() = default;
  ref(Object& variable) : variable_(&variable) {}
  Object& operator*() const { return *variable_; }
  Object* operator->() const { return variable_; }
  operator Object&() const { return *variable_; }
  bool bound() const { return variable_ != nullptr; }
  friend bool operator==(const ref& a, const ref& b) { return a.variable_ == b.variable_; }

 private:
  Object* variable_ = nullptr;
};

// A std::span of constant elements, or a std::string_view.
template <class View__, class T>
concept view_of__ = requires(const T& value) { View__(value); } &&
                    (requires { View__::extent; } || requires { &View__::remove_prefix; });

template <class T>
class result {
 public:
  result() = default;
  result(const T& value) : value_(value) {}
  const T& get() const { return value_; }
  operator const T&() const { return value_; }
  template <class View__>
    requires view_of__<View__, T>
  operator View__() const {
    return View__(value_);
  }

 private:
  T value_{};
};

}  // namespace mentat
