// The basic operations of [DSM92 Fig. 6], and what one write costs [DSM92 Fig. 11].
#include <memory>

#include "bench/papers/then/dsm_programs.h"
#include "bench/papers/then/svm_world.h"
#include "mmps/base/check.h"

namespace mentat::bench::then {
namespace {

using svm::access;

constexpr std::size_t processes = 10;

// Milliseconds until process 1 has page 0, after `before` has brought the page where it is to be.
template <class Before>
double time_of(bool central, access wanted, const amoeba_costs& costs, Before before) {
  machine on(processes + 1);
  amoeba net(on, costs);
  svm_world world(net, central, processes, 1);
  duration taken = 0;
  const auto run = [&]() -> task<> {
    co_await before(world);
    co_await on.sleep(microseconds(1e6));  // messages under way arrive
    const instant begun = on.now();
    co_await world.touch(1, 0, wanted);
    taken = on.now() - begun;
  };
  on.start(run());
  MENTAT_CHECK(on.run(), "the page comes");
  return seconds(taken) * 1e3;
}

// A function, because g++ 12 takes no lambda that is a coroutine where one is awaited.
task<> nothing_before(svm_world&) { co_return; }

task<> written_by_2(svm_world& world) { co_await world.touch(2, 0, access::write); }

struct read_by {
  std::size_t first, last;
  task<> operator()(svm_world& world) const { return run(world, first, last); }
  static task<> run(svm_world& world, std::size_t first, std::size_t last) {
    for (std::size_t p = first; p <= last; ++p) co_await world.touch(p, 0, access::read);
  }
};

task<> read_once(shared_state& state, std::size_t p) {
  while (!state.is_here(p)) co_await state.fetch(p);
}

task<> write_once(shared_state& state, std::size_t p) { co_await state.improve(p, 1); }

}  // namespace

amoeba_costs with_broadcast_of_fig6() {
  amoeba_costs costs;
  const duration more = microseconds(3000 - 267 - 1500);
  costs.sequence += more / 2;
  costs.receive_broadcast += more / 2;
  return costs;
}

double page_at_manager() { return time_of(true, access::read, {}, nothing_before); }

double page_not_at_manager() { return time_of(true, access::read, {}, written_by_2); }

double invalidation_of(std::size_t copies) {
  return time_of(true, access::write, {}, read_by{2, 1 + copies}) - page_at_manager();
}

double distributed_page(const amoeba_costs& costs) {
  return time_of(false, access::read, costs, written_by_2);
}

double distributed_invalidation(const amoeba_costs& costs) {
  return time_of(false, access::write, costs, read_by{1, processes - 1});
}

traffic write_and_read_again(paradigm as, std::size_t processors) {
  const bool central = as == paradigm::svm_central_good || as == paradigm::svm_central_bad;
  machine on(processors + (central ? 1 : 0));
  sharing what;
  what.as = as;
  what.workers = processors;
  const auto state = share(on, what);
  for (std::size_t p = 0; p < processors; ++p) on.start(read_once(*state, p));
  MENTAT_CHECK(on.run(), "all have read");
  const traffic before{state->net().messages(), state->net().bytes()};
  on.start(write_once(*state, 1));
  MENTAT_CHECK(on.run(), "it is written");
  for (std::size_t p = 0; p < processors; ++p) on.start(read_once(*state, p));
  MENTAT_CHECK(on.run(), "all have read again");
  return {state->net().messages() - before.messages, state->net().bytes() - before.bytes};
}

}  // namespace mentat::bench::then
