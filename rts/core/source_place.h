// A place in the user's text where a call is made, or where a value is needed: one pointer to a
// record that the compiler makes. Functions take one as their last, defaulted parameter; translated
// text has #line, so it names the user's own file and line. The default value means no place. A
// pure value; it costs only the passing of a pointer.
#pragma once

#include <source_location>
#include <string>

namespace mentat {

using source_place = std::source_location;
static_assert(sizeof(source_place) == sizeof(void*), "calls and waits keep one each");

// "bank.mpl.cc:17"; empty if it is not known.
inline std::string text_of(const source_place& place) {
  if (place.line() == 0) return "";
  return std::string(place.file_name()) + ":" + std::to_string(place.line());
}

}  // namespace mentat
