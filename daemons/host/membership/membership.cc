#include "daemons/host/membership/membership.h"

#include <algorithm>

#include "daemons/host/drain.h"
#include "mmps/base/check.h"

namespace mentat::host {
namespace {

using base::instant;
using base::seeded_bug;

std::string unheard(base::duration since) {
  return "nothing was heard of it for " + std::to_string(since / base::second) + " s";
}

}  // namespace

membership::membership(const membership_limits& limits, instant now, host_info founder)
    : limits_(limits), self_(founder_number), next_beat_(now) {
  founder.number = founder_number;
  founder.incarnation = 1;
  founder.state = host_state::up;
  hosts_[self_] = {std::move(founder), now};
}

membership::membership(const membership_limits& limits, instant now, const joined_form& told)
    : limits_(limits), self_(told.number), version_(told.members.version), next_beat_(now) {
  for (const host_info& one : told.members.hosts) {
    hosts_[one.number] = {one, now};
    if (one.state == host_state::up && one.number != self_) output_.changes.push_back({one});
  }
  MENTAT_CHECK(hosts_.contains(self_),
               "the founder's list has the guest in it; the receiver of the answer has checked");
}

// ---- asking

bool membership::founder_is_up() const {
  const auto founder = hosts_.find(founder_number);
  return founder != hosts_.end() && founder->second.info.state == host_state::up;
}

bool membership::is_cut_off() const {
  const host_info* founder = find(founder_number);
  return !is_founder() && founder && founder->state == host_state::lost;
}

const host_info* membership::find(std::uint32_t number) const {
  const auto found = hosts_.find(number);
  return found == hosts_.end() ? nullptr : &found->second.info;
}

bool membership::is_up(std::uint32_t number, std::uint32_t incarnation) const {
  const host_info* host = find(number);
  return host && host->incarnation == incarnation && host->state == host_state::up;
}

members_form membership::list() const {
  members_form form{version_, {}};
  for (const auto& [number, of] : hosts_) form.hosts.push_back(of.info);
  return form;
}

std::vector<host_info> membership::others_up() const {
  std::vector<host_info> up;
  for (const auto& [number, of] : hosts_)
    if (number != self_ && of.info.state == host_state::up) up.push_back(of.info);
  return up;
}

std::vector<host_info> membership::others_for_work() const {
  std::vector<host_info> open = others_up();
  std::erase_if(open, [](const host_info& one) { return one.drains_until != 0; });
  return open;
}

bool membership::is_silent(instant now, std::uint32_t number) const {
  const auto found = hosts_.find(number);
  return number != self_ && found != hosts_.end() &&
         now - found->second.heard >= limits_.silent_after;
}

std::uint32_t membership::load_of(std::uint32_t number) const {
  const auto found = hosts_.find(number);
  return found == hosts_.end() ? 0 : found->second.load;
}

bool membership::judges(std::uint32_t number) const {
  return is_founder() || number == founder_number || !founder_is_up();
}

// ---- changes

void membership::put_up(instant now, const host_info& host, std::uint64_t nonce) {
  hosts_[host.number] = {host, now, nonce};
  output_.changes.push_back({host});
}

void membership::put_down(entry& of, host_state state, const std::string& cause) {
  if (of.info.state != host_state::up) return;
  of.info.state = state;
  of.info.cause = cause;
  of.info.drains_until = 0;
  output_.changes.push_back({of.info});
  if (is_founder()) {
    ++version_;
    output_.tell_list = true;
  }
}

// The host with the smallest number that is gone.
bool membership::make_room() {
  if (hosts_.size() < limits_.hosts) return true;
  const auto gone = std::ranges::find_if(
      hosts_, [](const auto& one) { return one.second.info.state != host_state::up; });
  if (gone == hosts_.end()) return false;
  hosts_.erase(gone);
  return true;
}

// The wanted name, or NAME-2 and so on if another host has it. A lost host keeps its name, because
// it may come back; a host that comes back keeps the name that it had.
std::string membership::free_name(const std::string& wanted, const entry* before) const {
  const auto is_taken = [&](const std::string& name) {
    return std::ranges::any_of(hosts_, [&](const auto& one) {
      return &one.second != before && one.second.info.state != host_state::left &&
             one.second.info.name == name;
    });
  };
  const auto numbered = [&](std::size_t number) {
    const std::string end = "-" + std::to_string(number);
    return wanted.substr(0, longest_name - end.size()) + end;
  };
  if (before && !is_taken(before->info.name) &&
      (before->info.name == wanted || before->info.name.starts_with(wanted + "-")))
    return before->info.name;
  std::string name = wanted;
  for (std::size_t number = 2; is_taken(name); ++number) name = numbered(number);
  return name;
}

membership::admission membership::admit(instant now, const join_form& guest,
                                        std::uint32_t session) {
  if (!is_founder())
    return {{}, "this host did not found the session; ask the founder for an invitation"};
  if (guest.who.public_key == self().public_key)
    return {{}, "this is the founder's own key; each host has its own"};
  const auto known = std::ranges::find_if(
      hosts_, [&](const auto& one) { return one.second.info.public_key == guest.who.public_key; });
  if (known != hosts_.end() && known->second.nonce == guest.nonce &&
      known->second.info.state == host_state::up)
    return {{session, known->first, known->second.info.incarnation, list()}, {}};
  host_info host = guest.who;
  host.state = host_state::up;
  host.cause.clear();
  host.drains_until = 0;
  if (known != hosts_.end()) {
    put_down(known->second, host_state::lost, "it was started again");
    host.number = known->first;
    host.incarnation = known->second.info.incarnation +
                       (limits_.bug == seeded_bug::returned_hosts_not_renewed ? 0 : 1);
  } else {
    if (!make_room())
      return {{}, "fixed.hosts: " + std::to_string(limits_.hosts) + " hosts are in the session"};
    host.number = ++last_number_;
    host.incarnation = 1;
  }
  host.name = free_name(host.name, known != hosts_.end() ? &known->second : nullptr);
  put_up(now, host, guest.nonce);
  ++version_;
  output_.tell_list = true;
  return {{session, host.number, host.incarnation, list()}, {}};
}

void membership::hear(instant now, std::uint32_t number, std::uint32_t incarnation) {
  const auto found = hosts_.find(number);
  if (found == hosts_.end() || found->second.info.incarnation != incarnation) return;
  found->second.heard = now;
  found->second.suspected = false;
}

void membership::take_load(std::uint32_t number, std::uint32_t load) {
  if (const auto found = hosts_.find(number); found != hosts_.end()) found->second.load = load;
}

void membership::take_list(instant now, const members_form& list) {
  if (is_founder() || list.version <= version_) return;
  version_ = list.version;
  for (const host_info& told : list.hosts) {
    const auto known = hosts_.find(told.number);
    if (told.number == self_) {
      if (told.incarnation == self().incarnation && told.state == host_state::lost)
        put_down(hosts_.at(founder_number), host_state::lost,
                 "it has lost this host: " + told.cause);
      else if (told.incarnation != self().incarnation || told.state != host_state::up)
        output_.expelled = told.cause.empty() ? "this host was started again" : told.cause;
      continue;
    }
    if (known == hosts_.end() || known->second.info.incarnation < told.incarnation) {
      if (known == hosts_.end() && !make_room()) continue;
      if (known != hosts_.end()) put_down(known->second, host_state::lost, "it was started again");
      if (told.state == host_state::up)
        put_up(now, told, 0);
      else
        hosts_[told.number] = {told, now};
    } else if (known->second.info.incarnation == told.incarnation && told.state != host_state::up) {
      put_down(known->second, told.state, told.cause);
      known->second.info.drains_until = told.drains_until;
    } else if (known->second.info.incarnation == told.incarnation && told.drains_until != 0) {
      take_draining(told.number, told.incarnation, told.drains_until, told.cause);
    }
  }
}

void membership::take_suspicion(instant, const suspect_form& about) {
  if (!is_founder() || about.number == self_ || !is_up(about.number, about.incarnation)) return;
  put_down(hosts_.at(about.number), host_state::lost, about.cause);
}

void membership::take_leave(instant, std::uint32_t number, std::uint32_t incarnation,
                            bool is_cut_short) {
  if (number == self_ || !is_up(number, incarnation)) return;
  entry& of = hosts_.at(number);
  const std::uint64_t until = of.info.drains_until;
  put_down(of, host_state::left,
           of.info.drains_until == 0 ? "it left the session"
                                     : cause_of_drain(of.info.name, of.info.cause));
  if (is_cut_short) of.info.drains_until = until;
}

void membership::take_draining(std::uint32_t number, std::uint32_t incarnation, std::uint64_t until,
                               const std::string& why) {
  if (!is_up(number, incarnation)) return;
  host_info& of = hosts_.at(number).info;
  if (of.drains_until != 0 && of.drains_until <= until) return;
  of.drains_until = until;
  of.cause = why;
  if (!is_founder()) return;
  ++version_;
  output_.tell_list = true;
}

void membership::take_word_of_loss(std::uint32_t number, const std::string& why) {
  if (const auto found = hosts_.find(number); found != hosts_.end() && number != self_)
    found->second.word_of_loss = why;
}

void membership::tick(instant now) {
  if (now >= next_beat_) {
    output_.beat = true;
    next_beat_ = now + limits_.beat_every;
  }
  for (auto& [number, of] : hosts_) {
    if (number == self_ || of.info.state != host_state::up || now - of.heard < lost_after(of))
      continue;
    if (limits_.bug == seeded_bug::silent_hosts_kept) continue;
    if (judges(number)) {
      put_down(of, host_state::lost,
               of.word_of_loss.empty() ? unheard(now - of.heard)
                                       : of.word_of_loss + " (" + unheard(now - of.heard) + ")");
    } else if (!of.suspected) {
      of.suspected = true;
      output_.suspicions.push_back(
          {number, of.info.incarnation, unheard(now - of.heard) + " at host " + self().name});
    }
  }
  watch_founder(now);
}

void membership::watch_founder(instant now) {
  if (!is_cut_off())
    cut_off_at_ = instant::never();
  else if (cut_off_at_ == instant::never())
    cut_off_at_ = now;
  if (is_cut_off() && limits_.forsaken_after != 0 && now - cut_off_at_ >= limits_.forsaken_after)
    output_.expelled = "its founder was not reached for " +
                       std::to_string(limits_.forsaken_after / base::second) + " s";
}

instant membership::next_deadline() const {
  instant next = next_beat_;
  if (cut_off_at_ != instant::never() && limits_.forsaken_after != 0)
    next = std::min(next, cut_off_at_ + limits_.forsaken_after);
  for (const auto& [number, of] : hosts_)
    if (number != self_ && of.info.state == host_state::up && !of.suspected)
      next = std::min(next, of.heard + lost_after(of));
  return next;
}

}  // namespace mentat::host
