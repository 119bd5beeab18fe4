// The location policy "best most recently" [TOCS96 3.2.6]. The paper gives the name alone; this is
// what we understand by it:
//
// 1. Of the eligible hosts of which something was heard within `fresh`, those count whose load was
// below the threshold: the others
//    would only pass the request on.
// 2. Among these the lowest load wins; if loads are equal, the one heard of most recently, because
// old news of an idle host is news
//    that others have acted upon; if that is equal too, the lowest host number.
// 3. If none counts, any eligible host at random, but none that was freshly heard to be at its
// threshold, unless all were. The manager adds each transfer to what it has heard
// (load_view::note_transfer), so that one piece of news does not draw every request. Thread-safety:
// none. Errors: none. Cost: linear in what was heard.
#pragma once

#include "daemons/falcon/location_policy.h"

namespace mentat::falcon {

class best_most_recently : public location_policy {
 public:
  best_most_recently(load threshold, base::duration fresh) : threshold_(threshold), fresh_(fresh) {}
  std::optional<host_id> choose(base::instant now, const load_view& view,
                                const eligible_hosts& hosts, base::random& chance) override;

 private:
  [[nodiscard]] bool is_busy(base::instant now, const load_view& view, host_id host) const;

  load threshold_;
  base::duration fresh_;
};

}  // namespace mentat::falcon
