#include "rts/core/errors.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <typeinfo>

namespace mentat {
namespace {

std::string demangled(const std::type_info* type) {
  if (!type) return "unknown exception";
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(type->name(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : type->name();
}

std::string function_text(const error_place& place) {
  return place.class_name.empty() ? "the main program"
                                  : place.class_name + "::" + place.function_name;
}

// In a sentence, behind function_text().
std::string called_text(const error_place& place) {
  return place.called_at.empty() ? "" : ", called at " + place.called_at + ",";
}

}  // namespace

std::string remote_error::explain() const {
  std::string text = function_text(place_);
  if (!place_.host.empty()) text += " on host " + place_.host;
  text += " failed with " + type_name_ + ": " + what();
  const bool is_said = text.find(place_.called_at) != std::string::npos;
  return is_said ? text : text + " (called at " + place_.called_at + ")";
}

broken_rtf::broken_rtf(error_place place)
    : remote_error(place, "mentat::broken_rtf",
                   function_text(place) +
                       " ended without rtf: give its result with rtf(value) on every path") {}

object_lost::object_lost(error_place place, const std::string& cause)
    : remote_error(place, "mentat::object_lost",
                   function_text(place) + " cannot be called: " + cause) {}

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
              " is not accepted by the mselect in which its object stands, and in mode serial "
              "nothing else "
              "happens before its value is needed; run the program with MENTAT_MODE=threads") {}

broken_rtf::broken_rtf(error_place place, const std::string& text)
    : remote_error(std::move(place), "mentat::broken_rtf", text) {}
object_lost::object_lost(error_place place, const std::string& text, whole_text)
    : remote_error(std::move(place), "mentat::object_lost", text) {}
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

std::exception_ptr describe_exception(const error_place& place) {
  try {
    throw;
  } catch (const remote_error&) {
    return std::current_exception();
  } catch (const std::exception& e) {
    return std::make_exception_ptr(remote_error(place, demangled(&typeid(e)), e.what()));
  } catch (const char* text) {
    return std::make_exception_ptr(remote_error(place, "const char*", text));
  } catch (const std::string& text) {
    return std::make_exception_ptr(remote_error(place, "std::string", text));
  } catch (...) {
    const std::string type = demangled(abi::__cxa_current_exception_type());
    return std::make_exception_ptr(remote_error(place, type, "an exception of type " + type));
  }
}

}  // namespace mentat
