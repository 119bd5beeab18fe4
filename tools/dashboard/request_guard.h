// Whether a request may be answered. A page of another origin, which the user's browser shows, can
// send requests here; a name that an attacker's server resolves to this machine (DNS rebinding)
// makes them look like those of a page of ours. So the name, the origin and the cookie are checked.
//
// Invariant: only a client with the cookie gets answers about a program, and only a client with the
// token gets the cookie. The metrics are also for a client with their own token, which opens
// nothing else. Requests change nothing. Immutable; its functions are pure.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mentat::dashboard {

struct request_head {
  std::string method, target;
  std::vector<std::pair<std::string, std::string>> fields;  // names in lower case
  bool has_body = false;

  /// The value of the field, if there is exactly one.
  [[nodiscard]] const std::string* only(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const;
};

struct verdict {
  enum class what { refused, page, sign_in, question } kind = what::refused;
  unsigned status = 0;   // of a refusal
  std::string_view why;  // of a refusal
};

class request_guard {
 public:
  /// `metrics_token`: a token with which a scraper gets the metrics, and nothing else; or empty.
  request_guard(unsigned short port, std::string token, std::string cookie,
                std::string metrics_token = {})
      : port_(std::to_string(port)),
        token_(std::move(token)),
        cookie_(std::move(cookie)),
        metrics_token_(std::move(metrics_token)) {}

  [[nodiscard]] verdict judge(const request_head& request) const;
  /// The text that sets the cookie. Its name has the port: cookies of a host are of all its ports.
  [[nodiscard]] std::string cookie_to_set() const;

  static constexpr std::string_view sign_in_path = "/api/v1/sign-in";
  static constexpr std::string_view metrics_path = "/metrics";

 private:
  [[nodiscard]] bool is_own_name(std::string_view host) const;
  [[nodiscard]] bool is_from_elsewhere(const request_head& request) const;
  [[nodiscard]] bool has_cookie(const request_head& request) const;
  [[nodiscard]] bool has_metrics_token(const request_head& request) const;
  [[nodiscard]] std::string cookie_name() const { return "mentat-" + port_; }

  const std::string port_, token_, cookie_, metrics_token_;
};

}  // namespace mentat::dashboard
