#include "daemons/falcon/load_view.h"

#include <algorithm>

namespace mentat::falcon {

void load_view::note(const heard_load& news) {
  const auto known = std::ranges::find(heard_, news.host, &heard_load::host);
  if (known != heard_.end()) {
    if (known->when <= news.when) *known = news;
  } else if (heard_.size() < max_hosts_) {
    heard_.push_back(news);
  } else {
    const auto oldest = std::ranges::min_element(heard_, {}, &heard_load::when);
    if (oldest->when <= news.when) *oldest = news;
  }
}

void load_view::note_transfer(host_id host) {
  const auto known = std::ranges::find(heard_, host, &heard_load::host);
  if (known == heard_.end()) return;
  const std::uint32_t before = known->value.milli;
  known->value.milli = std::max(before, before + load::of(1, known->cores).milli);
}

void load_view::forget(host_id host) {
  std::erase_if(heard_, [host](const heard_load& entry) { return entry.host == host; });
}

}  // namespace mentat::falcon
