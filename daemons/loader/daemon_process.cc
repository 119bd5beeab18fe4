#include "daemons/loader/daemon_process.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <span>
#include <utility>

#include "mmps/base/clock.h"
#include "mmps/shm/shared_blocks.h"
#include "rts/session/inspection.h"
#include "rts/session/node.h"
#include "rts/session/observer/observer.h"
#include "rts/session/observer/query_answer.h"
#include "rts/session/processes.h"

namespace mentat::loader {
namespace {

constexpr unsigned only_thread = 0;
constexpr base::duration spin_time = 20 * base::microsecond;  // before it sleeps

base::instant now() { return base::machine_clock().now(); }

}  // namespace

daemon_process::daemon_process(node::member& self, const node::settings& chosen)
    : self_(self), chosen_(chosen), endpoint_(self) {
  mmps::shm::shared_blocks::here().set_limit(node::limit_of_memory(chosen));
  node::notice here;
  here.kind = node::notice_kind::ready;
  here.process = self.self;
  here.set_text(endpoint_.address());
  self.control.send(std::as_bytes(std::span(&here, 1)));
  listener_ = std::thread([this] { hear(); });
}

daemon_process::~daemon_process() {
  self_.control.stop_receiving();
  listener_.join();
}

void daemon_process::ask_for_process(node::role wanted) {
  node::notice start;
  start.kind = node::notice_kind::start;
  start.role = wanted;
  start.process = self_.self;
  self_.control.send(std::as_bytes(std::span(&start, 1)));
}

void daemon_process::hear() {
  node::notice packet;
  std::vector<int> descriptors;
  while (self_.control.receive(std::as_writable_bytes(std::span(&packet, 1)), descriptors) ==
         sizeof packet) {
    for (int one : descriptors) close(one);
    descriptors.clear();
    if (packet.kind == node::notice_kind::query) {
      node::answer_query(self_.control, self_.self, packet,
                         [this](const auto& what, auto most) { return rows(what, most); });
      continue;
    }
    if (packet.kind == node::notice_kind::up) endpoint_.announce(packet.process, packet.number);
    {
      std::lock_guard guard(lock_);
      news_.push_back(packet);
      has_news_.store(true, std::memory_order_seq_cst);
    }
    endpoint_.bell().ring();
  }
  node::print_traffic_if_wanted(chosen_, self_.self, endpoint_);
  unlink(mmps::shm::shm_transport::path_of(self_.folder, self_.self).c_str());
  _exit(0);
}

// Of all that `mentat list` asks, a daemon has drops alone.
std::string daemon_process::rows(const std::string& what, std::size_t most) const {
  node::rows all(most);
  const daemon* const of = daemon_.load(std::memory_order_acquire);
  if (what != "drops" || of == nullptr) return all.take();
  const dropped_messages dropped = of->dropped();
  node::list_drop("malformed messages", dropped.malformed, all);
  node::list_drop("late or unexpected messages", dropped.unexpected, all);
  node::list_drop("messages that their sender may not send", dropped.forbidden, all);
  node::list_drop("requests of hosts that are not known", dropped.early, all);
  node::list_drop("calls known to be done (fixed.tombstones)", dropped.tombstones, all);
  node::list_drops_of_network(endpoint_.dropped(), all);
  return all.take();
}

void daemon_process::pass_news_to(daemon& of) {
  if (!has_news_.load(std::memory_order_relaxed)) return;
  std::vector<node::notice> news;
  {
    std::lock_guard guard(lock_);
    news.swap(news_);
    has_news_.store(false, std::memory_order_seq_cst);
  }
  for (const node::notice& one : news) {
    if (one.kind == node::notice_kind::up)
      of.note_up({one.process, one.role, one.cores, one.get_text()});
    if (one.kind == node::notice_kind::down)
      of.note_down(one.process, one.get_text(), one.get_suspects());
    if (one.kind == node::notice_kind::drains) of.note_drains(one.process, one.get_text());
    if (one.kind == node::notice_kind::refused) of.note_refused(one.role, one.get_text());
  }
}

void daemon_process::sleep_until(base::instant next) {
  auto& bell = endpoint_.bell();
  const std::uint32_t before = bell.words[only_thread].load(std::memory_order_seq_cst);
  bell.listen(only_thread);
  if (!endpoint_.has_mail() && !has_news_.load(std::memory_order_seq_cst)) {
    const base::duration longest =
        next == base::instant::never() ? 0 : std::max<base::duration>(next - now(), 1);
    endpoint_.sleep(only_thread, before, longest);
  }
  bell.stop_listening(only_thread);
}

void daemon_process::run(daemon& of) {
  daemon_.store(&of, std::memory_order_release);
  const node::observer observing(
      {.mode = chosen_.mode == node::mode::cluster ? "cluster" : "processes",
       .self = self_.self,
       .is_worker = true,
       .folder = self_.folder,
       .report = {},
       .rows = [this](const auto& what, auto most) { return rows(what, most); }});
  base::instant idle_since = now();
  for (;;) {
    pass_news_to(of);
    const base::instant at = now();
    const base::instant next = of.turn(at);
    if (next <= at) {
      idle_since = at;
    } else if (at - idle_since < spin_time) {
      sched_yield();
    } else {
      sleep_until(next);
      idle_since = now();
    }
  }
}

}  // namespace mentat::loader
