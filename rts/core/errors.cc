#include "rts/core/errors.h"

#include <cxxabi.h>

#include <span>
#include <typeinfo>

#include "mmps/wire/error_value.h"
#include "rts/core/own_errors.h"

namespace mentat {

using detail::function_text;
using detail::sentence;

namespace {

// For the exception that is being handled.
std::string name_of_type() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (!type) return "unknown exception";
  if (*type == typeid(const char*)) return "const char*";
  return *type == typeid(std::string) ? "std::string" : readable_name(*type);
}

// In a sentence, behind function_text().
std::string called_text(const error_place& place) {
  return place.called_at.empty() ? "" : ", called at " + place.called_at + ",";
}

}  // namespace

broken_rtf::broken_rtf(error_place place)
    : remote_error(place, "mentat::broken_rtf",
                   function_text(place) +
                       " ended without rtf: give its result with rtf(value) on every path") {}

object_lost::object_lost(error_place place, const std::string& cause)
    : remote_error(place, "mentat::object_lost",
                   function_text(place) + " cannot be called: " + cause) {}

space_lost::space_lost(error_place place, const std::string& cause)
    : object_lost(std::move(place), "mentat::space_lost",
                  "tuples of the space are lost: " + cause +
                      "; mentat::create(space, mentat::on(\"host\")) keeps all tuples on one "
                      "host") {}

unbound_variable::unbound_variable(error_place place)
    : remote_error(place, "mentat::unbound_variable",
                   function_text(place) + called_text(place) +
                       " was called through a persistent Mentat variable that is not bound: call "
                       "mentat::create(variable) first") {}

limit_error::limit_error(error_place place, std::string limit, const std::string& text)
    : remote_error(place, "mentat::limit_error",
                   limit + ": " + text +
                       (place.called_at.empty() ? "" : " (called at " + place.called_at + ")")),
      limit_(std::move(limit)) {}

deadlock::deadlock(error_place place)
    : remote_error(
          place, "mentat::deadlock",
          "deadlock: the result of " + function_text(place) + called_text(place) +
              " can never come, because every computation of the program waits for another one") {}

closed_entry::closed_entry(error_place place)
    : remote_error(
          place, "mentat::closed_entry",
          function_text(place) + called_text(place) +
              " is not accepted by the mselect in which its object waits, and in mode serial "
              "nothing else "
              "happens before its value is needed; run the program with MENTAT_MODE=threads") {}

deadlock closed_guard(error_place place, const std::string& condition) {
  const std::string text = "deadlock: " + function_text(place) + called_text(place) +
                           " waits for its guard" +
                           (condition.empty() ? "" : " (" + condition + ")") +
                           ", and nothing is left to run that could make it hold";
  return {std::move(place), text};
}

broken_rtf::broken_rtf(error_place place, const std::string& text)
    : remote_error(std::move(place), "mentat::broken_rtf", text) {}
object_lost::object_lost(error_place place, const std::string& text, whole_text)
    : remote_error(std::move(place), "mentat::object_lost", text) {}
object_lost::object_lost(error_place place, const char* type_name, const std::string& text)
    : remote_error(std::move(place), type_name, text) {}
space_lost::space_lost(error_place place, const std::string& text, whole_text)
    : object_lost(std::move(place), "mentat::space_lost", text) {}
unbound_variable::unbound_variable(error_place place, const std::string& text)
    : remote_error(std::move(place), "mentat::unbound_variable", text) {}
limit_error::limit_error(error_place place, std::string limit, const std::string& text, whole_text)
    : remote_error(std::move(place), "mentat::limit_error", text), limit_(std::move(limit)) {}
deadlock::deadlock(error_place place, const std::string& text)
    : remote_error(std::move(place), "mentat::deadlock", text) {}
closed_entry::closed_entry(error_place place, const std::string& text)
    : remote_error(std::move(place), "mentat::closed_entry", text) {}
task_poisoned::task_poisoned(error_place place, const std::string& text)
    : remote_error(std::move(place), "mentat::task_poisoned", text) {}

replica_divergence::replica_divergence(error_place place, const std::string& function,
                                       std::uint64_t update)
    : remote_error(place, "mentat::replica_divergence",
                   "two copies of an object of class " + place.class_name +
                       " differ behind update " + std::to_string(update) + " (" + function +
                       "): a member function of a replicated class may depend on nothing but the "
                       "object and its arguments") {}
replica_divergence::replica_divergence(error_place place, const std::string& text)
    : remote_error(std::move(place), "mentat::replica_divergence", text) {}

namespace {

// The exception of one of the program's own types; null if it cannot travel: it would be a
// remote_error in another process, and so is one in every mode.
std::exception_ptr with_origin(const error_place& place) {
  const std::type_info* type = abi::__cxa_current_exception_type();
  const own_error_type* own = type ? own_errors::find(*type) : nullptr;
  if (!own) return nullptr;
  try {
    const error_origin origin(place, readable_name(*type));
    const std::string fields = own->fields();
    if (fields.size() > mmps::max_field_bytes) return nullptr;
    if (!own->made(std::as_bytes(std::span(fields)), origin)) return nullptr;
    return own->with_origin(origin);
  } catch (...) {  // of a copy, or of the user's serialisation
    return nullptr;
  }
}

std::string text_behind(const char* text) { return text ? text : "a null pointer"; }
}  // namespace

std::exception_ptr describe_exception(const error_place& place) {
  try {
    throw;
  } catch (const remote_error&) {
    return std::current_exception();
  } catch (const error_origin&) {
    return std::current_exception();
  } catch (...) {
    if (std::exception_ptr own = with_origin(place)) return own;
    return std::make_exception_ptr(remote_error(place, name_of_type(), text_of_exception()));
  }
}

std::string text_of_exception() {
  try {
    throw;
  } catch (const std::exception& e) {
    return text_behind(e.what());
  } catch (const char* text) {
    return text_behind(text);
  } catch (const std::string& text) {
    return text;
  } catch (const error_origin& origin) {
    return "an exception of type " + origin.type_name();
  } catch (...) {
    return "an exception of type " + name_of_type();
  }
}

std::string explained(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const remote_error& e) {
    return e.explain();
  } catch (const error_origin& origin) {
    return sentence(origin.place(), origin.type_name(), text_of_exception());
  } catch (...) {
    return text_of_exception();
  }
}

}  // namespace mentat
