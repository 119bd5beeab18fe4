// A process of the simulated session: its endpoint, its machine or executor, and the times at which
// it is due. The world calls run() when can_run(), and take_in() when a message has arrived; both
// give the network of the process its turns. Thread-safety: none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "daemons/im/instantiation_manager.h"
#include "daemons/loader/endpoint_access.h"
#include "daemons/loader/instantiation_manager_daemon.h"
#include "daemons/loader/token_matching_unit_daemon.h"
#include "daemons/sim/host_clock.h"
#include "daemons/sim/virtual_disk.h"
#include "mmps/base/instant.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/transport/transport.h"
#include "rts/executor/fiber.h"
#include "rts/session/endpoint/endpoint.h"
#include "rts/session/session_process.h"

namespace mentat::sim {

// The parts of the world that each process uses.
struct environment {
  std::unique_ptr<mmps::transport> transport;
  const host_clock* clock = nullptr;
  std::uint64_t seed = 0;
  base::seeded_bug bug = base::seeded_bug::none;
  std::function<mmps::shm::doorbell*(const mmps::mmps_name&)> page_of;
};

class simulated_process {
 public:
  simulated_process(const simulated_process&) = delete;
  simulated_process& operator=(const simulated_process&) = delete;
  virtual ~simulated_process() = default;

  [[nodiscard]] const node::member& self() const { return self_; }
  [[nodiscard]] const mmps::mmps_name& name() const { return self_.self; }
  // 0: no calls are placed there.
  [[nodiscard]] std::uint32_t cores() const { return cores_; }
  [[nodiscard]] virtual node::endpoint& reached() = 0;

  virtual void note_up(const mmps::mmps_name& process, node::role what, std::uint32_t cores,
                       const std::string& address) = 0;
  virtual void note_down(const mmps::mmps_name& process, node::role what, const std::string& cause,
                         node::suspects_of_end suspects) = 0;
  virtual void note_drains(const mmps::mmps_name& manager, const std::string& why) = 0;

  [[nodiscard]] virtual bool can_run(base::instant now) const = 0;
  virtual void run(base::instant now) = 0;
  // The next time at which it can run, or its network is due, unless an event comes first.
  [[nodiscard]] base::instant next_deadline() const {
    return in_.clock->virtual_time(std::min(next_turn_, next_run()));
  }
  [[nodiscard]] base::instant next_turn() const { return in_.clock->virtual_time(next_turn_); }
  // Gives the network its turns. REQUIRES: it does not rest.
  void take_in(base::instant now);

  // On a slow host it rests until then, after a turn.
  void rest_until(base::instant at) { rests_until_ = at; }
  [[nodiscard]] base::instant rests_until() const { return rests_until_; }
  // A message has arrived while it rested.
  void want_turn() { next_turn_ = {std::numeric_limits<std::int64_t>::min()}; }

  // Its work is done.
  [[nodiscard]] virtual bool has_finished() const { return false; }
  // It gives up because of a failure.
  [[nodiscard]] bool gives_up() const { return gives_up_; }
  // Its state in words, for the report of a failure.
  [[nodiscard]] virtual std::string describe() { return {}; }
  // The calls that it still holds when the program has ended; empty: none.
  [[nodiscard]] virtual std::string kept() const { return {}; }
  // Messages that made no sense to it. All are the product's, so there must be none.
  [[nodiscard]] virtual std::uint64_t malformed() const { return 0; }
  // It ends here, in its present state.
  void close() { transport_->close(); }

 protected:
  simulated_process(node::member self, environment in)
      : self_(std::move(self)),
        cores_(self_.role == node::role::worker ? 1 : 0),
        transport_(in.transport.get()),
        in_(std::move(in)) {}
  node::endpoint_options options_of_endpoint();
  // The next instant at which it wants to run, by the clock of its host.
  [[nodiscard]] virtual base::instant next_run() const = 0;

