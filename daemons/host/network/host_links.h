// The links from a host's daemon to the daemons of the other hosts. A message to a host arrives
// once and in order as long as both live, even if connections break. A frame whose sender, session
// or destination differs from the link's is dropped and counted. Pure. Limits: 4096 unacknowledged
// messages to a host (fixed.link_queue). Thread-safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "daemons/host/network/host_network.h"
#include "mmps/base/instant.h"
#include "mmps/link/link_table.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::host {

[[nodiscard]] mmps::mentat_message message_of(host_message_kind kind,
                                              std::span<const std::byte> body);
[[nodiscard]] bool is_host_message(const mmps::mentat_message& message);

class host_links {
 public:
  struct frame {
    std::uint32_t host;  // number of the receiver
    mmps::mentat_message message;
  };

  void enter(std::uint32_t session, std::uint32_t number, std::uint32_t incarnation,
             std::uint64_t seed);
  void add(std::uint32_t number, std::uint32_t incarnation) {
    others_[number] = name_of(number, incarnation);
  }
  void remove(std::uint32_t number);
  // A new connection to the host: acknowledges its messages, and repeats those that it has not
  // received.
  void connected(base::instant now, std::uint32_t number);

  bool send(base::instant now, std::uint32_t number, host_message_kind kind,
            std::span<const std::byte> body);
  void send_loosely(std::uint32_t number, host_message_kind kind, std::span<const std::byte> body);
  // Writes session and sender into the header.
  void sign(mmps::mentat_message& message) const;
  // Takes a frame that arrived over the connection of that host. False: dropped.
  bool take(base::instant now, std::uint32_t number, mmps::mentat_message&& message);
  void tick(base::instant now);

  [[nodiscard]] base::instant next_deadline() const;
  [[nodiscard]] std::size_t unacknowledged(std::uint32_t number) const;
  [[nodiscard]] const mmps::mmps_name& self() const { return self_; }
  [[nodiscard]] std::vector<frame> take_frames() { return std::exchange(frames_, {}); }
  [[nodiscard]] std::vector<arrival> take_arrivals() { return std::exchange(arrivals_, {}); }

 private:
  [[nodiscard]] static mmps::mmps_name name_of(std::uint32_t number, std::uint32_t incarnation) {
    return mmps::mmps_name::of_process(number, incarnation, 0, 1);
  }
  void put_arrival(const mmps::mmps_name& from, mmps::mentat_message&& message);
  void collect();

  std::uint32_t session_ = 0;
  mmps::mmps_name self_;
  std::map<std::uint32_t, mmps::mmps_name> others_;
  std::unique_ptr<mmps::link_table> links_;
  std::vector<frame> frames_;
  std::vector<arrival> arrivals_;
};

}  // namespace mentat::host
