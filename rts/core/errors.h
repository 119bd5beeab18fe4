/// @file
/// The errors that a strict use throws when there is no value [TOCS96 3.2.2]: each travelled as a
/// token, with the place where it arose. Errors are immutable values, shared by every consumer of
/// the failed call, and may be caught on any thread. docs/language.md, "Errors".
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>

#include "rts/core/source_place.h"

namespace mentat {

/// Where an exception arose. A value.
struct error_place {
  std::string class_name;     ///< The class of the function; empty: in `main`.
  std::string function_name;  ///< The member function, without its class and parameters.
  std::string host;           ///< The host that executed it; may be empty.
  std::string called_at{};    ///< "bank.mpl.cc:17", where the call was made; empty: not known.
};

namespace detail {

inline std::string function_text(const error_place& place) {
  return place.class_name.empty() ? "the main program"
                                  : place.class_name + "::" + place.function_name;
}

// Inline, because sequential elisions are linked without the run-time system.
inline std::string sentence(const error_place& place, const std::string& type_name,
                            const std::string& what) {
  std::string text = function_text(place);
  if (!place.host.empty()) text += " on host " + place.host;
  text += " failed with " + type_name + ": " + what;
  const bool is_named = text.find(place.called_at) != std::string::npos;
  return is_named ? text : text + " (called at " + place.called_at + ")";
}

}  // namespace detail

/// An exception that left a member function, thrown where its value is needed, and the base of the
/// errors of Mentat itself. `what()` is the text of the original exception, as in the sequential
/// elision. Exceptions of a type of your own arrive with that type instead: see where().
class remote_error : public std::runtime_error {
 public:
  /// @cond
  remote_error(error_place place, std::string type_name, const std::string& text)
      : std::runtime_error(text), place_(std::move(place)), type_name_(std::move(type_name)) {
    made_.fetch_add(1, std::memory_order_relaxed);
  }
  /// @endcond

  /// As error_place::class_name.
  [[nodiscard]] const std::string& class_name() const { return place_.class_name; }
  /// As error_place::function_name.
  [[nodiscard]] const std::string& function_name() const { return place_.function_name; }
  /// As error_place::host.
  [[nodiscard]] const std::string& host() const { return place_.host; }
  /// The type of the original exception: "std::out_of_range".
  [[nodiscard]] const std::string& type_name() const { return type_name_; }
  /// `what()`, as a string.
  [[nodiscard]] std::string text() const { return what(); }
  /// "bank.mpl.cc:17": where your text makes the failed call or calls create(). Empty if that is
  /// not known: the call has more than 16 arguments, or its result went from process to process
  /// and not to its caller.
  [[nodiscard]] const std::string& called_at() const { return place_.called_at; }
  /// A sentence for people: "solver::solve on host a failed with std::out_of_range: ... (called at
  /// search.mpl.cc:31)".
  [[nodiscard]] std::string explain() const { return detail::sentence(place_, type_name_, what()); }
  /// @cond
  // Called by the thrower, before others see the error. Does not replace a known place.
  void note_called_at(source_place at) {
    if (place_.called_at.empty()) place_.called_at = text_of(at);
  }
  // How many errors this process has made so far, thrown or not.
  [[nodiscard]] static std::uint64_t made() { return made_.load(std::memory_order_relaxed); }
  /// @endcond

 private:
  static inline std::atomic<std::uint64_t> made_{0};
  error_place place_;
  std::string type_name_;
};

/// A member function that has a result ended without one.
class broken_rtf : public remote_error {
 public:
  /// @cond
  explicit broken_rtf(error_place place);
  // Received from another process; the same in all classes below.
  broken_rtf(error_place place, const std::string& text);
  /// @endcond
};

/// The object of the call was destroyed before, or has ended with its process or host.
class object_lost : public remote_error {
 public:
  /// @cond
  object_lost(error_place place, const std::string& cause);
  struct whole_text {};
  object_lost(error_place place, const std::string& text, whole_text);

