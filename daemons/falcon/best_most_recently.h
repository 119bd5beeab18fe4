// The location policy "best most recently" [TOCS96 3.2.6]. The paper gives the name alone. Our
// definition:
//
// 1. Eligible hosts count if news of them is younger than `fresh` and their load was below the
//    threshold: the others would only pass the request on.
// 2. Among these the lowest load wins; of equal loads the one with the latest news, because others
//    have acted upon old news of an idle host; then the lowest host number.
// 3. If none counts: any eligible host at random, but none whose fresh news says that it is at its
//    threshold, unless all are.
// The manager adds each transfer to its news (load_view::note_transfer), so that one piece of news
// does not draw every request. Thread-safety: none. Errors: none. Cost: linear in the news.
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
