// The server of the dashboard: HTTP/1.1 on 127.0.0.1, and nowhere else.
//
// The server asks the kernel which user owns a connection before it reads a byte of it. A
// request_guard then judges each request. Bounds: the number of connections, the size of a head and
// of an answer, and the time for each.
//
// The thread that calls serve() handles connections and pages. One other thread answers questions
// about programs, one after the other.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <tl/expected.hpp>

#include "tools/dashboard/answer.h"
#include "tools/dashboard/question.h"
#include "tools/dashboard/request_guard.h"

namespace mentat::dashboard {

class http_server {
 public:
  static constexpr int most_connections = 64;

  struct handlers {
    std::function<answer(const std::string& path)> page;  // quick
    std::function<answer(const question&)> ask;           // on the other thread
    std::function<bool()> is_over;                        // there, each second: then serve() ends
  };

  /// Port 0: any.
  static tl::expected<http_server, std::string> listen(unsigned short port);
  http_server(http_server&&) noexcept;
  ~http_server();

  [[nodiscard]] unsigned short port() const;
  /// Until SIGINT, SIGTERM or SIGHUP, or until it is over. Says on standard error what it refuses.
  void serve(const request_guard& guard, const handlers& by);

 private:
  struct parts;
  explicit http_server(std::unique_ptr<parts> made);
  std::unique_ptr<parts> parts_;
};

}  // namespace mentat::dashboard
