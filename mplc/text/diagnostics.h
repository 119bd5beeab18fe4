// The messages of mplc, printed as Clang prints its own diagnostics, in the coordinates of the
// user's file:
//   stack.mpl.cc:12:9: error: pointer parameter 'x' cannot be sent to another object [E0301]
// Thread-safety: none. See docs/diagnostics.md for the list of numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mentat::mplc {

enum class severity { error, warning, remark, note };

struct position {
  std::string file;       // as the user named it
  unsigned line = 0;      // from 1; 0 = no place is known
  unsigned column = 0;    // from 1, in bytes
  std::string line_text;  // the whole line, without its newline; empty: too long to show
};

class diagnostics {
 public:
  struct options {
    bool remarks = false;  // -Rmentat
    bool elision = false;  // -Welision
    bool warnings_are_errors = false;
  };
  explicit diagnostics(options chosen) : options_(chosen) {}

  // Keeps a report to be printed later. `code` is "E0301", "W0403", "R0401" (its letter gives the
  // severity), or "" for Clang's own errors and for notes. Elision warnings (W0506, W0701, W0702)
  // print only with -Welision, remarks only with -Rmentat.
  void report(severity level, std::string_view code, const position& where, std::string_view text);
  [[nodiscard]] unsigned errors() const { return errors_; }
  [[nodiscard]] bool failed() const { return errors_ != 0; }
  // Prints the reports since the last call: each once, by line, with its notes.
  void print();

 private:
  struct report_and_notes {
    position where;
    std::string key, message;  // equal reports have the same key
  };

  options options_;
  unsigned errors_ = 0;
  bool print_notes_ = true;  // a note is printed if the report before it is
  std::vector<report_and_notes> reports_;
};

}  // namespace mentat::mplc
