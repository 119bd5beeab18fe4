#include "daemons/host/drain.h"

#include <algorithm>

namespace mentat::host {

bool drain::begin(base::instant now, base::duration within, const std::string& why) {
  if (state_ == state::left || (state_ == state::draining && until_ <= now + within)) return false;
  if (state_ == state::up) why_ = why;
  state_ = state::draining;
  until_ = now + within;
  return true;
}

std::string cause_of_drain(const std::string& host, const std::string& why) {
  return "host " + host + " was drained" + (why.starts_with("by ") ? " " : ": ") + why;
}

}  // namespace mentat::host
