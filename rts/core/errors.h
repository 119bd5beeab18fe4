// The errors that a strict use throws when there is no value [TOCS96 3.2.2]: each travelled as a
// token, with the place where it arose. Errors are immutable values, shared by every consumer of
// the failed call, and may be caught on any thread.
//
// what() is the text of the original exception, so that a program that prints it prints the same as
// its sequential elision; explain() is a sentence that names class, function, host, type, text, and
// the place of the call in the user's text.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>

#include "rts/core/source_place.h"

namespace mentat {

struct error_place {
  std::string class_name;  // "" for the main program
  std::string function_name;
  std::string host;
  std::string called_at{};  // "bank.mpl.cc:17", the place of the call; empty: not known
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

class remote_error : public std::runtime_error {
 public:
  remote_error(error_place place, std::string type_name, const std::string& text)
      : std::runtime_error(text), place_(std::move(place)), type_name_(std::move(type_name)) {
    made_.fetch_add(1, std::memory_order_relaxed);
  }

  [[nodiscard]] const std::string& class_name() const { return place_.class_name; }
  [[nodiscard]] const std::string& function_name() const { return place_.function_name; }
  [[nodiscard]] const std::string& host() const { return place_.host; }
  // The type of the original exception.
  [[nodiscard]] const std::string& type_name() const { return type_name_; }
  [[nodiscard]] std::string text() const { return what(); }
  // "bank.mpl.cc:17": where the user's text makes the failed call; empty if not known, as for a
  // call whose result went from process to process and not by its caller.
  [[nodiscard]] const std::string& called_at() const { return place_.called_at; }
  [[nodiscard]] std::string explain() const { return detail::sentence(place_, type_name_, what()); }
  // Called by the thrower, before others see the error. Does not replace a known place.
  void note_called_at(source_place at) {
    if (place_.called_at.empty()) place_.called_at = text_of(at);
  }
  // How many errors this process has made so far, thrown or not.
  [[nodiscard]] static std::uint64_t made() { return made_.load(std::memory_order_relaxed); }

 private:
  static inline std::atomic<std::uint64_t> made_{0};
  error_place place_;
  std::string type_name_;
};

// A member function ended without rtf.
class broken_rtf : public remote_error {
 public:
  explicit broken_rtf(error_place place);
  // Received from another process; the same in all classes below.
  broken_rtf(error_place place, const std::string& text);
};

// The object was destroyed before, or its process died.
class object_lost : public remote_error {
 public:
  object_lost(error_place place, const std::string& cause);
  struct whole_text {};
  object_lost(error_place place, const std::string& text, whole_text);

 protected:
  object_lost(error_place place, const char* type_name, const std::string& text);
};

// Tuples of a space were lost with the process or host that kept them (docs/spaces.md).
class space_lost : public object_lost {
 public:
  space_lost(error_place place, const std::string& cause);
  space_lost(error_place place, const std::string& text, whole_text);
};

// A persistent Mentat variable was used before it was bound.
class unbound_variable : public remote_error {
 public:
  explicit unbound_variable(error_place place);
  unbound_variable(error_place place, const std::string& text);
};

// A limit was exceeded; `limit` is its configuration key, for example "limits.graph_depth".
class limit_error : public remote_error {
 public:
  limit_error(error_place place, std::string limit, const std::string& text);
  struct whole_text {};
  limit_error(error_place place, std::string limit, const std::string& text, whole_text);
  [[nodiscard]] const std::string& limit() const { return limit_; }

 private:
  std::string limit_;
};

// The value can never come: every computation of the program waits for another.
class deadlock : public remote_error {
 public:
  explicit deadlock(error_place place);
  deadlock(error_place place, const std::string& text);
};

// In mode serial: the call waits for an mselect that does not accept it, and its value is needed
// before anything else can happen. In every mode: a call from inside of an object whose guard does
// not hold.
class closed_entry : public remote_error {
 public:
  explicit closed_entry(error_place place);  // by an mselect
  closed_entry(error_place place, const std::string& text);
};
// The call waits for its guard, and nothing is left to run that could make it hold.
deadlock closed_guard(error_place place);

// Every process that executed the call died before it gave a result.
class task_poisoned : public remote_error {
 public:
  task_poisoned(error_place place, const std::string& text);
};

// The copy of a replicated object in this process differs from another one: a member function has
// an effect that depends on more than the object and its arguments.
class replica_divergence : public remote_error {
 public:
  // `update`: the number of the write, among those of all replicated objects, that showed it.
  replica_divergence(error_place place, const std::string& function, std::uint64_t update);
  replica_divergence(error_place place, const std::string& text);
};

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

// In a handler: the place where the exception arose; a place without names if it did not come from
// a call.
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

// Unwinds the member functions of an object that is destroyed while it waits in an mselect. Not an
// error of the program, so it derives from nothing.
struct object_ends {};

// The exception that is being handled, as an error token: a remote_error stays unchanged, one of
// the program's own travelling types gets its origin, others become a remote_error.
std::exception_ptr describe_exception(const error_place& place);

// A sentence about an error, for people: remote_error::explain(), or its like for other types.
[[nodiscard]] std::string explained(const std::exception_ptr& error);
// what() of the exception that is being handled, or a substitute if it has none.
[[nodiscard]] std::string text_of_exception();

}  // namespace mentat
