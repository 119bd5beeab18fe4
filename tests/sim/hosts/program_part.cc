#include "tests/sim/hosts/program_part.h"

#include "tests/sim/hosts/hosts_world.h"
#include "tests/sim/hosts/simulated_host.h"

namespace mentat::sim {

using host::program_packet;
using host::program_packet_kind;

std::string program_part::name() const {
  return of_.name + (drives_ ? " (driver)" : "") + " on machine " + std::to_string(machine_);
}

std::uint32_t program_part::heard_of(const host_incarnation& other) const {
  const auto found = heard_.find(other);
  return found == heard_.end() ? 0 : found->second;
}

void program_part::hear(const program_packet& packet) {
  const host_incarnation other{packet.host, packet.incarnation};
  switch (packet.kind) {
    case program_packet_kind::begun:
      if (begun_) world_.fail(name() + " begins twice");
      begun_ = true;
      self_ = other;
      expected_ = packet.hosts;
      if (of_.number != 0 && of_.number != packet.cluster)
        world_.fail(name() + " has another number than the driver");
      of_.number = packet.cluster;
      if (drives_) ++world_.result.programs_begun;
      return;
    case program_packet_kind::takes_part:
      if (!begun_ || members_.size() >= expected_ || !members_.insert(other).second)
        world_.fail(name() + " hears of more hosts than take part");
      return;
    case program_packet_kind::news:
      return hear_news(packet.news);
    case program_packet_kind::host_down:
      if (!members_.contains(other)) world_.fail(name() + " loses a host that takes no part");
      if (!lost_.insert(other).second) world_.fail(name() + " loses a host twice");
      return;
    case program_packet_kind::refused:
      if (!drives_) world_.fail(name() + " is refused, and is no driver");
      refused_ = true;
      return;
    default:
      return;
  }
}

void program_part::hear_news(const node::notice& news) {
  const host_incarnation other{news.process.host, news.process.incarnation};
  if (news.kind == node::notice_kind::drains) return hear_drain(other);
  if (!members_.contains(other) || other == self_)
    return world_.fail(name() + " hears news of a host that takes no part");
  if (lost_.contains(other)) world_.fail(name() + " hears news of a host that it has lost");
  if (news.process.slot != ++heard_[other])
    world_.fail(name() + " hears news " + std::to_string(news.process.slot) + " of host " +
                std::to_string(other.first) + " where " + std::to_string(heard_[other]) +
                " is next");
  ++world_.result.news;
}

void program_part::hear_drain(const host_incarnation& other) {
  if (!members_.contains(other)) world_.fail(name() + " hears that a stranger is drained");
  if (lost_.contains(other)) world_.fail(name() + " hears that a host is drained that it has lost");
  if (!drained_.insert(other).second) world_.fail(name() + " hears of a drain twice");
  if (other != self_ || drives_) return;
  if (auto* const daemon = world_.host(machine_).daemon(); daemon && !world_.one_in(4))
    daemon->end_soon(*this);
}

program_packet program_part::next_news() {
  program_packet packet;
  packet.kind = program_packet_kind::news;
  packet.news.kind = world_.one_in(2) ? node::notice_kind::up : node::notice_kind::down;
  packet.news.role = node::role::worker;
  packet.news.process = {self_.first, self_.second, ++told_, 1};
  return packet;
}

}  // namespace mentat::sim
