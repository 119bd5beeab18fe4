// The form of an invitation: mentat://10.0.0.1:7411/<public key of the founder>/<secret key of
// the guest>, keys in hexadecimal. Pure; thread-safe.
#pragma once

#include <optional>
#include <string>

namespace mentat::host {

struct invite_line {
  std::string address;       // tcp://10.0.0.1:7411
  std::string founder_key;   // Z85
  std::string guest_secret;  // Z85

  [[nodiscard]] std::string text() const;
  [[nodiscard]] static std::optional<invite_line> parse(const std::string& text);
};

}  // namespace mentat::host
