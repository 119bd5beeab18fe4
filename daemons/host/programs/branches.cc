#include "daemons/host/programs/branches.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstddef>
#include <span>

namespace mentat::host {

using mmps::shm::unix_socket;

std::optional<unix_socket> branches::start(std::uint32_t program, const std::string& name,
                                           const executable& what) {
  auto [ours, theirs] = unix_socket::pair();
  int both[2];
  if (pipe2(both, O_CLOEXEC) != 0) return std::nullopt;
  const descriptor writes(both[1]);
  outputs_.insert_or_assign(
      program, branch_output(descriptor(both[0]),
                             "program " + std::to_string(program) + " (" + name + ") prints: "));
  starter_packet packet;
  packet.kind = starter_packet_kind::start;
  packet.branch = program;
  const int given[] = {what.content.get(), theirs.descriptor(), writes.get()};
  if (!supervisor_.send(std::as_bytes(std::span(&packet, 1)), given)) return std::nullopt;
  return std::move(ours);
}

void branches::end(std::uint32_t program) {
  starter_packet packet;
  packet.kind = starter_packet_kind::end;
  packet.branch = program;
  supervisor_.send(std::as_bytes(std::span(&packet, 1)));
}

std::optional<starter_packet> branches::hear() {
  starter_packet packet;
  std::vector<int> none;
  const auto size = supervisor_.receive(std::as_writable_bytes(std::span(&packet, 1)), none);
  if (size != sizeof packet) return std::nullopt;
  packet.text.back() = 0;
  if (packet.kind == starter_packet_kind::refused || packet.kind == starter_packet_kind::ended) {
    hear_outputs();
    outputs_.erase(packet.branch);
  }
  return packet;
}

void branches::poll_items(std::vector<zmq_pollitem_t>& items) const {
  items.push_back({nullptr, supervisor_.descriptor(), ZMQ_POLLIN, 0});
  for (const auto& [program, one] : outputs_)
    items.push_back({nullptr, one.descriptor_number(), ZMQ_POLLIN, 0});
}

void branches::hear_outputs() {
  for (auto& [program, output] : outputs_)
    for (const std::string& line : output.read_lines()) log_.write(line);
}

}  // namespace mentat::host
