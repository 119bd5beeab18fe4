#include "tools/record/message_ends.h"

#include <algorithm>
#include <charconv>

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

void message_ends::add(const end& one) {
  switch (one.kind) {
    case event_kind::call_sent:
      return groups_[{one.process, one.under}].sent.push_back(one);
    case event_kind::result_came:
      return groups_[{one.process, one.under}].result_came.push_back(one);
    case event_kind::call_came:
      return groups_[{one.peer, one.under}].came.push_back(one);
    case event_kind::result_sent:
      return groups_[{one.peer, one.under}].result_sent.push_back(one);
    case event_kind::of_object:
      return objects_[{one.worker, one.call}].push_back(one);
    default:
      return;
  }
}

// Mostly a group has one of each. A call whose process died comes elsewhere, too; and a process may
// use the number of one that has ended.
std::vector<message_ends::pair> message_ends::pairs() const {
  std::vector<pair> made;
  for (const auto& [key, group] : groups_) {
    if (group.sent.empty()) continue;
    for (const end& came : group.came) {
      const end* sent = &group.sent.front();
      for (const end& one : group.sent)
        if (one.at <= came.at && one.at > sent->at) sent = &one;
      pair of{*sent, came, {}, {}, 0};
      for (const end& one : group.result_sent)
        if (one.process == came.process && one.call == came.call && one.at >= came.at)
          of.result_sent = one;
      // It is that of the execution whose result was sent last before it came.
      if (of.result_sent && group.came.size() == 1 && !group.result_came.empty())
        of.result_came = group.result_came.back();
      const auto object = objects_.find({came.worker, came.call});
      if (object != objects_.end())
        for (const end& one : object->second)
          if (one.at == came.at) of.object = one.peer;
      made.push_back(std::move(of));
    }
  }
  std::ranges::stable_sort(made, {}, [](const pair& one) { return one.sent.at; });
  return made;
}

}  // namespace mentat::command
