// Queries of the command `mentat` to the daemon of a host, and the answers: rows of named values as
// text, a line each, values between tabs. A query is one line: `status`, `stop`, `stop all`, or one
// of session_question.h. Rows: session (of `status`, one), host, program, open (invitations);
// invitation (of `invite`); door (of `admit`); unreached (of `stop all`: hosts that may still run).
// Pure; thread-safe. Errors: a text that is not a row is left out.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace mentat::host {

struct session_row {
  std::string kind;
  std::vector<std::pair<std::string, std::string>> values;

  session_row& add(const std::string& name, const std::string& value) {
    values.emplace_back(name, value);
    return *this;
  }
  [[nodiscard]] std::string get(const std::string& name) const;  // empty: it has none
};

[[nodiscard]] std::string rows_as_text(const std::vector<session_row>& rows);
[[nodiscard]] std::vector<session_row> rows_from_text(const std::string& text);

}  // namespace mentat::host
