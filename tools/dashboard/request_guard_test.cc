#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/dashboard/request_guard.h"

#include <doctest/doctest.h>

namespace mentat::dashboard {
namespace {

const std::string token(32, 'a'), cookie(32, 'c');
const request_guard guard(7480, token, cookie);

request_head request_for(const std::string& target) {
  return {"GET", target, {{"host", "127.0.0.1:7480"}}, false};
}
request_head with(request_head request, const std::string& field, const std::string& value) {
  request.fields.emplace_back(field, value);
  return request;
}
unsigned status_of(const request_head& request) {
  const verdict found = guard.judge(request);
  return found.kind == verdict::what::refused ? found.status : 200;
}

}  // namespace

TEST_CASE("pages are for everybody who may connect, questions for who has the cookie") {
  CHECK(guard.judge(request_for("/")).kind == verdict::what::page);
  CHECK(status_of(request_for("/api/v1/overview")) == 401);
  const auto asked =
      with(request_for("/api/v1/overview?a=b"), "cookie", "x=1; mentat-7480=" + cookie);
  CHECK(guard.judge(asked).kind == verdict::what::question);
  for (const std::string& wrong :
       {"mentat-7480=" + token, "mentat-7481=" + cookie, "mentat-7480=" + cookie + "c",
        "mentat-7480=" + cookie.substr(1), std::string("mentat-7480="), "xmentat-7480=" + cookie})
    CHECK(status_of(with(request_for("/api/v1/overview"), "cookie", wrong)) == 401);
}

TEST_CASE("the token is exchanged for a cookie that scripts and other sites do not get") {
  const auto signs_in = request_for("/api/v1/sign-in");
  CHECK(status_of(signs_in) == 401);
  CHECK(guard.judge(with(signs_in, "x-mentat-token", token)).kind == verdict::what::sign_in);
  CHECK(status_of(with(signs_in, "x-mentat-token", cookie)) == 401);
  CHECK(status_of(with(with(signs_in, "x-mentat-token", token), "x-mentat-token", token)) == 401);
  CHECK(status_of(request_for("/api/v1/sign-in?token=" + token)) == 401);
  CHECK(guard.cookie_to_set() == "mentat-7480=" + cookie + "; HttpOnly; SameSite=Strict; Path=/");
}

TEST_CASE("a name that leads here, but is not ours, is refused (DNS rebinding)") {
  for (const char* const host : {"127.0.0.1:7480", "localhost:7480", "[::1]:7480"})
    CHECK(status_of({"GET", "/", {{"host", host}}, false}) == 200);
  for (const char* const host :
       {"", "127.0.0.1", "127.0.0.1:7481", "evil.example:7480", "127.0.0.1:7480.evil.example",
        "localhost:74800", "127.0.0.1:07480", "LOCALHOST:7480@evil.example"})
    CHECK(status_of({"GET", "/", {{"host", host}}, false}) == 421);
  CHECK(status_of({"GET", "/", {}, false}) == 421);
  CHECK(status_of(with(request_for("/"), "host", "127.0.0.1:7480")) == 421);
}

TEST_CASE("requests of other origins are refused, whatever they ask") {
  for (const char* const site : {"none", "same-origin"})
    CHECK(status_of(with(request_for("/"), "sec-fetch-site", site)) == 200);
  for (const char* const site : {"cross-site", "same-site", "", "None"})
    CHECK(status_of(with(request_for("/"), "sec-fetch-site", site)) == 403);
  CHECK(status_of(with(request_for("/"), "origin", "http://127.0.0.1:7480")) == 200);
  for (const char* const origin : {"null", "", "http://localhost:7480", "http://127.0.0.1:7481",
                                   "https://127.0.0.1:7480", "http://evil.example"})
    CHECK(status_of(with(request_for("/"), "origin", origin)) == 403);
}

TEST_CASE("the token for metrics opens them, and nothing else") {
  const std::string metrics_token(32, 'm');
  const request_guard scraped(7480, token, cookie, metrics_token);
  const auto judged = [&](const std::string& target, const std::string& given) {
    const auto request = with(request_for(target), "authorization", given);
    return scraped.judge(request).kind == verdict::what::question;
  };
  CHECK(judged("/metrics", "Bearer " + metrics_token));
  CHECK(judged("/metrics?x=1", "Bearer " + metrics_token));
  for (const std::string& wrong :
       {"Bearer " + token, "Bearer " + cookie, "Bearer " + metrics_token + "m", metrics_token,
        std::string("Bearer "), std::string(), "Basic " + metrics_token})
    CHECK_FALSE(judged("/metrics", wrong));
  for (const char* const other : {"/api/v1/overview", "/api/v1/why", "/metrics/", "/api/metrics"})
    CHECK_FALSE(judged(other, "Bearer " + metrics_token));
  CHECK(status_of(with(request_for("/metrics"), "authorization", "Bearer ")) == 401);
  CHECK(status_of(with(request_for("/metrics"), "cookie", "mentat-7480=" + cookie)) == 200);
  auto rebound = with(request_for("/metrics"), "authorization", "Bearer " + metrics_token);
  rebound.fields[0].second = "evil.example:7480";
  CHECK(scraped.judge(rebound).status == 421);
}

TEST_CASE("only GET and HEAD are answered, and no request with a body") {
  for (const char* const method :
       {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "", "PROPFIND"}) {
    auto request = request_for("/api/v1/sign-in");
    request.method = method;
    CHECK(status_of(with(request, "x-mentat-token", token)) == 405);
  }
  auto request = request_for("/");
  request.method = "HEAD";
  CHECK(status_of(request) == 200);
  request.has_body = true;
  CHECK(status_of(request) == 400);
}

}  // namespace mentat::dashboard
