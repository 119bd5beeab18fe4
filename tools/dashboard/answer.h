// What the dashboard answers. A value.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace mentat::dashboard {

/// No answer is larger.
inline constexpr std::size_t largest_answer = std::size_t{4} << 20;

struct answer {
  unsigned status = 200;
  std::string_view type = "application/json";
  std::shared_ptr<const std::string> body;
  std::string cookie;  // to set, or empty

  static answer of(std::string json) {
    return {200, "application/json", std::make_shared<const std::string>(std::move(json)), {}};
  }
};

/// {"error": "..."}
answer refusal(unsigned status, std::string_view why);

}  // namespace mentat::dashboard
