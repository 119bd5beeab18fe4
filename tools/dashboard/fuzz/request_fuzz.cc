// Any bytes before which stands a request of a browser: no question is answered without the cookie,
// for another host, for a page of another origin, or by another method. The bytes are read in two
// pieces, as a connection may bring them.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tools/dashboard/question.h"
#include "tools/dashboard/request_reader.h"

#include <boost/asio/buffer.hpp>

using namespace mentat::dashboard;

namespace {

const std::string token(32, 't'), cookie(32, 'k');
const request_guard guard(7480, token, cookie);

void require(bool condition) {
  if (!condition) std::abort();
}

// The first byte chooses which parts of a valid request surround the input, so that the fuzzer
// reaches all checks.
std::string text_of(std::string_view given) {
  if (given.empty()) return {};
  const unsigned chosen = static_cast<unsigned char>(given[0]);
  const std::string rest(given.substr(1));
  if (chosen & 1) return rest;
  std::string text = chosen & 2 ? "GET /api/v1/" : "GET /";
  if (chosen & 4) text += "overview";
  text += chosen & 8 ? rest + " HTTP/1.1\r\n" : " HTTP/1.1\r\n";
  if (chosen & 16) text += "Host: 127.0.0.1:7480\r\n";
  if (chosen & 32) text += "Cookie: mentat-7480=" + cookie + "\r\n";
  if (chosen & 64) text += "X-Mentat-Token: " + token + "\r\n";
  return text + (chosen & 8 ? "" : rest) + "\r\n\r\n";
}

void judge(const request_head& head) {
  const verdict found = guard.judge(head);
  if (found.kind == verdict::what::refused) {
    require(found.status >= 400 && found.status < 500 && !found.why.empty());
    return;
  }
  const std::string* const host = head.only("host");
  require(host &&
          (*host == "127.0.0.1:7480" || *host == "localhost:7480" || *host == "[::1]:7480"));
  require(head.method == "GET" || head.method == "HEAD");
  require(!head.has_body);
  if (const std::string* const origin = head.only("origin")) require(*origin == "http://" + *host);
  if (const std::string* const site = head.only("sec-fetch-site"))
    require(*site == "none" || *site == "same-origin");
  if (found.kind == verdict::what::page) require(!head.target.starts_with("/api/"));
  if (found.kind == verdict::what::sign_in) require(*head.only("x-mentat-token") == token);
  if (found.kind != verdict::what::question) return;
  bool has_cookie = false;
  for (const auto& [name, value] : head.fields)
    has_cookie |= name == "cookie" && value.find("mentat-7480=" + cookie) != std::string::npos;
  require(has_cookie);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = text_of({reinterpret_cast<const char*>(data), size});
  head_parser parser;
  parser.header_limit(longest_head);
  boost::system::error_code error;
  const std::size_t half = text.size() / 2;
  std::size_t used = parser.put(boost::asio::buffer(text.data(), half), error);
  if (error == boost::beast::http::error::need_more) error = {};
  if (!error && !parser.is_header_done())
    used += parser.put(boost::asio::buffer(text.data() + used, text.size() - used), error);
  require(used <= text.size());
  if (error || !parser.is_header_done()) return 0;
  const request_head head = head_of(parser);
  judge(head);
  if (const auto asked = parse_target(head.target)) require(asked->path.starts_with("/"));
  return 0;
}
