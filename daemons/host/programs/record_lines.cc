#include "daemons/host/programs/record_lines.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace mentat::host {

bool record_lines::add_sink(std::uint32_t program, descriptor socket) {
  if (!mmps::trust::is_socket(socket.get()) || sinks_.contains(program)) return false;
  sinks_[program].socket = mmps::shm::unix_socket(socket.release());
  return true;
}

bool record_lines::add_source(std::uint32_t program, descriptor pipe) {
  struct stat what{};
  if (fstat(pipe.get(), &what) != 0 || !S_ISFIFO(what.st_mode) || sources_.contains(program))
    return false;
  fcntl(pipe.get(), F_SETFL, fcntl(pipe.get(), F_GETFL) | O_NONBLOCK);
  sources_.emplace(program, std::move(pipe));
  return true;
}

bool record_lines::pass(std::uint32_t program, const record_packet& packet,
                        std::span<const std::byte> bytes) {
  const auto found = sinks_.find(program);
  if (found == sinks_.end() || found->second.is_closed) return true;  // its end is told, too
  sink& to = found->second;
  std::vector<std::byte> whole(sizeof packet + bytes.size());
  std::memcpy(whole.data(), &packet, sizeof packet);
  if (!bytes.empty()) std::memcpy(whole.data() + sizeof packet, bytes.data(), bytes.size());
  if (to.socket.send_now(whole)) return true;
  to.is_full = errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS;
  to.is_closed = !to.is_full;
  return to.is_closed;
}

std::optional<std::vector<std::byte>> record_lines::read_source(std::uint32_t program,
                                                                std::size_t most) {
  const auto found = sources_.find(program);
  if (found == sources_.end()) return std::vector<std::byte>();
  std::vector<std::byte> bytes(most);
  const ssize_t count = read(found->second.get(), bytes.data(), most);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return std::nullopt;
  bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return bytes;
}

void record_lines::poll_items(std::vector<zmq_pollitem_t>& items,
                              const std::function<bool(std::uint32_t)>& wants) {
  polled_sinks_.clear();
  polled_sources_.clear();
  for (const auto& [program, one] : sinks_) {
    polled_sinks_.push_back(program);
    items.push_back({nullptr, one.socket.descriptor(),
                     static_cast<short>(one.is_full ? ZMQ_POLLIN | ZMQ_POLLOUT : ZMQ_POLLIN), 0});
  }
  for (const auto& [program, one] : sources_) {
    if (!wants(program)) continue;
    polled_sources_.push_back(program);
    items.push_back({nullptr, one.get(), ZMQ_POLLIN, 0});
  }
}

// The recorder sends nothing: input is the end of its socket.
void record_lines::serve(std::span<const zmq_pollitem_t> items, const listener& tell) {
  std::size_t at = 0;
  for (const std::uint32_t program : polled_sinks_) {
    const short came = items[at++].revents;
    const auto found = sinks_.find(program);
    if (came == 0 || found == sinks_.end()) continue;
    if ((came & ~ZMQ_POLLOUT) != 0) {
      sinks_.erase(found);
      tell.sink_closed(program);
    } else {
      found->second.is_full = false;
      tell.sink_is_free(program);
    }
  }
  for (const std::uint32_t program : polled_sources_)
    if (items[at++].revents != 0 && sources_.contains(program)) tell.source_has_input(program);
}

}  // namespace mentat::host
