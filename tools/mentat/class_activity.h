#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "daemons/host/wire/session_rows.h"

namespace mentat::command {

/// What the classes of running programs do: sums over the processes of each program. Pure.
struct class_activity {
  std::string program, name;
  unsigned long long calls = 0, objects = 0;
  unsigned long long expected = 0;              // calls that mentat::expect() was told of; 0: none
  unsigned long long running = 0, waiting = 0;  // calls now, as far as processes report them
  double per_second = 0;                        // executed calls since the earlier look
};

/// From the rows of `mentat list classes`, `objects` and `calls`, in the order of names; the most
/// active classes of a program first. Calls of objects are counted where the object is, calls of
/// regular classes between processes.
std::vector<class_activity> activity_of(const std::vector<host::session_row>& classes,
                                        const std::vector<host::session_row>& objects,
                                        const std::vector<host::session_row>& calls);

/// Sets the rates: from an earlier look, `seconds` ago.
void set_rates(std::vector<class_activity>& now, const std::vector<class_activity>& before,
               double seconds);

/// A table of at most so many lines and columns; further classes are counted in its last line.
std::vector<std::string> table_of(const std::vector<class_activity>& all, std::size_t lines,
                                  std::size_t columns);

/// "1,834".
std::string with_commas(unsigned long long number);

/// A name of at most that width: names differ at their ends as often as at their beginnings, so the
/// middle is left out.
std::string shortened(const std::string& name, std::size_t width);

/// "1,834 calls, 412/s, 6 run, 770 wait", of all classes.
std::string summary_of(const std::vector<class_activity>& all);

}  // namespace mentat::command
