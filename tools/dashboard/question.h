// What a page asks: a path and its parameters, from the target of a request. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace mentat::dashboard {

struct question {
  std::string path;  // "/api/v1/why"
  std::map<std::string, std::string> parameters;

  /// The value, or nothing.
  [[nodiscard]] std::string get(const std::string& name) const;
  /// The number; `otherwise` if there is none, or if it is none from `least` to `most`.
  [[nodiscard]] std::int64_t number(const std::string& name, std::int64_t least, std::int64_t most,
                                    std::int64_t otherwise) const;
};

/// Nothing: the target is not a path of printable characters, or has a wrong escape. The path is
/// taken as it is: escapes in it are not resolved, so there is one text for each path.
[[nodiscard]] std::optional<question> parse_target(std::string_view target);

}  // namespace mentat::dashboard
