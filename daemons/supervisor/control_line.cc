#include "daemons/supervisor/control_line.h"

#include <poll.h>

#include <cerrno>
#include <span>

namespace mentat::supervisor {

using node::notice;

bool control_line::send(const notice& news) {
  errno = 0;
  return socket_.send_now(std::as_bytes(std::span(&news, 1))) ||
         (errno != EAGAIN && errno != EWOULDBLOCK && errno != ENOBUFS);
}

void control_line::tell(const notice& news) {
  if (!socket_.open() || overrun_ || (waiting_.empty() && send(news))) return;
  if (waiting_.size() < max_waiting) return waiting_.push_back(news);
  overrun_ = true;
  waiting_.clear();
}

void control_line::go_on() {
  while (!waiting_.empty() && send(waiting_.front())) waiting_.pop_front();
}

void control_line::finish(std::chrono::milliseconds longest) {
  const auto end = std::chrono::steady_clock::now() + longest;
  while (!waiting_.empty() && std::chrono::steady_clock::now() < end) {
    pollfd takes_more{socket_.descriptor(), POLLOUT, 0};
    poll(&takes_more, 1, 10);
    go_on();
  }
}

void control_line::ask(const notice& question) {
  if (socket_.open() && waiting_.empty()) (void)send(question);
}

short control_line::wanted() const {
  return static_cast<short>(waiting_.empty() ? POLLIN : POLLIN | POLLOUT);
}

}  // namespace mentat::supervisor
