#include "tools/dashboard/http_server.h"

#include <unistd.h>

#include <utility>  // Asio 1.74 needs it, and does not include it

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <cstdio>
#include <optional>

#include "tools/dashboard/peer.h"
#include "tools/dashboard/refusals.h"
#include "tools/dashboard/request_reader.h"

namespace mentat::dashboard {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using namespace std::chrono_literals;

// Of connections that were not accepted yet: those that are refused leave it quickly.
constexpr int longest_queue = 512;
constexpr auto longest_wait_for_head = 5s, longest_write = 10s, between_looks = 1s;

constexpr const char* content_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

// What connections share: they live no longer than serve().
struct service {
  const request_guard& guard;
  const http_server::handlers& by;
  asio::io_context& loop;
  asio::thread_pool& asker;
  refusals refused;
  int connections = 0;

  void refuse(std::string_view why) {
    refused.count(why);
    say_refusals();
  }
  void say_refusals() {
    const std::string lines = refused.take(refusals::clock::now());
    std::fwrite(lines.data(), 1, lines.size(), stderr);
  }
};

class connection : public std::enable_shared_from_this<connection> {
 public:
  connection(tcp::socket socket, service& of) : stream_(std::move(socket)), of_(of) {
    ++of_.connections;
  }
  connection(const connection&) = delete;
  connection& operator=(const connection&) = delete;
  ~connection() { --of_.connections; }

  void read() {
    parser_.emplace();
    parser_->header_limit(longest_head);
    stream_.expires_after(longest_wait_for_head);
    http::async_read_header(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](error_code error, std::size_t) { self->judge(error); });
  }

 private:
  void judge(error_code error) {
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
      return refuse(431, "the head of a request is too long");
    if (error == beast::error::timeout) return of_.refuse("the head of a request did not come");
    if (error == http::error::end_of_stream) return close();
    if (error.category() == http::make_error_code(http::error::bad_method).category())
      return refuse(400, "that is no request");
    if (error) return;
    const request_head head = head_of(*parser_);
    is_head_ = head.method == "HEAD";
    is_kept_ = parser_->get().keep_alive();
    const verdict found = of_.guard.judge(head);
    if (found.kind == verdict::what::refused) return refuse(found.status, found.why);
    const auto asked = parse_target(head.target);
    if (!asked) return refuse(400, "the target of a request is no path");
    if (found.kind == verdict::what::page) return write(of_.by.page(asked->path));
    if (found.kind == verdict::what::question) return ask(*asked);
    answer signed_in = answer::of("{}");
    signed_in.cookie = of_.guard.cookie_to_set();
    write(std::move(signed_in));
  }

  void ask(const question& asked) {
    stream_.expires_never();
    asio::post(of_.asker, [self = shared_from_this(), asked]() mutable {
      answer found = self->of_.by.ask(asked);
      if (found.body->size() > largest_answer)
        found = refusal(500, "the answer would be larger than 4 MiB: ask for less");
      asio::post(self->of_.loop,
                 [self, found = std::move(found)]() mutable { self->write(std::move(found)); });
    });
  }

  void refuse(unsigned status, std::string_view why) {
    of_.refuse(why);
    is_kept_ = false;
    write(refusal(status, why));
  }

  template <class Message>
  void set_fields(Message& message) {
    message.keep_alive(is_kept_);
    message.set(http::field::content_type, std::string(answer_.type));
    message.set(http::field::cache_control, "no-store");
    message.set("Content-Security-Policy", content_policy);
    message.set("X-Content-Type-Options", "nosniff");
    message.set("X-Frame-Options", "DENY");
    message.set("Referrer-Policy", "no-referrer");
    message.set("Cross-Origin-Opener-Policy", "same-origin");
    message.set("Cross-Origin-Resource-Policy", "same-origin");
    if (answer_.status == 405) message.set(http::field::allow, "GET, HEAD");
    if (!answer_.cookie.empty()) message.set(http::field::set_cookie, answer_.cookie);
    message.content_length(answer_.body->size());
  }

