#include "daemons/host/programs/connections.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace mentat::host {

using mmps::shm::unix_socket;

void connections::listen_at(const std::string& path) {
  door_ = unix_socket::listen_at(path);
  chmod(path.c_str(), 0700);  // Clients refuse a socket that other users can use.
  fcntl(door_.descriptor(), F_SETFL, fcntl(door_.descriptor(), F_GETFL) | O_NONBLOCK);
}

int connections::add(unix_socket socket) {
  open_.emplace(++last_, std::move(socket));
  return last_;
}

void connections::accept() {
  while (auto fresh = door_.accept()) {
    if (open_.size() >= max_open)
      log_.write("fixed.connections: " + std::to_string(max_open) +
                 " are open; one more was refused");
    else
      add(std::move(*fresh));
  }
}

bool connections::tell(int connection, const program_packet& packet) {
  const auto found = open_.find(connection);
  return found == open_.end() || found->second.closing() || found->second.tell(packet);
}

void connections::close(int connection) {
  if (const auto found = open_.find(connection); found != open_.end())
    found->second.close_after_queue();
}

void connections::refuse(int connection, const std::string& why) {
  program_packet packet;
  packet.kind = program_packet_kind::refused;
  std::strncpy(packet.text.data(), why.c_str(), packet.text.size() - 1);
  tell(connection, packet);
  close(connection);
}

void connections::answer(int connection, const std::vector<session_row>& rows) {
  const std::string text = rows_as_text(rows);
  for (std::size_t at = 0; at <= text.size();) {
    program_packet packet;
    const std::string part = text.substr(at, packet.text.size() - 1);
    at += packet.text.size() - 1;
    packet.kind = at <= text.size() ? program_packet_kind::answer : program_packet_kind::answered;
    std::ranges::copy(part, packet.text.begin());
    tell(connection, packet);
  }
}

std::optional<program_packet> connections::receive(int connection, std::vector<descriptor>& given) {
  return open_.at(connection).receive(given);
}

int connections::peer_process(int connection) const { return open_.at(connection).peer_process(); }

void connections::poll_items(std::vector<zmq_pollitem_t>& items) {
  items.push_back({nullptr, door_.descriptor(), ZMQ_POLLIN, 0});
  polled_.clear();
  for (const auto& [number, one] : open_) {
    polled_.push_back(number);
    items.push_back({nullptr, one.descriptor_number(),
                     static_cast<short>(one.closing()      ? ZMQ_POLLOUT
                                        : one.has_queued() ? ZMQ_POLLIN | ZMQ_POLLOUT
                                                           : ZMQ_POLLIN),
                     0});
  }
}

void connections::serve(std::span<const zmq_pollitem_t> items,
                        const std::function<void(int)>& hear) {
  for (std::size_t i = 0; i < polled_.size(); ++i) {
    const auto found = open_.find(polled_[i]);
    if (found == open_.end()) continue;
    const short came = items[i + 1].revents;
    if (came & ZMQ_POLLOUT) found->second.flush();
    if (came & ~ZMQ_POLLOUT && !found->second.closing()) hear(polled_[i]);
  }
  if (items[0].revents != 0) accept();
}

void connections::sweep() {
  std::erase_if(open_,
                [](const auto& one) { return one.second.closing() && !one.second.has_queued(); });
}

bool connections::all_told() const {
  return std::ranges::none_of(open_, [](const auto& one) { return one.second.has_queued(); });
}

}  // namespace mentat::host
