#include "daemons/im/announcements.h"

#include <algorithm>
#include <cstddef>

namespace mentat::im {

const std::vector<falcon::host_id>& announcements::begin(base::instant now, falcon::host_id self,
                                                         const member_list& members,
                                                         base::random& chance) {
  room_ = !room_;
  next_ = now + apart_;
  if (room_) choose_audience(self, members, chance);
  return audience_;
}

void announcements::choose_audience(falcon::host_id self, const member_list& members,
                                    base::random& chance) {
  audience_.clear();
  const falcon::eligible_hosts others(members.hosts(), {&self, 1});
  const bool all = others.size() <= max_receivers_;
  const std::size_t many = all ? others.size() : max_receivers_;
  for (std::size_t i = 0; i < many; ++i) {
    const falcon::host_id host = others.at(all ? i : chance.below(others.size()));
    if (std::ranges::find(audience_, host) == audience_.end()) audience_.push_back(host);
  }
}

}  // namespace mentat::im
