#include "tools/mentat/terminal.h"

#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace mentat::command {

manner& chosen_manner() {
  static manner one;
  return one;
}

bool colors_errors() {
  switch (chosen_manner().color) {
    case manner::coloring::always:
      return true;
    case manner::coloring::never:
      return false;
    case manner::coloring::automatic:
      break;
  }
  const char* refused = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) && !(refused && *refused) && terminal && *terminal &&
         std::string_view(terminal) != "dumb";
}

std::string marked(std::string_view word) {
  if (!colors_errors()) return std::string(word);
  const char* color = word.starts_with("error") ? "\033[1;31m" : "\033[1;35m";
  return color + std::string(word) + "\033[0m";
}

void tell(const char* format, ...) {
  if (chosen_manner().quiet) return;
  va_list arguments;
  va_start(arguments, format);
  std::vprintf(format, arguments);
  va_end(arguments);
}

}  // namespace mentat::command
