#include "tools/dashboard/request_guard.h"

#include <algorithm>

#include "tools/dashboard/secret.h"

namespace mentat::dashboard {
namespace {

verdict refuse(unsigned status, std::string_view why) {
  return {verdict::what::refused, status, why};
}

std::string_view path_of(std::string_view target) { return target.substr(0, target.find('?')); }

}  // namespace

const std::string* request_head::only(std::string_view name) const {
  const std::string* found = nullptr;
  for (const auto& [field, value] : fields) {
    if (field != name) continue;
    if (found) return nullptr;
    found = &value;
  }
  return found;
}

bool request_head::has(std::string_view name) const {
  return std::ranges::any_of(fields, [name](const auto& one) { return one.first == name; });
}

bool request_guard::is_own_name(std::string_view host) const {
  for (const std::string_view name : {"127.0.0.1:", "localhost:", "[::1]:"})
    if (host.starts_with(name) && host.substr(name.size()) == port_) return true;
  return false;
}

bool request_guard::is_from_elsewhere(const request_head& request) const {
  if (request.has("origin")) {
    const std::string* const origin = request.only("origin");
    const std::string* const host = request.only("host");
    if (!origin || !host || *origin != "http://" + *host) return true;
  }
  if (request.has("sec-fetch-site")) {
    const std::string* const site = request.only("sec-fetch-site");
    if (!site || (*site != "none" && *site != "same-origin")) return true;
  }
  return false;
}

bool request_guard::has_cookie(const request_head& request) const {
  const std::string wanted = cookie_name() + "=";
  for (const auto& [field, value] : request.fields) {
    if (field != "cookie") continue;
    for (std::string_view left = value; !left.empty();) {
      const std::size_t end = std::min(left.find(';'), left.size());
      std::string_view one = left.substr(0, end);
      left.remove_prefix(std::min(end + 1, left.size()));
      one.remove_prefix(std::min(one.find_first_not_of(' '), one.size()));
      if (one.starts_with(wanted) && are_equal_secrets(one.substr(wanted.size()), cookie_))
        return true;
    }
  }
  return false;
}

bool request_guard::has_metrics_token(const request_head& request) const {
  constexpr std::string_view scheme = "Bearer ";
  const std::string* const given = request.only("authorization");
  return !metrics_token_.empty() && given && given->starts_with(scheme) &&
         are_equal_secrets(std::string_view(*given).substr(scheme.size()), metrics_token_);
}

std::string request_guard::cookie_to_set() const {
  return cookie_name() + "=" + cookie_ + "; HttpOnly; SameSite=Strict; Path=/";
}

verdict request_guard::judge(const request_head& request) const {
  const std::string* const host = request.only("host");
  if (!host || !is_own_name(*host)) return refuse(421, "the request is for another host");
  if (request.method != "GET" && request.method != "HEAD")
    return refuse(405, "only GET and HEAD are answered");
  if (request.has_body) return refuse(400, "a request has no body here");
  if (is_from_elsewhere(request))
    return refuse(403, "the request is from a page of another origin");
  const std::string_view path = path_of(request.target);
  if (path == sign_in_path) {
    const std::string* const token = request.only("x-mentat-token");
    if (token && are_equal_secrets(*token, token_)) return {verdict::what::sign_in, 0, {}};
    return refuse(401, "that is not the token of this dashboard");
  }
  if (path == metrics_path) {
    if (has_cookie(request) || has_metrics_token(request)) return {verdict::what::question, 0, {}};
    return refuse(401, "that is not the token of `mentat dashboard --metrics`");
  }
  if (!path.starts_with("/api/")) return {verdict::what::page, 0, {}};
  if (has_cookie(request)) return {verdict::what::question, 0, {}};
  return refuse(401, "open the address that `mentat dashboard` has printed");
}

}  // namespace mentat::dashboard
