#include "daemons/im/waiting_requests.h"

#include <algorithm>
#include <utility>

#include "mmps/wire/message_type.h"

namespace mentat::im {

using mmps::message_header;

// A request for an object, or for a process that may have ended, has to be examined even if no
// process has room.
bool waiting_requests::needs_no_room(const message_header& asked, const location_wish& wanted) {
  return (asked.flags & mmps::flag::persistent) != 0 || wanted.in;
}

// Whether the unit had begun in a process that has ended.
bool waiting_requests::is_repeated(const message_header& asked) { return asked.attempt > 1; }

void waiting_requests::forget(const message_header& asked, std::size_t bytes) {
  bytes_ -= bytes;
  asking_.erase({asked.tag, asked.source});
}

void waiting_requests::add(waiting_request&& request) {
  const message_header& asked = request.message.header;
  asking_.insert({asked.tag, asked.source});
  bytes_ += request.message.body().size();
  need_no_room_ += needs_no_room(asked, request.wanted);
  isolated_ += request.isolated;
  // Those that are repeated stand first.
  const auto behind = is_repeated(asked)
                          ? std::ranges::find_if_not(waiting_, is_repeated,
                                                     [](const waiting_request& one) -> const auto& {
                                                       return one.message.header;
                                                     })
                          : waiting_.end();
  waiting_.insert(behind, std::move(request));
}

void waiting_requests::add_absent(absent_request&& request) {
  const message_header& asked = request.message.header;
  asking_.insert({asked.tag, asked.source});
  bytes_ += request.message.body().size();
  absent_.push_back(std::move(request));
}

void waiting_requests::judge_each(const std::function<verdict(waiting_request&)>& judge) {
  for (auto at = waiting_.begin(); at != waiting_.end();) {
    const message_header asked = at->message.header;
    const std::size_t bytes = at->message.body().size();
    const verdict came = judge(*at);
    if (came == verdict::enough) return;
    if (came == verdict::stays) {
      ++at;
      continue;
    }
    forget(asked, bytes);
    need_no_room_ -= needs_no_room(asked, at->wanted);
    isolated_ -= at->isolated;
    at = waiting_.erase(at);
  }
}

void waiting_requests::drop(const std::function<bool(const message_header&)>& which) {
  std::erase_if(absent_, [&](const absent_request& each) {
    const message_header& asked = each.message.header;
    if (!which(asked)) return false;
    forget(asked, each.message.body().size());
    return true;
  });
  judge_each([&](const waiting_request& each) {
    return which(each.message.header) ? verdict::goes : verdict::stays;
  });
}

std::vector<absent_request> waiting_requests::take_absent(
    const std::function<bool(falcon::host_id)>& which) {
  std::vector<absent_request> taken;
  std::erase_if(absent_, [&](absent_request& each) {
    if (!which(each.on)) return false;
    forget(each.message.header, each.message.body().size());
    taken.push_back(std::move(each));
    return true;
  });
  return taken;
}

std::vector<absent_request> waiting_requests::take_late(base::instant now) {
  std::vector<absent_request> late;
  while (!absent_.empty() && absent_.front().deadline <= now) {
    forget(absent_.front().message.header, absent_.front().message.body().size());
    late.push_back(std::move(absent_.front()));
    absent_.pop_front();
  }
  return late;
}

}  // namespace mentat::im
