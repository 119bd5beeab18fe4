// The instantiation manager of a host as a process: it reads the loads of the processes from their pages, shows how much room there is,
// and asks the supervisor for processes.
#include <algorithm>
#include <memory>
#include <random>

#include "daemons/im/instantiation_manager.h"
#include "daemons/loader/daemon_process.h"
#include "mmps/wire/message_type.h"
#include "rts/node/node.h"

namespace mentat::loader {
namespace {

constexpr base::duration between_looks = 1 * base::millisecond;  // while requests wait until somebody has room

class im_machine final : public machine {
 public:
  im_machine(node::member& self, const im::settings& chosen, daemon_process& in)
      : self_(self), manager_(chosen), endpoint_(in.reached()) {
    manager_.set_members({}, std::make_shared<const im::member_list>(std::vector<mmps::mmps_name>{chosen.self}));
  }

  void step(base::instant now, mmps::mentat_message&& message) override {
    if (static_cast<mmps::message_type>(message.header.type) == mmps::message_type::down) std::erase(processes_, message.header.source);
    look(now);
    manager_.step(now, std::move(message));
    show(now);
  }
  void process_up(base::instant now, const node::notice& news) override {
    if (news.cores == 0) return;  // nothing is placed there
    processes_.push_back(news.process);
    manager_.process_started(now, news.process, news.cores);
    show(now);
  }
  void start_refused(base::instant now) override {
    manager_.start_failed(now, "there are as many processes as there may be");
    show(now);
  }
  void tick(base::instant now) override {
    look(now);
    manager_.tick(now);
    show(now);
  }
  [[nodiscard]] base::instant next_deadline() const override { return std::min(manager_.next_deadline(), next_look_); }
  std::vector<mmps::mentat_message> take_output() override {
    im::output out = manager_.take_output();
    for ([[maybe_unused]] const im::start_process& wanted : out.starts) {
      node::notice start;
      start.kind = node::notice_kind::start;
      start.process = self_.self;
      self_.control.send(std::as_bytes(std::span(&start, 1)));
    }
    return std::move(out.messages);
  }
  [[nodiscard]] bool busy() const override { return manager_.waiting() != 0; }

 private:
  void look(base::instant now) {
    for (const mmps::mmps_name& process : processes_)
      if (const auto* page = endpoint_.page_of(process))
        manager_.note_load(now, process, page->all_runnable(), page->parked.load(std::memory_order_relaxed));
  }
  void show(base::instant now) {
    auto& page = endpoint_.bell();
    page.room.store(static_cast<std::int32_t>(manager_.free_places()), std::memory_order_relaxed);
    page.wants_news.store(manager_.waiting() != 0 ? 1 : 0, std::memory_order_relaxed);
    next_look_ = manager_.waiting() != 0 ? now + between_looks : base::instant::never();
  }

  node::member& self_;
  im::instantiation_manager manager_;
  node::endpoint& endpoint_;
  std::vector<mmps::mmps_name> processes_;
  base::instant next_look_ = base::instant::never();
};

}  // namespace

int run_instantiation_manager(node::member self, std::uint32_t most_processes) {
  daemon_process process(self);
  im::settings chosen;
  chosen.self = self.self;
  chosen.host_name = node::host_name();
  chosen.cores = most_processes;
  chosen.seed = std::random_device{}();
  chosen.limits.processes = most_processes;
  chosen.limits.objects = most_processes * mmps::mmps_name::most_objects;
  im_machine machine(self, chosen, process);
  process.run(machine);
  return 0;
}

}  // namespace mentat::loader
