// The report of `mentat explain` on a file. For each result variable it says where the value is
// produced, where it is first needed, and which calls run in parallel in between. It names the
// calls that block, with the reason. With the profile of a run it adds how long the program waited.
//
// Plain data and text. Thread-safety: pure functions. Errors: the function that reads a profile
// returns an error if it cannot read it.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace mentat::mplc {

struct line_column {
  unsigned line = 0, column = 0;  // from 1
  auto operator<=>(const line_column&) const = default;
};

struct explained_call {
  std::string of_class, function;  // "ns::counter", "add"
  line_column where;
  std::string reason;  // why it blocks; empty: it does not
};

struct explained_variable {
  std::string name, type;
  line_column declared;
  std::string obstacle;  // why it is never delayed; empty: it can be delayed
  line_column obstacle_at;
  std::vector<explained_call> produced;
  std::vector<line_column> handed_on;  // as an argument or result, without waiting
  std::vector<line_column> needed;  // strict uses at which it may be delayed, the first one first
  bool in_front_of_loop = false;    // the first of them stands in a loop and is served before it
  std::vector<line_column> waits;   // where the translated text waits, as a profile knows it
  bool rounds = false;  // produced in a loop that does not need it: its rounds run in parallel
  std::vector<explained_call> between;  // Mentat calls between the first production and that use
};

struct explained_function {
  std::string name;
  line_column where;
  std::vector<explained_variable> variables;
  std::vector<explained_call> blocking;
};

struct explanation {
  std::string file;
  std::vector<explained_function> functions;
};

// How long strict uses waited in a run, as the run-time system writes it (`MENTAT_PROFILE=FILE`).
struct wait_row {
  std::string file;  // empty: a call that blocked; of_class and function tell it
  unsigned line = 0;
  std::string of_class, function;
  unsigned long long times = 0;
  double seconds = 0;
};
using wait_profile = std::vector<wait_row>;

// Returns the remedy for the cause of a blocking call or an ordinary variable. Empty: there is
// none.
[[nodiscard]] std::string_view mend_of(std::string_view reason);

[[nodiscard]] tl::expected<wait_profile, std::string> read_profile(const std::string& path);

// With a profile, the longest waits come first.
[[nodiscard]] std::string explain_as_text(const explanation&, const wait_profile* profile);
[[nodiscard]] std::string explain_as_json(const explanation&, const wait_profile* profile);

}  // namespace mentat::mplc
