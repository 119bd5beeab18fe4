// Sends the steps of the order of writes to the other processes of the session. Thread-safety: all
// functions. Ownership: the others outlive it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mmps/base/seeded_bug.h"
#include "mmps/wire/mmps_name.h"
#include "rts/replica/replica_update.h"
#include "rts/session/endpoint/endpoint.h"
#include "rts/session/endpoint/outbox.h"
#include "rts/session/members/members.h"

namespace mentat::node {

class update_sender final : public replica_followers {
 public:
  update_sender(const mmps::mmps_name& self, endpoint& through, outbox& out, const members& others,
                base::seeded_bug bug = base::seeded_bug::none)
      : self_(self), endpoint_(through), out_(out), members_(others), bug_(bug) {}

  std::vector<mmps::mmps_name> reachable() override;
  std::vector<mmps::mmps_name> send(std::span<const mmps::mmps_name> to,
                                    const replica_update& what) override;
  void note_position(std::uint64_t number, std::span<const mmps::mmps_name> known_by) override {
    endpoint_.order().note_position(number, known_by);
  }

 private:
  const mmps::mmps_name self_;
  endpoint& endpoint_;
  outbox& out_;
  const members& members_;
  const base::seeded_bug bug_;
};

}  // namespace mentat::node
