#include "daemons/im/instantiation_manager.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>

#include "daemons/im/bytes.h"
#include "daemons/im/load_news.h"
#include "daemons/im/request.h"
#include "mmps/base/check.h"
#include "mmps/wire/message_type.h"

namespace mentat::im {
namespace {

using base::instant;
using mmps::mentat_message;
using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

bool has_error(const message_header& header) { return (header.flags & mmps::flag::error) != 0; }

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

mentat_message message_of(message_type type, std::span<const std::byte> body, const mmps_name& from,
                          const mmps_name& to) {
  mentat_message made(body);
  made.header.type = static_cast<std::uint8_t>(type);
  made.header.source = from;
  made.header.destination = to;
  return made;
}

}  // namespace

instantiation_manager::instantiation_manager(const settings& chosen)
    : chosen_(chosen),
      falcon_(chosen.self.host, chosen.falcon),
      chance_(chosen.seed),
      members_(std::make_shared<member_list>(std::vector{chosen.self})),
      processes_(chosen.falcon.transfer.threshold, chosen.limits.classes),
      view_(chosen.limits.heard),
      waiting_(chosen.limits.waiting_bytes),
      apart_(chosen.limits.object_processes, chosen.isolation ? chosen.spare_processes : 0),
      announcements_(chosen.news_interval, chosen.news_to) {
  MENTAT_CHECK(chosen.self.is_process() && chosen.cores > 0,
               "an instantiation manager is a process of a host with cores");
  MENTAT_CHECK(chosen.limits.processes > 0 && chosen.limits.heard > 0,
               "limits that nothing can keep");
}

void instantiation_manager::set_members(instant now, std::shared_ptr<const member_list> members) {
  const std::shared_ptr<const member_list> before = std::exchange(members_, std::move(members));
  const auto gone = [&](const mmps_name& name) {
    return name.host != chosen_.self.host && before->contains(name) && !members_->contains(name);
  };
  holders_gone(gone);
  for (const falcon::host_id host : before->hosts()) {
    if (!gone(*before->manager_of(host))) continue;
    view_.forget(host);
    left_.insert(host);
    drained_.erase(host);
    parted_.erase(*before->manager_of(host));
  }
  note_open_hosts();
  std::erase_if(early_drains_, [&](const auto& early) {
    const bool is_known = members_->contains(early.first);
    if (is_known) drain(now, early.first, early.second);
    return is_known;
  });
  retry_absent(now);
  end_step(now);
}

void instantiation_manager::note_open_hosts() {
  open_hosts_.clear();
  std::ranges::copy_if(members_->hosts(), std::back_inserter(open_hosts_),
                       [&](falcon::host_id host) { return !drains(host); });
}

// The notice may come before that of the manager itself, if the host is drained while it begins.
void instantiation_manager::host_drains(instant now, const mmps_name& manager,
                                        std::string_view why) {
  if (members_->contains(manager))
    drain(now, manager, why);
  else if (early_drains_.size() < chosen_.limits.ended)
    early_drains_.emplace(manager, why);
  end_step(now);
}

void instantiation_manager::drain(instant now, const mmps_name& manager, std::string_view why) {
  if (!drained_.emplace(manager.host, why).second) return;
  note_open_hosts();
  view_.forget(manager.host);
  if (manager == chosen_.self) {
    processes_.release_lent(now);  // the borrowers hear of it, too
    pass_waiting_on(now);
  } else {
    output_.messages.push_back(message_of(message_type::pong, {}, chosen_.self, manager));
  }
}

bool instantiation_manager::all_have_parted() const {
  return std::ranges::all_of(members_->hosts(), [this](falcon::host_id host) {
    return host == chosen_.self.host || parted_.contains(*members_->manager_of(host));
  });
}

// The requests that no process of this host has had room for.
void instantiation_manager::pass_waiting_on(instant now) {
  std::vector<mentat_message> all;
  waiting_.judge_each([&](waiting_request& each) {
    all.push_back(std::move(each.message));
    return waiting_requests::verdict::goes;
  });
  for (mentat_message& each : all) on_instantiate(now, std::move(each));
}

// Of a request that a hint binds to a host; empty: it can go there.
std::string instantiation_manager::why_drained(const location_wish& wanted) const {
  if (!wanted.on || wanted.in_keeper) return "";
  const auto drained = drained_.find(*wanted.on);
  if (drained == drained_.end()) return "";
  return "a location hint names host " + hosts().name_of(*wanted.on) +
         ", which takes no new objects: it is being drained (" + drained->second + ")";
}

void instantiation_manager::process_started(instant now, const mmps_name& process,
                                            std::uint32_t cores) {
  if (starting_ > 0) --starting_;
  start_failures_ = 0;
  processes_.add(process, cores);
  may_grant_ = true;
  end_step(now);
}

void instantiation_manager::start_failed(instant now, std::string_view why) {
  if (starting_ > 0) --starting_;
  may_grant_ = true;  // a request that waits for another process may have to take an existing one
  no_start_before_ = now + chosen_.start_retry;
  if (++start_failures_ >= chosen_.limits.start_attempts && processes_.all().empty() &&
      starting_ == 0) {
    start_failures_ = 0;
    refuse_waiting(why, false);
  }
  end_step(now);
}

// Refuses the requests that need a process of their own, or all others.
void instantiation_manager::refuse_waiting(std::string_view why, bool isolated) {
  waiting_.judge_each([&](const waiting_request& each) {
    if (each.isolated != isolated) return waiting_requests::verdict::stays;
    refuse(each.message.header,
           "fixed.im.start_attempts: the loader cannot start a process: " + std::string(why));
    return waiting_requests::verdict::goes;
  });
}

void instantiation_manager::object_process_started(instant now, const mmps_name& process) {
  apart_.started(process);
  object_failures_ = 0;
  may_grant_ = true;
  end_step(now);
}

void instantiation_manager::object_process_failed(instant now, std::string_view why) {
  apart_.start_failed();
  no_object_process_before_ = now + chosen_.start_retry;
  if (++object_failures_ >= chosen_.limits.start_attempts) {
    object_failures_ = 0;
    refuse_waiting(why, true);
  }
  end_step(now);
}

// A request near another object gets that object's process.
bool instantiation_manager::is_isolated(const message_header& header,
                                        const location_wish& wanted) const {
  return (chosen_.isolation || wanted.in_keeper) && is_persistent(header) && !wanted.in;
}

void instantiation_manager::note_load(instant now, const mmps_name& process, std::uint32_t runnable,
                                      std::uint32_t parked) {
  process_state* state = processes_.find(process);
  if (!state) return;
  state->runnable = runnable;
  state->parked = parked;
  may_grant_ = true;
  end_step(now);
}

void instantiation_manager::step(instant now, mentat_message&& message) {
  switch (static_cast<message_type>(message.header.type)) {
    case message_type::instantiate:
      on_instantiate(now, std::move(message));
      break;
    case message_type::instantiated:
      on_instantiated(message);
      break;
    case message_type::finished:
      on_finished(std::move(message));
      break;
    case message_type::down:
      on_down(message);
      break;
    case message_type::pong:
      on_pong(now, message);
      break;
    default:
      ++counted_.ignored;
      break;
  }
  end_step(now);
}

void instantiation_manager::tick(instant now) {
  expire_absent(now);
  take_back_lent(now);
  end_step(now);
}

instant instantiation_manager::next_deadline() const {
  instant next = instant::never();
  if (waiting_.for_process() > waiting_.isolated() && start_failures_ > 0 && starting_ == 0 &&
      may_start())
    next = std::min(next, no_start_before_);
  if (waiting_.isolated() > 0 && object_failures_ > 0 &&
      apart_.would_start(needed_object_processes(), being_made_.empty()))
    next = std::min(next, no_object_process_before_);
  if (const auto late = waiting_.next_deadline()) next = std::min(next, *late);
  if (const instant oldest = processes_.oldest_lent(); oldest != instant::never())
    next = std::min(next, oldest + longest_lent);
  if (has_to_announce()) next = std::min(next, announcements_.next());
  return next;
}

output instantiation_manager::take_output() { return std::exchange(output_, {}); }

void instantiation_manager::on_instantiate(instant now, mentat_message&& message) {
  const message_header& header = message.header;
  // A host that is not a member has left or has not joined yet: a place for it might never be given
  // back. It will ask again. A request from a process that has ended may have arrived through
  // another host.
  if (!header.source.bound() || !members_->contains(header.source) ||
      ended_.contains(header.source.process())) {
    ++counted_.ignored;
    return;
  }
  if (answered_before(header)) return;
  const std::optional<mmps::hints> given = mmps::hints::decode(message.body());
  if (!given) {
    ++counted_.malformed;
    return refuse(header, "the location hints of the request are malformed");
  }
  location_wish wanted = understand(*given, hosts());
  if (!wanted.contradiction.empty()) return refuse(header, wanted.contradiction);
  if (wanted.is_absent)
    return keep_absent(now, std::move(message), wanted.on.value_or(chosen_.self.host));
  if (const std::string why = why_drained(wanted); !why.empty()) return refuse(header, why);

  // The manager that passed it on answers for it until this host has left: it goes back there.
  if (is_drained() && is_persistent(header) && header.hops > 0 && !wanted.in_keeper &&
      header.source.host != chosen_.self.host) {
    ++counted_.transferred;
    return transfer(std::move(message), header.source.host);
  }

  if (wanted.on && *wanted.on != chosen_.self.host) {
    // It comes from a manager that understood the hints differently: passing it on could go on for
    // ever.
    if (header.hops > 0)
      return refuse(header, "the request was sent to host " + std::to_string(chosen_.self.host) +
                                ", but its location hints name host " + std::to_string(*wanted.on));
    ++counted_.transferred;
    return transfer(std::move(message), *wanted.on);
  }
  const falcon::decision decided = wanted.on
                                       ? falcon::decision{std::nullopt, falcon::reason::forced}
                                       : decide(now, header, wanted);
  if (is_lease(header) && !decided.transfer_to && (header.hops == 0 || is_drained()))
    return refuse(header, "there is no other host");
  switch (decided.why) {
    case falcon::reason::local:
      ++counted_.local;
      break;
    case falcon::reason::reuse:
      ++counted_.reused;
      break;
    case falcon::reason::forced:
      ++counted_.forced;
      break;
    case falcon::reason::transfer:
      ++counted_.transferred;
      break;
  }
  if (decided.transfer_to) return transfer(std::move(message), *decided.transfer_to);
  accept(now, std::move(message), std::move(wanted));
}

// A repeated request waits, or gets the same answer again.
bool instantiation_manager::answered_before(const message_header& header) {
  if (waiting_.contains(header)) return true;
  if (is_persistent(header)) {
    for (auto at = being_made_.lower_bound({header.tag, {}});
         at != being_made_.end() && at->first.first == header.tag; ++at)
      if (at->second.caller == header.source) return true;
    return false;
  }
  const auto process = processes_.holding(header.tag, {header.source, header.attempt});
  if (process) answer(header, *process);
  return process.has_value();
}

void instantiation_manager::keep_absent(instant now, mentat_message&& message, falcon::host_id on) {
  if (waiting() >= chosen_.limits.waiting || !waiting_.has_room_for(message.body().size()))
    return refuse(message.header,
                  "fixed.im.waiting: too many requests wait already for hosts that have not come");
  waiting_.add_absent({std::move(message), on, now + chosen_.host_patience});
}

void instantiation_manager::retry_absent(instant now) {
  const auto is_known = [this](falcon::host_id host) {
    return members_->manager_of(host) || left_.contains(host);
  };
  for (absent_request& each : waiting_.take_absent(is_known))
    on_instantiate(now, std::move(each.message));
}

void instantiation_manager::expire_absent(instant now) {
  for (absent_request& late : waiting_.take_late(now)) {
    location_wish wanted = understand(*mmps::hints::decode(late.message.body()), hosts());
    if (wanted.may_stay) {
      accept(now, std::move(late.message), std::move(wanted));
    } else {
      refuse(late.message.header, "host " + hosts().name_of(late.on) +
                                      ", which a location hint names, has not come within " +
                                      std::to_string(chosen_.host_patience / base::second) + " s");
    }
  }
}

void instantiation_manager::take_back_lent(instant now) {
  if (now - processes_.oldest_lent() < longest_lent) return;
  processes_.release_lent(now + -longest_lent);
  may_grant_ = true;
}

falcon::decision instantiation_manager::decide(instant now, const message_header& header,
                                               const location_wish& wanted) {
  std::array<falcon::host_id, mmps::max_hints + 2> avoid{};
  std::size_t avoided = 0;
  avoid[avoided++] = chosen_.self.host;
  falcon::request asked{.hops = header.hops, .served_here = processes_.serves(header.class_hash())};
  if (is_drained()) asked = {.leave = true};  // also behind the transfer limit
  for (const mmps_name& each : wanted.apart_from) {
    avoid[avoided++] = each.host;
    asked.leave = asked.leave || each.host == chosen_.self.host;
  }
  // The caller has chosen among the processes of its own host already.
  asked.leave = asked.leave || (is_lease(header) && header.hops == 0);
  const auto open = drained_.empty() ? members_->hosts() : std::span(open_hosts_);
  const falcon::eligible_hosts others(open, {avoid.data(), avoided});
  // The host where the request began was busy a moment ago, but may be the only other one.
  avoid[avoided] = header.source.host;
  const falcon::eligible_hosts better(open, {avoid.data(), avoided + 1});
  view_.own = load_for(header);
  const falcon::decision decided = falcon_.decide(
      now, asked, view_, better.size() > 0 || is_lease(header) ? better : others, chance_);
  view_.own = load();
  return decided;
}

void instantiation_manager::transfer(mentat_message&& message, falcon::host_id to) {
  message.header.destination = *members_->manager_of(to);
  if (message.header.hops < 255) ++message.header.hops;
  output_.messages.push_back(std::move(message));
  view_.note_transfer(to);
  tell_load(to);
}

void instantiation_manager::on_instantiated(const mentat_message& message) {
  const message_header& header = message.header;
  const auto made = being_made_.find({header.tag, header.source.process()});
  if (made == being_made_.end()) {
    ++counted_.ignored;
    return;
  }
  const bool is_name = message.body().size() == name_bytes;
  const mmps_name object = is_name ? name_at(message.body(), 0) : mmps_name{};
  const bool lives = !has_error(header) && object.bound() && object.process() == made->first.second;
  if (!lives || !objects_.emplace(object, made->second.class_hash).second)
    not_made(made->first.second);
  being_made_.erase(made);
}

void instantiation_manager::on_finished(mentat_message&& message) {
  if (message.body().size() != name_bytes) {
    ++counted_.malformed;
    return;
  }
  const mmps_name process = name_at(message.body(), 0);
  if (process.host == chosen_.self.host) {
    if (!processes_.give_back(process, message.header.tag, message.header.source))
      ++counted_.ignored;
    may_grant_ = true;
  } else if (message.header.hops == 0 && members_->contains(process)) {
    message.header.hops = 1;
    message.header.destination = *members_->manager_of(process.host);
    output_.messages.push_back(std::move(message));
  } else {
    ++counted_.ignored;
  }
}

void instantiation_manager::on_down(const mentat_message& message) {
  const mmps_name& ended = message.header.source;
  if (!ended.bound()) {
    ++counted_.malformed;
    return;
  }
  if (!ended.is_process()) {
    process_state* process = processes_.find(ended.process());
    if (objects_.erase(ended) == 0) return;
    if (process) --process->objects;
    apart_.object_ended(ended.process());
    return;
  }
  const auto text = message.body();
  remember_end(ended);
  process_ended(ended, {reinterpret_cast<const char*>(text.data()), text.size()});
  holders_gone([&](const mmps_name& holder) { return holder.process() == ended; });
}

void instantiation_manager::remember_end(const mmps_name& process) {
  if (!ended_.insert(process).second) return;
  ended_in_order_.push_back(process);
  if (ended_in_order_.size() <= chosen_.limits.ended) return;
  ended_.erase(ended_in_order_.front());
  ended_in_order_.pop_front();
}

void instantiation_manager::process_ended(const mmps_name& process, std::string_view cause) {
  if (apart_.ended(process)) may_grant_ = true;
  processes_.remove(process);
  std::erase_if(objects_, [&](const auto& entry) { return entry.first.process() == process; });
  const bool forgets = chosen_.bug == base::seeded_bug::objects_being_made_forgotten;
  std::erase_if(being_made_, [&](const auto& entry) {
    if (entry.first.second != process) return false;
    if (forgets) return true;
    refuse(entry.second.header,
           "the process in which the object was being made has ended: " + std::string(cause));
    return true;
  });
}

void instantiation_manager::holders_gone(const std::function<bool(const mmps_name& holder)>& gone) {
  processes_.release(gone);
  may_grant_ = true;
  waiting_.drop([&](const message_header& asked) { return gone(asked.source); });
}

void instantiation_manager::on_pong(instant now, const mentat_message& message) {
  const mmps_name& source = message.header.source;
  const mmps_name* manager = members_->manager_of(source.host);
  const std::optional<load_news> news = load_news::decode(message.body());
  if (message.body().empty()) {  // it takes leave, perhaps before it is in the list, or after
    if (source.is_process() &&
        (parted_.size() < chosen_.limits.ended || (manager && *manager == source)))
      parted_.insert(source);
    else
      ++counted_.ignored;
    return;
  }
  if (!news || !manager || *manager != source || source == chosen_.self) {
    ++(news ? counted_.ignored : counted_.malformed);
    return;
  }
  view_.note({source.host, news->value, news->cores, now});
}

void instantiation_manager::end_step(instant now) {
  if (std::exchange(may_grant_, false)) grant_waiting(now);
  if (waiting_.for_process() > waiting_.isolated() && starting_ == 0)
    want_process(now, waiting_.first().class_hash());
  if (chosen_.isolation || waiting_.isolated() > 0) want_object_processes(now);
  view_.own = load();
  if (has_to_announce() && now >= announcements_.next()) announce(now);
}

void instantiation_manager::answer(const message_header& asked, const mmps_name& process) {
  std::vector<std::byte> name;
  append(name, process);
  reply(asked, name, asked.flags);
}

void instantiation_manager::refuse(const message_header& asked, std::string_view why) {
  ++counted_.refused;
  reply(asked, bytes_of(why), static_cast<std::uint16_t>(asked.flags | mmps::flag::error));
}

// The header of the request goes back with the answer: tag, class, attempt, and the hops
// that it made.
void instantiation_manager::reply(const message_header& asked, std::span<const std::byte> body,
                                  std::uint16_t flags) {
  mentat_message made(asked, body);
  made.header.type = static_cast<std::uint8_t>(message_type::instantiated);
  made.header.flags = flags;
  made.header.future_length = 0;
  made.header.source = chosen_.self;
  made.header.destination = asked.source;
  output_.messages.push_back(std::move(made));
}

falcon::load instantiation_manager::load() const {
  return falcon::load::of(processes_.used() + waiting_.for_process(), chosen_.cores);
}

// A persistent object counts as a running unit. Otherwise a program that makes many at once would
// get them all on one host.
falcon::load instantiation_manager::load_for(const message_header& header) const {
  if (!is_persistent(header)) return load();
  return falcon::load::of(
      processes_.used() + waiting_.for_process() + objects_.size() + being_made_.size(),
      chosen_.cores);
}

void instantiation_manager::tell_load(falcon::host_id host) {
  if (!tells_loads()) return;
  output_.messages.push_back(message_of(message_type::pong,
                                        load_news{view_.own, chosen_.cores}.encode(), chosen_.self,
                                        *members_->manager_of(host)));
}

bool instantiation_manager::has_to_announce() const {
  return tells_loads() && announcements_.is_new(falcon_.transfer().accepts(view_.own));
}

void instantiation_manager::announce(instant now) {
  for (const falcon::host_id host :
       announcements_.begin(now, chosen_.self.host, *members_, chance_))
    if (members_->manager_of(host)) tell_load(host);
}

im::description instantiation_manager::describe() const {
  im::description all;
  all.load = load();
  all.waiting = waiting_.for_process();
  all.being_made = being_made_.size();
  all.starting = starting_;
  for (const auto& [name, state] : processes_.all())
    all.processes.push_back({name,
                             state.cores,
                             state.capacity,
                             state.held,
                             state.runnable,
                             state.parked,
                             state.objects,
                             {state.classes.begin(), state.classes.end()}});
  for (const auto& [name, class_hash] : objects_) all.objects.push_back({name, class_hash});
  all.heard.assign(view_.heard().begin(), view_.heard().end());
  all.counted = counted_;
  return all;
}

}  // namespace mentat::im
