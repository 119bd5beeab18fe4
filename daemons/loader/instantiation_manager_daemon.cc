#include "daemons/loader/instantiation_manager_daemon.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"

namespace mentat::loader {
namespace {

using mmps::mentat_message;
using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

constexpr base::duration load_check_interval =
    1 * base::millisecond;  // between two looks at the loads, while requests wait for room
constexpr std::size_t max_early = 4'096;
constexpr base::duration early_life = 10 * base::second;
constexpr std::size_t max_left = 256;

}  // namespace

instantiation_manager_daemon::instantiation_manager_daemon(const im::settings& chosen,
                                                           const mmps_name& driver,
                                                           process_starter start,
                                                           session_access& through)
    : daemon(chosen.self, driver, through),
      chosen_(chosen),
      start_(std::move(start)),
      access_(through),
      manager_(chosen),
      keeper_(chosen.self),
      managers_{{chosen.self.host, chosen.self}} {
  set_members({});
}

void instantiation_manager_daemon::step(base::instant now, mentat_message&& message) {
  const auto type = static_cast<message_type>(message.header.type);
  now_ = now;
  const mmps_name of_end = type == message_type::down ? message.header.source : mmps_name();
  const std::string cause(reinterpret_cast<const char*>(message.body().data()),
                          of_end.is_process() ? message.body().size() : 0);
  if (step_keeper(now, message)) return;
  if (type == message_type::down) process_down(now, message);
  if (type == message_type::instantiate) remote_creations_.note_returned(message.header);
  if (type == message_type::instantiate && is_early(message))
    return keep_early(now, std::move(message));
  read_loads(now);
  if (type == message_type::instantiate)
    if (auto placed = keeper_.with_places(message)) message = std::move(*placed);
  manager_.step(now, std::move(message));
  if (of_end.is_process()) keeper_.process_ended(of_end, cause);
  work_for_keeper(now, of_end.is_process());
  show_room(now);
}

// True: the message was for the keeper alone.
bool instantiation_manager_daemon::step_keeper(base::instant now, const mentat_message& message) {
  const auto type = static_cast<message_type>(message.header.type);
  const message_header& header = message.header;
  const bool is_flagged = (header.flags & mmps::flag::durable) != 0;
  if (type == message_type::durable) {
    keeper_.step(message);
  } else if (type == message_type::instantiate && is_flagged &&
             !node::is_instantiation_manager(header.source)) {
    keeper_.create(message);
  } else if (type == message_type::instantiated && is_flagged) {
    const bool is_refusal = node::is_instantiation_manager(header.source);
    is_refusal ? keeper_.refused(message, false) : keeper_.made(message);
    if (!is_refusal && header.source.host == chosen_.self.host) {
      const std::size_t name = std::min(message.body().size(), mmps::name_size);
      manager_.step(now, mentat_message(header, message.body().first(name)));
    }
  } else {
    return false;
  }
  work_for_keeper(now, false);
  show_room(now);
  return true;
}

// `by_end`: refusals come from the end of a process.
void instantiation_manager_daemon::work_for_keeper(base::instant now, bool by_end) {
  for (bool any = true; any;) {
    any = false;
    for (mentat_message& request : keeper_.take_requests()) {
      manager_.step(now, std::move(request));
      any = true;
    }
    im::output more = manager_.take_output();
    std::ranges::move(more.starts, std::back_inserter(output_.starts));
    for (mentat_message& message : more.messages) {
      if (message.header.destination == chosen_.self) {
        keeper_.refused(message, by_end);
        any = true;
      } else {
        output_.messages.push_back(std::move(message));
      }
    }
    by_end = false;
  }
}

void instantiation_manager_daemon::process_up(base::instant now, const reachable_process& process) {
  if (process.name.host != chosen_.self.host) {
    if (process.role == node::role::instantiation_manager) host_up(now, process.name);
    return;
  }
  if (process.role == node::role::object) {
    // Connects before there is an object to be made.
    static_cast<void>(access_.page_of(process.name));
    manager_.object_process_started(now, process.name);
    return show_room(now);
  }
  if (process.cores == 0) return;  // nothing is placed there
  processes_.push_back(process.name);
  manager_.process_started(now, process.name, process.cores);
  show_room(now);
}

void instantiation_manager_daemon::start_refused(base::instant now, node::role wanted,
                                                 const std::string& cause) {
  if (wanted == node::role::object)
    manager_.object_process_failed(now, cause);
  else
    manager_.start_failed(now, cause);
  show_room(now);
}

void instantiation_manager_daemon::host_drains(base::instant now, const mmps_name& manager,
                                               const std::string& why) {
  manager_.host_drains(now, manager, why);
  show_room(now);
}

void instantiation_manager_daemon::tick(base::instant now) {
  now_ = now;
  if (!early_.empty() && forget_early_ <= now) {
    early_dropped_ += early_.size();
    early_.clear();
  }
  read_loads(now);
  manager_.tick(now);
  show_room(now);
}

base::instant instantiation_manager_daemon::next_deadline() const {
  const base::instant next = std::min(manager_.next_deadline(), next_load_check_);
  return early_.empty() ? next : std::min(next, forget_early_);
}

std::vector<mentat_message> instantiation_manager_daemon::take_output() {
  work_for_keeper(now_, false);
  im::output out = std::exchange(output_, {});
  std::ranges::move(keeper_.take_output(), std::back_inserter(out.messages));
  for (const im::start_process& wanted : out.starts)
    start_(wanted.for_object ? node::role::object : node::role::worker);
  for (const mentat_message& message : out.messages)
    remote_creations_.note(chosen_.self, message.header);
  std::ranges::move(lost_with_hosts_, std::back_inserter(out.messages));
  lost_with_hosts_.clear();
  return std::move(out.messages);
}

// --- hosts

void instantiation_manager_daemon::set_members(base::instant now) {
  std::vector<mmps_name> all;
  for (const auto& [host, manager] : managers_) all.push_back(manager);
  manager_.set_members(now, std::make_shared<const im::member_list>(std::move(all)));
}

void instantiation_manager_daemon::host_up(base::instant now, const mmps_name& manager) {
  managers_[manager.host] = manager;
  set_members(now);
  for (mentat_message& message : std::exchange(early_, {})) step(now, std::move(message));
  show_room(now);
}

void instantiation_manager_daemon::process_down(base::instant now, const mentat_message& news) {
  const mmps_name& ended = news.header.source;
  std::erase(processes_, ended);
  const auto manager = managers_.find(ended.host);
  if (manager == managers_.end() || manager->second != ended) return;
  managers_.erase(manager);
  left_.push_back(ended);
  if (left_.size() > max_left) left_.pop_front();
  set_members(now);
  if (chosen_.bug == base::seeded_bug::remote_objects_being_made_forgotten) return;
  std::ranges::move(remote_creations_.host_lost(ended, chosen_.self, news.body()),
                    std::back_inserter(lost_with_hosts_));
}

// Whether the request comes from a host that has not been introduced yet and has not left.
bool instantiation_manager_daemon::is_early(const mentat_message& message) const {
  const mmps_name& from = message.header.source;
  const auto is_of_sender = [&](const mmps_name& manager) {
    return manager.host == from.host && manager.incarnation == from.incarnation;
  };
  const auto known = managers_.find(from.host);
  return from.bound() && (known == managers_.end() || !is_of_sender(known->second)) &&
         std::ranges::none_of(left_, is_of_sender);
}

void instantiation_manager_daemon::keep_early(base::instant now, mentat_message&& message) {
  if (early_.empty()) forget_early_ = now + early_life;
  if (chosen_.bug == base::seeded_bug::early_requests_dropped) return;
  if (early_.size() < max_early)
    early_.push_back(std::move(message));
  else
    ++early_dropped_;
}

// --- loads

void instantiation_manager_daemon::read_loads(base::instant now) {
  for (const mmps_name& process : processes_)
    if (const auto* page = access_.page_of(process))
      manager_.note_load(now, process, page->all_runnable(),
                         page->parked.load(std::memory_order_relaxed));
}

// Places on other hosts, as far as known. A host without a recent load report counts as one place,
// because it may have one.
std::int64_t instantiation_manager_daemon::far_room(base::instant now) const {
  const falcon::load threshold = chosen_.falcon.transfer.threshold;
  std::int64_t room = 0;
  for (const auto& [host, manager] : managers_) {
    if (host == chosen_.self.host || manager_.drains(host)) continue;
    const auto heard = manager_.view().heard();
    const auto news = std::ranges::find(heard, host, &falcon::heard_load::host);
    if (news == heard.end() || now - news->when > chosen_.falcon.fresh)
      ++room;
    else if (news->value < threshold)
      room += std::int64_t{threshold.milli - news->value.milli} * news->cores / 1000;
  }
  return room;
}

void instantiation_manager_daemon::show_room(base::instant now) {
  auto& page = access_.own_page();
  const std::int64_t room = static_cast<std::int64_t>(manager_.free_places()) + far_room(now);
  page.room.store(static_cast<std::int32_t>(std::min<std::int64_t>(room, INT32_MAX)),
                  std::memory_order_relaxed);
  page.wants_news.store(manager_.waiting() != 0 ? 1 : 0, std::memory_order_relaxed);
  const bool is_done = manager_.promises_nothing() && !holds_messages() && access_.all_arrived();
  page.promises_nothing.store(is_done ? 1 : 0, std::memory_order_release);
  const bool looks_again = manager_.waiting() != 0 || (manager_.is_drained() && !is_done);
  next_load_check_ = looks_again ? now + load_check_interval : base::instant::never();
}

}  // namespace mentat::loader
