// The keys of a session that are made before its founder starts, for an engine that starts all
// hosts at once: mentat-founder://<secret key of the founder>/<public key that the guests show>,
// keys in hexadecimal. The founder reads this line, the guests the invitation that belongs to it
// (invite_line.h). Pure; thread-safe.
#pragma once

#include <optional>
#include <string>

namespace mentat::host {

struct founder_line {
  std::string secret;
  std::string guests;

  [[nodiscard]] std::string text() const;
  [[nodiscard]] static std::optional<founder_line> parse(const std::string& text);
};

}  // namespace mentat::host