  auto written() {
    return [self = shared_from_this()](error_code error, std::size_t) {
      if (!error && self->is_kept_) return self->read();
      self->close();
    };
  }
  void write(answer made) {
    answer_ = std::move(made);
    stream_.expires_after(longest_write);
    const auto status = static_cast<http::status>(answer_.status);
    if (is_head_) {
      without_body_.emplace(status, 11u);
      set_fields(*without_body_);
      http::async_write(stream_, *without_body_, written());
    } else {
      with_body_.emplace(status, 11u);
      with_body_->body() = {answer_.body->data(), answer_.body->size()};
      set_fields(*with_body_);
      http::async_write(stream_, *with_body_, written());
    }
  }
  void close() {
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.close();
  }

  beast::tcp_stream stream_;
  service& of_;
  beast::flat_buffer buffer_{longest_head};
  std::optional<head_parser> parser_;
  bool is_head_ = false, is_kept_ = false;
  answer answer_;
  std::optional<http::response<http::span_body<const char>>> with_body_;
  std::optional<http::response<http::empty_body>> without_body_;
};

class acceptor {
 public:
  acceptor(tcp::acceptor& from, const peer_lookup& peers, service& of)
      : from_(from), peers_(peers), of_(of), pause_(of.loop) {}

  void accept() {
    from_.async_accept([this](error_code error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (error) return wait();
      take(std::move(socket));
      accept();
    });
  }

 private:
  // No file is left, for example.
  void wait() {
    pause_.expires_after(100ms);
    pause_.async_wait([this](error_code error) {
      if (!error) accept();
    });
  }
  void take(tcp::socket socket) {
    if (of_.connections >= http_server::most_connections)
      return of_.refuse("there are too many connections");
    error_code error;
    const auto peer = socket.remote_endpoint(error);
    if (error) return;
    const auto owner = peers_.owner(peer.port(), from_.local_endpoint().port());
    if (!owner) return of_.refuse("nobody knows who has connected");
    if (*owner != 0 && *owner != geteuid()) return of_.refuse("another user has connected");
    std::make_shared<connection>(std::move(socket), of_)->read();
  }

  tcp::acceptor& from_;
  const peer_lookup& peers_;
  service& of_;
  asio::steady_timer pause_;
};

// Looks each second whether it is over, and says what was refused meanwhile.
class watch {
 public:
  explicit watch(service& of) : of_(of), timer_(of.loop) {}

  void wait() {
    timer_.expires_after(between_looks);
    timer_.async_wait([this](error_code error) {
      if (error) return;
      of_.say_refusals();
      asio::post(of_.asker, [this] {
        const bool is_over = of_.by.is_over();
        asio::post(of_.loop, [this, is_over] { is_over ? of_.loop.stop() : wait(); });
      });
    });
  }

 private:
  service& of_;
  asio::steady_timer timer_;
};

}  // namespace

struct http_server::parts {
  asio::io_context loop{1};
  asio::signal_set signals{loop, SIGINT, SIGTERM, SIGHUP};  // caught before anybody is told of it
  tcp::acceptor door{loop};
  peer_lookup peers;  // opened with the door, before powers are given up
};

http_server::http_server(std::unique_ptr<parts> made) : parts_(std::move(made)) {}
http_server::http_server(http_server&&) noexcept = default;
http_server::~http_server() = default;

tl::expected<http_server, std::string> http_server::listen(unsigned short port) {
  auto made = std::make_unique<parts>();
  error_code error;
  made->door.open(tcp::v4(), error);
  if (!error) made->door.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) made->door.bind({asio::ip::address_v4::loopback(), port}, error);
  if (!error) made->door.listen(longest_queue, error);
  if (error)
    return tl::unexpected("port " + std::to_string(port) + " of 127.0.0.1: " + error.message());
  return http_server(std::move(made));
}

unsigned short http_server::port() const { return parts_->door.local_endpoint().port(); }

void http_server::serve(const request_guard& guard, const handlers& by) {
  std::optional<asio::thread_pool> asker(1);
  service all{guard, by, parts_->loop, *asker, {}, 0};
  {
    parts_->signals.async_wait([&](error_code error, int) {
      if (!error) parts_->loop.stop();
    });
    acceptor door(parts_->door, parts_->peers, all);
    door.accept();
    watch over(all);
    over.wait();
    parts_->loop.run();
    asker->stop();
    asker->join();
  }
  all.say_refusals();
  // Connections refer to `all`, and to the loop: both outlive them.
  asker.reset();
  parts_ = std::make_unique<parts>();
}

}  // namespace mentat::dashboard
