/// @file
/// The header of sources in the Mentat programming language [TOCS96 2.2]. docs/language.md.
// It has three faces:
// 1. The translator (__MPLC__) sees declarations of the names of the language.
// 2. Translated text (MENTAT_TRANSLATED) sees nothing, because <mentat/api.h> says it all.
// 3. An ordinary compiler sees the sequential elision: a source in attribute spelling builds with
//    it as the sequential program that gives it its meaning. Outside of the elision are mselect,
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
#pragma push_macro("calls")
#undef calls
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
#pragma push_macro("expect")
#undef expect
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

/// The words and the library of the Mentat language [TOCS96 2.2]. Thread-safety: a Mentat variable,
/// a ref and a result are as ordinary variables. Calls of objects, and the functions that make or
/// end objects or wait, are for `main` and member functions: on a thread of the program's own they
/// throw remote_error.
namespace mentat {

// Templates have bodies, so that their arguments may be classes of unnamed namespaces.

/// Gives the result of the member function, which goes on [TOCS96 2.2.2]. If `value` is a call or a
/// delayed variable, those that need the result wait for that instead, and nobody waits here. A
/// second rtf is ignored, with a line in the log. docs/language.md, "rtf: return to future".
template <class T>
void rtf(const T& value) {}
/// The same for a `void` function, which needs none.
void rtf();

/// Makes an object of the persistent or replicated class of `variable`, which names it from then
/// on. First come up to 7 hints, then the arguments of a constructor, which go by value:
/// `mentat::create(c, mentat::near(other), 5)`. Waits for the constructor, unless nobody can tell
/// when it runs. Errors: the exception of the constructor, as that of a call; limit_error.
template <class Object, class... Arguments>
void create(Object& variable, Arguments&&... hints_and_arguments) {}
/// Ends the object, behind the calls that were made before. The variable is unbound then; calls
/// through other variables of the object fail with object_lost. No effect without an object.
template <class Object>
void destroy(const Object& variable) {}
/// Whether the variable names a living object, or its class is regular.
template <class Object>
bool bound(const Object& variable) {
  return true;
}
/// Makes all ready calls visible to the other cores now. Hardly any program needs it.
void force();
/// So many more calls of the class of `variable`, of all of its objects, are expected: for the bars
/// and the end time of `mentat top` and `mentat run --progress`. Numbers are added up; a negative
/// one takes back. Changes no answer. No effect on a thread of the program's own, and in a write of
/// a replicated object.
template <class Object>
  requires requires(const Object& variable) { variable.mentat_variable__(); }
void expect(const Object& variable, long long calls) {}
/// First in a public member function of a persistent or replicated class: a call of it waits until
/// `holds`, and its object executes others meanwhile. The condition is tested any number of times,
/// and changes nothing. Errors: deadlock of the call, if nothing is left to run that could make it
/// hold; closed_entry, if the call comes from inside of the object, which cannot wait.
void guard(bool holds);

/// The object whose member function runs, as a Mentat variable of class `Object`; unbound in `main`
/// and in functions of regular classes.
template <class Object>
Object self() {
  __builtin_unreachable();
}

/// A hint of create(): where the object should live [TOCS96 3.2.6]. Hints change no answer; of an
/// unbound variable, or with one process, they have no effect.
struct placement {};
/// On the host of this name (`mentat list hosts`), in any of its processes. Errors: those of
/// create().
placement on(const char* host);
/// In the process of that object.
template <class Object>
placement near(const Object& variable) {
  return {};
}
/// On another host than that object, or else in another process.
template <class Object>
placement apart_from(const Object& variable) {
  return {};
}

/// The name of an object of a class that is not complete yet, such as a field of the class itself:
/// `mentat::ref<node> next_;`. A value; it does not own the object. Errors: those of the calls.
template <class Object>
class ref {
 public:
  ref() {}               ///< Unbound.
  ref(const Object&) {}  ///< Names the object of that variable.
  /// The variable.
  Object& operator*() const { __builtin_unreachable(); }
  Object* operator->() const { __builtin_unreachable(); }  ///< For a call: `next_->add(1)`.
  operator Object() const { __builtin_unreachable(); }     ///< `node n = next_;`
  bool bound() const { __builtin_unreachable(); }          ///< As mentat::bound().
  /// Whether both name one object.
  friend bool operator==(const ref&, const ref&) { return true; }
  /// The order has no meaning; it is for keys, as is `std::hash`.
  friend bool operator<(const ref&, const ref&) { return true; }
  friend bool operator>(const ref&, const ref&) { return true; }   ///< See `<`.
  friend bool operator<=(const ref&, const ref&) { return true; }  ///< See `<`.
  friend bool operator>=(const ref&, const ref&) { return true; }  ///< See `<`.
};

/// @cond
// A std::span of constant elements, or a std::string_view.
template <class View__, class T>
concept view_of__ = requires(const T& value) { View__(value); } &&
                    (requires { View__::extent; } || requires { &View__::remove_prefix; });
/// @endcond

/// A delayed value that may outlive the function that asked for it: for members, globals and
/// containers. Assigning a call does not wait, and as an argument it goes to the call when it is
/// there. Copies share the call.
template <class T>
class result {
 public:
  result() {}                                        ///< `T()`.
  result(const T&) {}                                ///< A value that is there.
  result& operator=(const T&) { return *this; }      ///< A value or a call.
  const T& get() const { __builtin_unreachable(); }  ///< Waits; throws the call's error each time.
  operator const T&() const { __builtin_unreachable(); }  ///< get().
  /// get(), as a `std::span` of constant elements or a `std::string_view`: valid as long as this.
  template <class View__>
    requires view_of__<View__, T>
  operator View__() const {
    __builtin_unreachable();
  }
};

/// @cond
// The translator's form of mselect before parsing; not for programs.
namespace mplc_only__ {

int select__();

// Becomes a parameter of any type.
struct any__ {
  template <class T>
  operator T() const {
    __builtin_unreachable();
  }
};
struct any_lvalue__ {
  template <class T>
  operator T&() const {
    __builtin_unreachable();
  }
};

// A duration of <chrono>, recognised by its operations.
struct duration {
  template <class T, class = decltype(T::period::den), class = decltype(T().count())>
  duration(const T&);
};
void after__(duration);

}  // namespace mplc_only__
/// @endcond

}  // namespace mentat

using mentat::rtf;

/// @cond
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
/// @endcond

#else

#include <mentat/elision.h>

#endif

#pragma pop_macro("a")
#pragma pop_macro("apart_from")
#pragma pop_macro("Arguments")
#pragma pop_macro("arguments")
#pragma pop_macro("b")
#pragma pop_macro("bound")
#pragma pop_macro("calls")
#pragma pop_macro("count")
#pragma pop_macro("create")
#pragma pop_macro("den")
#pragma pop_macro("destroy")
#pragma pop_macro("duration")
#pragma pop_macro("expect")
#pragma pop_macro("extent")
#pragma pop_macro("force")
#pragma pop_macro("get")
#pragma pop_macro("guard")
#pragma pop_macro("hash")
#pragma pop_macro("holds")
#pragma pop_macro("hints_and_arguments")
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
