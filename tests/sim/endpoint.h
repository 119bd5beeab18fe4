// The links of one simulated process over the virtual network, and what its machine is to hear of
// them: what was delivered, what is in custody elsewhere, what came back.
//
// Invariant: a message that was given to send() is kept until it is reported as released or
// returned, in the order of sending for each peer. Every frame passes the codec of the wire.
// Ownership: refers to the network. Thread-safety: none.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "mmps/link/link_table.h"
#include "mmps/sim/network.h"
#include "mmps/wire/mentat_message.h"

namespace mentat::sim {

class endpoint {
 public:
  // What was sent and is not acknowledged: enough to recognise it.
  struct ticket {
    std::uint64_t sequence = 0;
    std::uint64_t id = 0;    // of the emission; 0: nobody asks
    std::uint64_t unit = 0;  // from which it comes; 0: none
    mmps::message_header header;
  };
  struct released {
    mmps::mmps_name by;
    ticket what;
  };
  struct returned {
    ticket what;
    mmps::mentat_message message;
  };
  struct output {
    std::vector<mmps::link_table_output::addressed> delivered;
    std::vector<sim::endpoint::released> released;
    std::vector<sim::endpoint::returned> returned;
    [[nodiscard]] bool empty() const {
      return delivered.empty() && released.empty() && returned.empty();
    }
  };

  endpoint(mmps::sim::network& net, const mmps::mmps_name& self, std::uint64_t seed);

  void send(base::instant now, const mmps::mmps_name& to, mmps::mentat_message&& message,
            std::uint64_t id, std::uint64_t unit);
  void receive(base::instant now);
  void tick(base::instant now);
  void accept(base::instant now, const mmps::mmps_name& from, std::uint64_t sequence);
  void peer_ended(const mmps::mmps_name& peer) { links_.close(peer); }
  void end();  // the process ends

  // Gives frames to the network, and takes what the links have for the machine.
  [[nodiscard]] output take_output();
  [[nodiscard]] base::instant next_deadline() const { return links_.next_deadline(); }

  [[nodiscard]] bool holds_of(std::uint64_t unit) const;  // something of it is not acknowledged
  [[nodiscard]] std::size_t unacknowledged() const;
  // The peer and the message of which the acknowledgement is missing. REQUIRES: there is one.
  [[nodiscard]] std::pair<mmps::mmps_name, mmps::message_header> first_unacknowledged() const;
  [[nodiscard]] bool sent_what_no_codec_takes() const { return bad_frame_; }
  // Sums over the links that live.
  [[nodiscard]] mmps::link_counters counters() const;

 private:
  void give_frame(const mmps::mmps_name& peer, mmps::mentat_message&& frame);

  mmps::link_table links_;
  std::unique_ptr<mmps::transport> transport_;
  std::map<mmps::mmps_name, std::deque<ticket>> tickets_;
  output output_;
  bool bad_frame_ = false;
};

}  // namespace mentat::sim
