#include "bench/papers/then/machine.h"

#include <algorithm>

#include "mmps/base/check.h"

namespace mentat::bench::then {

machine::machine(std::size_t processors) : processors_(processors) {}

void machine::at(instant when, std::function<void()> what) {
  MENTAT_CHECK(when >= now_, "nothing happens in the past");
  events_.push({when, next_++, std::move(what)});
}

void machine::start(task<> program) {
  programs_.push_back(std::move(program));
  soon([this, n = programs_.size() - 1] { programs_[n].start(*this); });
}

bool machine::run() {
  while (!events_.empty()) {
    // The queue shows its first element as const; nothing looks at it once it is moved from.
    event next = std::move(const_cast<event&>(events_.top()));
    events_.pop();
    now_ = next.when;
    next.what();
  }
  return std::all_of(programs_.begin(), programs_.end(), [](const auto& p) { return p.ended(); });
}

void machine::begin(std::size_t number, duration d, std::coroutine_handle<> program) {
  processor& here = processors_[number];
  MENTAT_CHECK(!here.program, "a processor runs one program");
  here.program = program;
  here.program_until = std::max(now_, here.kernel_until) + d;
  at(here.program_until, [this, number] { end(number); });
}

void machine::end(std::size_t number) {
  processor& here = processors_[number];
  if (now_ < here.program_until) {  // it was interrupted
    at(here.program_until, [this, number] { end(number); });
    return;
  }
  std::exchange(here.program, {}).resume();
}

void machine::interrupt(std::size_t number, duration d, std::function<void()> done) {
  processor& here = processors_[number];
  here.kernel_until = std::max(now_, here.kernel_until) + d;
  here.kernel_time += d;
  ++here.interrupts;
  if (here.program) here.program_until += d;
  at(here.kernel_until, std::move(done));
}

void machine::transmit(duration d, std::function<void()> done) {
  bus_until_ = std::max(now_, bus_until_) + d;
  bus_time_ += d;
  at(bus_until_, std::move(done));
}

}  // namespace mentat::bench::then
