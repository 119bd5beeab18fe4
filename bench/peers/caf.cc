// Calls of a CAF actor by an actor, in one process.
#include <caf/all.hpp>

#include "bench/peers/calls.h"
#include "bench/samples.h"

namespace mentat::bench {
namespace {

caf::behavior echo() {
  return {
      [](int n) { return n; },
      [](const std::string& bytes) { return static_cast<int>(bytes.size()); },
  };
}

class caf_calls final : public callee {
 public:
  explicit caf_calls(caf::actor_system& system) : system_(system), self_(system) {
    for (caf::actor& each : actors_) each = system.spawn(echo);
  }
  void start(std::size_t bytes) override {
    if (bytes == 0)
      self_->send(actors_[0], 1);
    else
      self_->send(actors_[0],
                  std::string(argument_of(bytes).data(), bytes));  // by value, as everywhere
  }
  void finish() override {
    self_->receive([this](int n) { sum_ += n; });
  }
  bool fan() override {
    for (const caf::actor& each : actors_) self_->send(each, 1);
    for (std::size_t i = 0; i < 4; ++i) finish();
    return true;
  }
  double create() override {
    const double begin = now_us();
    const caf::actor made = system_.spawn(echo);
    self_->send(made, 1);
    finish();
    const double taken = now_us() - begin;
    self_->send_exit(made, caf::exit_reason::user_shutdown);
    return taken;
  }

 private:
  caf::actor_system& system_;
  caf::scoped_actor self_;
  caf::actor actors_[4];
  long sum_ = 0;
};

// The scoped actor above has its own thread; an actor that calls an actor stays on the scheduler:
// CAF's best case.
void actor_to_actor(caf::actor_system& system) {
  constexpr int rounds = 20'000;
  caf::scoped_actor self(system);
  const caf::actor callee = system.spawn(echo);
  for (int sample = 0; sample < 5; ++sample) {
    const double begin = now_us();
    const caf::actor caller = system.spawn([callee, parent = caf::actor_cast<caf::actor>(self)](
                                               caf::event_based_actor* caller) -> caf::behavior {
      caller->send(callee, 1);
      return {[=, left = rounds](int n) mutable {
        if (--left > 0)
          caller->send(callee, n);
        else
          caller->send(parent, n);
      }};
    });
    self->receive([](int) {});
    give_sample("null_call_actor_to_actor", (now_us() - begin) / rounds);
    self->send_exit(caller, caf::exit_reason::user_shutdown);
  }
  self->send_exit(callee, caf::exit_reason::user_shutdown);
}

void run(int argc, char** argv) {
  caf::actor_system_config config;
  caf::actor_system system(config);
  actor_to_actor(system);
  caf_calls calls(system);
  measure_calls(argc, argv, calls);
  std::fflush(stdout);
  std::_Exit(0);  // the actors of the calls wait forever
}

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) { mentat::bench::run(argc, argv); }
