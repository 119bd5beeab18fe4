// The instantiation manager of a host as a process: it reads the loads of the processes from their
// pages, knows which hosts take part in the program by the names of their managers, shows how much
// room there is here and elsewhere, and asks the supervisor for processes.
#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <random>

#include "daemons/im/instantiation_manager.h"
#include "daemons/loader/daemon_process.h"
#include "daemons/loader/far_creations.h"
#include "mmps/wire/message_type.h"
#include "rts/node/node.h"
#include "rts/node/processes.h"

namespace mentat::loader {
namespace {

using mmps::mentat_message;
using mmps::message_type;
using mmps::mmps_name;

constexpr base::duration between_looks =
    1 * base::millisecond;  // while requests wait until somebody has room
constexpr std::size_t most_early =
    4'096;  // requests of hosts of which the supervisor has not told yet
constexpr base::duration early_life = 10 * base::second;
constexpr std::size_t most_left = 256;  // hosts that are remembered to have left

class im_machine final : public machine {
 public:
  im_machine(node::member& self, const im::settings& chosen, daemon_process& in)
      : self_(self),
        chosen_(chosen),
        manager_(chosen),
        endpoint_(in.reached()),
        managers_{{self.self.host, self.self}} {
    set_members({});
  }

  void step(base::instant now, mentat_message&& message) override {
    const auto type = static_cast<message_type>(message.header.type);
    if (type == message_type::down) process_down(now, message);
    if (type == message_type::instantiate && is_early(message)) {
      if (early_.empty()) forget_early_ = now + early_life;
      if (early_.size() < most_early) early_.push_back(std::move(message));
      return;
    }
    look(now);
    manager_.step(now, std::move(message));
    show(now);
  }
  void process_up(base::instant now, const node::notice& news) override {
    const mmps_name& who = news.process;
    if (who.host != self_.self.host) {
      if (news.role == node::role::instantiation_manager) host_up(now, who);
      return;
    }
    if (news.role == node::role::object) {
      endpoint_.page_of(who);  // connected before there is an object to be made
      manager_.object_process_started(now, who);
      show(now);
      return;
    }
    if (news.cores == 0) return;  // nothing is placed there
    processes_.push_back(who);
    manager_.process_started(now, who, news.cores);
    show(now);
  }
  void start_refused(base::instant now, const node::notice& news) override {
    if (news.role == node::role::object)
      manager_.object_process_failed(now, news.get_text());
    else
      manager_.start_failed(now, news.get_text());
    show(now);
  }
  void tick(base::instant now) override {
    if (!early_.empty() && forget_early_ <= now) early_.clear();
    look(now);
    manager_.tick(now);
    show(now);
  }
  [[nodiscard]] base::instant next_deadline() const override {
    const base::instant next = std::min(manager_.next_deadline(), next_look_);
    return early_.empty() ? next : std::min(next, forget_early_);
  }
  std::vector<mentat_message> take_output() override {
    im::output out = manager_.take_output();
    for (const im::start_process& wanted : out.starts) {
      node::notice start;
      start.role = wanted.for_object ? node::role::object : node::role::worker;
      start.kind = node::notice_kind::start;
      start.process = self_.self;
      self_.control.send(std::as_bytes(std::span(&start, 1)));
    }
    for (const mentat_message& message : out.messages)
      far_creations_.note(self_.self, message.header);
    std::ranges::move(refusals_, std::back_inserter(out.messages));
    refusals_.clear();
    return std::move(out.messages);
  }
  [[nodiscard]] bool busy() const override { return manager_.waiting() != 0 || !early_.empty(); }

 private:
  // --- hosts

  void set_members(base::instant now) {
    std::vector<mmps_name> all;
    for (const auto& [host, manager] : managers_) all.push_back(manager);
    manager_.set_members(now, std::make_shared<const im::member_list>(std::move(all)));
  }
  void host_up(base::instant now, const mmps_name& manager) {
    managers_[manager.host] = manager;
    set_members(now);
    for (mentat_message& message : std::exchange(early_, {})) step(now, std::move(message));
    show(now);
  }
  // A request of a host that has not been introduced yet, and not of one that has left.
  [[nodiscard]] bool is_early(const mentat_message& message) const {
    const mmps_name& from = message.header.source;
    const auto of_host = [&](const mmps_name& manager) {
      return manager.host == from.host && manager.incarnation == from.incarnation;
    };
    const auto known = managers_.find(from.host);
    return from.bound() && (known == managers_.end() || !of_host(known->second)) &&
           std::ranges::none_of(left_, of_host);
  }
  void process_down(base::instant now, const mentat_message& news) {
    const mmps_name& ended = news.header.source;
    std::erase(processes_, ended);
    const auto manager = managers_.find(ended.host);
    if (manager == managers_.end() || manager->second != ended) return;
    managers_.erase(manager);
    left_.push_back(ended);
    if (left_.size() > most_left) left_.pop_front();
    set_members(now);
    std::ranges::move(far_creations_.host_lost(ended, self_.self, news.body()),
                      std::back_inserter(refusals_));
  }

