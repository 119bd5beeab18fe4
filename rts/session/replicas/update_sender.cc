#include "rts/session/replicas/update_sender.h"

#include "rts/session/replicas/update_message.h"

namespace mentat::node {

std::vector<mmps::mmps_name> update_sender::reachable() {
  std::vector<mmps::mmps_name> all = members_.workers();
  for (const mmps::mmps_name& process : all) endpoint_.page_of(process);  // makes the connection
  return all;
}

std::vector<mmps::mmps_name> update_sender::send(std::span<const mmps::mmps_name> to,
                                                 const replica_update& what) {
  constexpr std::uint64_t lost_of = 4;
  if (bug_ == base::seeded_bug::gaps_ignored && what.kind == update_kind::write &&
      what.number % lost_of == 0)
    return {};
  std::vector<mmps::mmps_name> missed;
  update_message message = encode(what);
  out_.flush();
  for (const mmps::mmps_name& process : to) {
    mmps::message_header header = message.header;
    header.source = self_;
    header.destination = process;
    if (!out_.send_uncounted(header, message.body)) missed.push_back(process);
  }
  return missed;
}

}  // namespace mentat::node
