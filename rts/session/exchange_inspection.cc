// What others may see of an exchange: its calls and waits, in words.
#include <mutex>
#include <string>

#include "rts/session/exchange.h"
#include "rts/session/observer/deadlock_text.h"

namespace mentat::node {

inspected exchange::seen_here() {
  return {chosen_.self,
          *runtime_,
          outgoing_,
          incoming_,
          refused_ever_.load(std::memory_order_relaxed),
          endpoint_.dropped()};
}

std::string exchange::inspect(const std::string& what, std::size_t most) {
  std::lock_guard guard(looking_);
  return visible_ ? node::inspect(seen_here(), what, most) : "";
}

// Without the lock: a thread that has it may wait until this worker has acted.
std::string exchange::explain_waits() {
  const inspected here = seen_here();
  return text_of_deadlock(*runtime_, sources_of(here));
}

std::string exchange::report(const std::vector<running_stack>& stacks) {
  std::lock_guard guard(looking_);
  if (!visible_) return "";
  sent_calls sent;
  outgoing_.visit_pending([&](const tag&, const pending_call& one) { sent[one.call] = one.to; });
  return report_of(*runtime_, stacks, sent);
}

std::string exchange::kept() const {
  std::string all;
  const auto add = [&](std::size_t number, const char* what) {
    if (number != 0) all += (all.empty() ? "" : ", ") + std::to_string(number) + " " + what;
  };
  add(outgoing_.pending(), "calls without an answer");
  add(incoming_.units(), "work units");
  add(incoming_.partial(), "calls that wait for arguments");
  add(incoming_.early_arguments(), "arguments without a call");
  add(incoming_.added_arcs_of(), "calls with arcs");
  return all;
}

}  // namespace mentat::node
