#include "tools/record/message_ends.h"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>

namespace mentat::command {

using record::event_kind;

std::uint32_t process_named(const std::string& label) {
  const std::size_t point = label.find('.');
  if (point == std::string::npos) return 0;
  std::uint32_t host = 0, process = 0;
  const char* const end = label.data() + label.size();
  const auto first = std::from_chars(label.data(), label.data() + point, host);
  const auto second = std::from_chars(label.data() + point + 1, end, process);
  const bool is_right = first.ec == std::errc() && first.ptr == label.data() + point &&
                        second.ec == std::errc() && second.ptr == end;
  return is_right ? record::peer_of(host, process) : 0;
}

namespace {

constexpr std::ptrdiff_t most_attempts = 16;

// The process that waits for the call, and the number under which it does.
std::pair<std::uint32_t, std::uint64_t> key_of(const message_ends::end& one) {
  const bool is_waiting = one.kind == event_kind::call_sent || one.kind == event_kind::result_came;
  return {is_waiting ? one.process : one.peer, one.under};
}

}  // namespace

std::vector<message_ends::pair> message_ends::take_pairs() {
  const auto objects = std::ranges::partition(
      ends_, [](const end& one) { return one.kind != event_kind::of_object; });
  objects_.assign(objects.begin(), objects.end());
  ends_.erase(objects.begin(), objects.end());
  std::ranges::sort(objects_, {},
                    [](const end& one) { return std::tie(one.worker, one.call, one.at); });
  std::ranges::sort(ends_, {}, [](const end& one) {
    return std::tuple(key_of(one), one.kind, one.at, one.call);
  });
  std::vector<pair> made;
  for (auto at = ends_.begin(); at != ends_.end();) {
    const auto behind =
        std::find_if(at, ends_.end(), [&](const end& one) { return key_of(one) != key_of(*at); });
    pair_up({at, behind}, made);
    at = behind;
  }
  ends_ = {};
  objects_ = {};
  std::ranges::stable_sort(made, {}, [](const pair& one) { return one.sent.at; });
  return made;
}

std::uint32_t message_ends::object_of(const end& came) const {
  const auto order = [](const end& one) { return std::tie(one.worker, one.call, one.at); };
  const auto at = std::ranges::lower_bound(objects_, order(came), {}, order);
  return at != objects_.end() && order(*at) == order(came) ? at->peer : 0;
}

// Mostly a group has one of each, in the order of their kinds. A call whose process died comes
// elsewhere, too; and a process may use the number of one that has ended.
void message_ends::pair_up(range group, std::vector<pair>& to) const {
  const auto of_kind = [&](event_kind kind) {
    const auto found = std::ranges::equal_range(group, kind, {}, &end::kind);
    return range(found.begin(), found.end());
  };
  const range all_sent = of_kind(event_kind::call_sent), all_came = of_kind(event_kind::call_came),
              answers = of_kind(event_kind::result_came);
  if (all_sent.empty()) return;
  const range results = of_kind(event_kind::result_sent);
  for (const end& came : all_came) {
    const auto behind = std::ranges::upper_bound(all_sent, came.at, {}, &end::at);
    const end& sent = behind == all_sent.begin() ? all_sent.front() : *std::prev(behind);
    pair of{sent, came, {}, {}, object_of(came)};
    // A damaged recording may have any number of them.
    const auto first = std::ranges::lower_bound(results, came.at, {}, &end::at);
    const auto last = first + std::min<std::ptrdiff_t>(most_attempts, results.end() - first);
    const auto found = std::find_if(first, last, [&](const end& one) {
      return one.process == came.process && one.call == came.call;
    });
    if (found != last) of.result_sent = *found;
    // With several executions nobody knows whose result it is.
    if (of.result_sent && all_came.size() == 1 && !answers.empty()) of.result_came = answers.back();
    to.push_back(of);
  }
}

}  // namespace mentat::command