 protected:
  object_lost(error_place place, const char* type_name, const std::string& text);
  /// @endcond
};

/// Tuples of a space were lost with the process or host that kept them, which the text names;
/// nobody knows which tuples. Every later operation on the space fails with it. docs/spaces.md.
class space_lost : public object_lost {
 public:
  /// @cond
  space_lost(error_place place, const std::string& cause);
  space_lost(error_place place, const std::string& text, whole_text);
  /// @endcond
};

/// A call through a variable of a persistent or replicated class that names no object. Thrown at
/// the call.
class unbound_variable : public remote_error {
 public:
  /// @cond
  explicit unbound_variable(error_place place);
  unbound_variable(error_place place, const std::string& text);
  /// @endcond
};

/// A limit was exceeded. The text says how to raise it, if it can be raised.
class limit_error : public remote_error {
 public:
  /// @cond
  limit_error(error_place place, std::string limit, const std::string& text);
  struct whole_text {};
  limit_error(error_place place, std::string limit, const std::string& text, whole_text);
  /// @endcond
  /// The key of the limit, such as "limits.graph_depth" (docs/configuration.md).
  [[nodiscard]] const std::string& limit() const { return limit_; }

 private:
  std::string limit_;
};

/// The value can never come: every computation of the program waits for another one.
class deadlock : public remote_error {
 public:
  /// @cond
  explicit deadlock(error_place place);
  deadlock(error_place place, const std::string& text);
  /// @endcond
};

/// In every mode: a call from inside of its object, whose guard() does not hold. In mode `serial`
/// also a call that the mselect of its object does not accept, and whose value is needed before
/// anything else can happen.
class closed_entry : public remote_error {
 public:
  /// @cond
  explicit closed_entry(error_place place);  // by an mselect
  closed_entry(error_place place, const std::string& text);
  /// @endcond
};
/// @cond
// The call waits for its guard, and nothing is left to run that could make it hold.
deadlock closed_guard(error_place place, const std::string& condition);
/// @endcond

/// Every process that executed the call died before it gave a result. docs/failures.md.
class task_poisoned : public remote_error {
 public:
  /// @cond
  task_poisoned(error_place place, const std::string& text);
  /// @endcond
};

/// The copy of a replicated object in this process differs from another one: a member function
/// depends on more than the object and its arguments. docs/replicated.md.
class replica_divergence : public remote_error {
 public:
  /// @cond
  // `update`: the number of the write, among those of all replicated objects, that showed it.
  replica_divergence(error_place place, const std::string& function, std::uint64_t update);
  replica_divergence(error_place place, const std::string& text);
  /// @endcond
};

/// @cond
// The place where an exception of one of the program's own types arose, if it came from a call: a
// second base of the thrown object. It is not a std::exception, so that the own type stays the only
// one.
class error_origin {
 public:
  error_origin(error_place place, std::string type_name)
      : place_(std::move(place)), type_name_(std::move(type_name)) {}

  [[nodiscard]] const error_place& place() const { return place_; }
  [[nodiscard]] const std::string& type_name() const { return type_name_; }

 private:
  error_place place_;
  std::string type_name_;
};
/// @endcond

/// In a handler: where the exception arose; an empty place if it did not come from a call. For
/// exceptions of your own types, which have no remote_error::class_name().
[[nodiscard]] inline error_place where() {
  if (!std::current_exception()) return {};
  try {
    throw;
  } catch (const remote_error& e) {
    return {e.class_name(), e.function_name(), e.host(), e.called_at()};
  } catch (const error_origin& origin) {
    return origin.place();
  } catch (...) {
    return {};
  }
}

/// Unwinds the member functions of an object that ends while it waits in an mselect. Not an error
/// of the program, so it derives from nothing; a `catch (...)` around an mselect rethrows it.
struct object_ends {};

/// @cond
// The exception that is being handled, as an error token: a remote_error stays unchanged, one of
// the program's own travelling types gets its origin, others become a remote_error.
std::exception_ptr describe_exception(const error_place& place);

// A sentence about an error, for people: remote_error::explain(), or its like for other types.
[[nodiscard]] std::string explained(const std::exception_ptr& error);
// what() of the exception that is being handled, or a substitute if it has none.
[[nodiscard]] std::string text_of_exception();
/// @endcond

}  // namespace mentat