  node::member self_;
  const std::uint32_t cores_;
  mmps::transport* const transport_;  // the endpoint's, once it is made
  environment in_;
  base::instant next_turn_{};  // by the clock of its host
  base::instant rests_until_{};
  bool gives_up_ = false;
};

// The driver, and worker processes. `program`: of the driver.
class session_member final : public simulated_process {
 public:
  session_member(node::member self, environment in, node::session_process::options chosen,
                 fiber& world, std::function<void()> program);
  // If it has not finished, its fibers stay unchanged, with the objects on them.
  ~session_member() override {
    if (finished_) return;
    static_cast<void>(process_.release());
    static_cast<void>(main_.release());
  }

  node::endpoint& reached() override { return process_->reached(); }
  void note_up(const mmps::mmps_name& process, node::role what, std::uint32_t cores,
               const std::string& address) override;
  void note_down(const mmps::mmps_name& process, node::role what, const std::string& cause,
                 node::suspects_of_end suspects) override;
  void note_drains(const mmps::mmps_name& manager, const std::string& why) override;
  [[nodiscard]] bool can_run(base::instant now) const override;
  void run(base::instant now) override;
  [[nodiscard]] bool has_finished() const override { return finished_; }
  [[nodiscard]] std::string describe() override;
  [[nodiscard]] std::string kept() const override;
  [[nodiscard]] std::uint64_t malformed() const override;
  [[nodiscard]] std::uint64_t executed() const;

 private:
  [[nodiscard]] base::instant next_run() const override;
  static void entry(void* self);
  void sleep(std::uint32_t expected, base::duration longest);
  void give_up();

  fiber& world_;
  const std::function<void()> program_;
  std::unique_ptr<node::session_process> process_;
  std::unique_ptr<fiber> main_;
  fiber* standing_;               // goes on when the process runs
  std::uint32_t expected_ = ~0u;  // the word on which it sleeps
  base::instant until_{};         // by the clock of its host
  bool finished_ = false;
};

// A daemon of a host.
class simulated_daemon : public simulated_process {
 public:
  node::endpoint& reached() override { return reached_; }
  void note_up(const mmps::mmps_name& process, node::role what, std::uint32_t cores,
               const std::string& address) override;
  void note_down(const mmps::mmps_name& process, node::role what, const std::string& cause,
                 node::suspects_of_end suspects) override;
  void note_drains(const mmps::mmps_name& manager, const std::string& why) override;
  [[nodiscard]] bool can_run(base::instant now) const override;
  void run(base::instant now) override;

 protected:
  [[nodiscard]] base::instant next_run() const override { return wanted_; }
  simulated_daemon(node::member self, environment in);
  virtual loader::daemon& machine() = 0;

  node::endpoint reached_;
  loader::endpoint_access access_{reached_};
  base::instant wanted_{};  // its turn, by the clock of its host
  std::uint32_t word_ = 0;  // value of its page's word in its last turn
};

class simulated_manager final : public simulated_daemon {
 public:
  simulated_manager(node::member self, environment in, const im::settings& chosen,
                    loader::instantiation_manager_daemon::process_starter start)
      : simulated_daemon(std::move(self), std::move(in)),
        daemon_(chosen, self_.driver, std::move(start), access_) {}
  void note_refused(node::role wanted, const std::string& cause) {
    daemon_.note_refused(wanted, cause);
    wanted_ = {};
  }
  [[nodiscard]] std::string kept() const override;
  [[nodiscard]] std::uint64_t malformed() const override { return daemon_.dropped().malformed; }

 private:
  loader::daemon& machine() override { return daemon_; }
  loader::instantiation_manager_daemon daemon_;
};

class simulated_unit final : public simulated_daemon {
 public:
  simulated_unit(node::member self, environment in, const tmu::identity& who,
                 const tmu::limits& limits, const disk_faults& faults)
      : simulated_daemon(std::move(self), std::move(in)),
        disk_(faults, who.seed),
        daemon_(who, self_.driver, limits, &disk_, access_) {}
  [[nodiscard]] const virtual_disk& disk() const { return disk_; }
  [[nodiscard]] std::string kept() const override;
  [[nodiscard]] std::uint64_t malformed() const override { return daemon_.dropped().malformed; }

 private:
  loader::daemon& machine() override { return daemon_; }
  virtual_disk disk_;
  loader::token_matching_unit_daemon daemon_;
};

}  // namespace mentat::sim