  // --- loads

  void look(base::instant now) {
    for (const mmps_name& process : processes_)
      if (const auto* page = endpoint_.page_of(process))
        manager_.note_load(now, process, page->all_runnable(),
                           page->parked.load(std::memory_order_relaxed));
  }
  // Places on other hosts, as far as is known: of one that has said nothing for a while it is not
  // known that it has none.
  [[nodiscard]] std::int64_t far_room(base::instant now) const {
    const falcon::load threshold = chosen_.falcon.transfer.threshold;
    std::int64_t room = 0;
    for (const auto& [host, manager] : managers_) {
      if (host == self_.self.host) continue;
      const auto heard = manager_.view().heard();
      const auto news = std::ranges::find(heard, host, &falcon::heard_load::host);
      if (news == heard.end() || now - news->when > chosen_.falcon.fresh)
        ++room;
      else if (news->value < threshold)
        room += std::int64_t{threshold.milli - news->value.milli} * news->cores / 1000;
    }
    return room;
  }
  void show(base::instant now) {
    auto& page = endpoint_.bell();
    const std::int64_t room = static_cast<std::int64_t>(manager_.free_places()) + far_room(now);
    page.room.store(static_cast<std::int32_t>(std::min<std::int64_t>(room, INT32_MAX)),
                    std::memory_order_relaxed);
    page.wants_news.store(manager_.waiting() != 0 ? 1 : 0, std::memory_order_relaxed);
    next_look_ = manager_.waiting() != 0 ? now + between_looks : base::instant::never();
  }

  node::member& self_;
  const im::settings chosen_;
  im::instantiation_manager manager_;
  node::endpoint& endpoint_;
  std::vector<mmps_name> processes_;             // of this host
  std::map<std::uint32_t, mmps_name> managers_;  // by host
  std::deque<mmps_name> left_;                   // managers of hosts that have left
  std::deque<mentat_message> early_;
  base::instant forget_early_{};
  far_creations far_creations_;
  std::vector<mentat_message> refusals_;
  base::instant next_look_ = base::instant::never();
};

falcon::settings falcon_settings(const node::settings& chosen) {
  falcon::settings policies;
  policies.transfer.threshold = {
      static_cast<std::uint32_t>(std::lround(chosen.im.threshold * 1000))};
  policies.transfer.limit = static_cast<std::uint8_t>(chosen.im.transfer_limit);
  policies.where = falcon::location_named(chosen.im.location_policy)
                       .value_or(falcon::location::best_most_recently);
  // Tests want everything on another host: each request makes one hop to any of them.
  if (chosen.mode == node::mode::cluster &&
      chosen.placement == node::exchange_placement::elsewhere) {
    policies.transfer = {.threshold = {0}, .limit = 1};
    policies.where = falcon::location::random;
  }
  return policies;
}

}  // namespace

int run_instantiation_manager(node::member self, const node::settings& chosen,
                              std::uint32_t most_processes, const std::vector<taking_part>& hosts) {
  daemon_process process(self);
  im::settings managed;
  managed.self = self.self;
  for (const taking_part& one : hosts)
    managed.hosts.push_back(
        {one.name, node::instantiation_manager_of({one.host, one.incarnation, 0, 0})});
  if (hosts.empty()) managed.hosts.push_back({node::host_name(), self.self});
  managed.cores = most_processes * node::workers_of(chosen);
  managed.seed = std::random_device{}();
  managed.falcon = falcon_settings(chosen);
  managed.limits.processes = most_processes;
  managed.isolation = chosen.im.isolation;
  managed.limits.object_processes = chosen.object_processes;
  managed.limits.objects = most_processes * chosen.limits.objects;
  im_machine machine(self, managed, process);
  process.run(machine);
  return 0;
}

}  // namespace mentat::loader
