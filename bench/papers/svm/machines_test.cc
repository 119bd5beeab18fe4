// Random schedules over the machines of shared virtual memory: messages overtake each other, every
// process is slow at any moment. After each step the invariants hold; at the end nobody waits.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>

#include "bench/papers/svm/central.h"
#include "bench/papers/svm/distributed.h"
#include "mmps/base/random.h"

namespace mentat::bench::svm {
namespace {

/// A value of a page: which writer's turn, and its how manyth write.
struct version {
  std::uint64_t turn = 0, write = 0;
  bool operator==(const version&) const = default;
};

class world {
 public:
  world(bool central, process processes, page_number pages, std::uint64_t seed, mutant bug)
      : central_(central),
        processes_(processes),
        pages_(pages),
        chance_(seed),
        managing_(processes, pages, 1 + static_cast<unsigned>(chance_.below(4)), bug),
        stored_(pages),
        last_(pages),
        programs_(processes) {
    for (process p = 0; p < processes; ++p) {
      programs_[p].copies.resize(pages);
      if (central)
        programs_[p].handler = std::make_unique<central_handler>(p, processes, pages, bug);
      else
        programs_[p].handler = std::make_unique<distributed_handler>(p, processes, pages, bug);
    }
  }

  /// The first broken invariant, or nothing.
  std::string run(int steps) {
    for (int n = 0; n < steps && why_.empty(); ++n) step(true);
    for (int n = 0; n < 200'000 && why_.empty() && busy(); ++n) step(false);
    if (why_.empty() && busy()) why_ = "a request was never answered";
    return why_;
  }

 private:
  struct program {
    std::unique_ptr<page_handler> handler;
    std::vector<version> copies;
    std::size_t position = 0;  // broadcasts that it has handled
    page_number number = 0;
    access wanted = access::none;
    access locked = access::none;  // of `number`
    bool unsettled = false;
    bool wants_lock = false;
    std::map<page_number, std::uint64_t> turn;  // its request to write
  };
  struct flying {
    message what;
    version contents;
  };

  bool busy() const {
    return !flying_.empty() || std::any_of(programs_.begin(), programs_.end(), [&](const auto& p) {
      return p.handler->is_waiting() || p.unsettled || p.locked != access::none ||
             p.position < broadcasts_.size();
    });
  }

  void step(bool begins) {
    const auto p = static_cast<process>(chance_.below(processes_));
    if (chance_.below(2) == 0 && !flying_.empty()) {
      deliver();
    } else if (chance_.below(2) == 0 && programs_[p].position < broadcasts_.size()) {
      const message request = broadcasts_[programs_[p].position++];
      hand(p, request);
    } else {
      act(p, begins);
    }
    check();
  }

  void deliver() {
    const auto n = chance_.below(flying_.size());
    const flying one = flying_[n];
    flying_.erase(flying_.begin() + static_cast<std::ptrdiff_t>(n));
    if (one.what.to == manager) {
      if (one.what.with_page) stored_[one.what.number] = one.contents;
      outbox out;
      managing_.receive(one.what, out);
      return emit(manager, out);
    }
    if (one.what.with_page) programs_[one.what.to].copies[one.what.number] = one.contents;
    hand(one.what.to, one.what);
  }

  void hand(process p, const message& received) {
    outbox out;
    program& at = programs_[p];
    const bool given = at.handler->receive(received, out);
    emit(p, out);
    if (given) granted(p);
  }

  void granted(process p) {
    program& at = programs_[p];
    if (at.wanted == access::write) {
      at.turn[at.number] = central_ ? ++turns_ : position_of(p, at.number);
    }
    if (at.wants_lock) at.locked = at.wanted;
    at.unsettled = true;
    use(p);
  }

  // The place of this process's latest request for the page, counted from 1.
  std::uint64_t position_of(process p, page_number number) const {
    for (std::size_t n = programs_[p].position; n > 0; --n)
      if (broadcasts_[n - 1].from == p && broadcasts_[n - 1].number == number) return n;
    return 0;
  }

  void act(process p, bool begins) {
    program& at = programs_[p];
    if (at.handler->is_waiting()) return;
    outbox out;
    if (at.unsettled) {
      at.unsettled = false;
      at.handler->settle(at.number, out);
      return emit(p, out);
    }
    if (at.locked != access::none) {
      if (chance_.below(3) != 0) return use(p);
      at.locked = access::none;
      at.handler->unlock(at.number, out);
      return emit(p, out);
    }
    if (!begins) return;
    at.number = static_cast<page_number>(chance_.below(pages_));
    at.wanted = chance_.below(3) == 0 ? access::write : access::read;
    at.wants_lock = chance_.below(3) == 0;
    const bool here = at.wants_lock ? at.handler->lock(at.number, at.wanted, out)
                                    : at.handler->want(at.number, at.wanted, out);
    emit(p, out);
    if (!here) return;
    if (at.wants_lock) at.locked = at.wanted;
    use(p);
  }

  void use(process p) {
    program& at = programs_[p];
    version& copy = at.copies[at.number];
    if (at.wanted == access::write && at.handler->may(at.number) == access::write) {
      if (copy.turn != at.turn[at.number]) copy = {at.turn[at.number], 0};
      ++copy.write;
      last_[at.number][copy.turn] = copy.write;
      return;
    }
    if (at.handler->may(at.number) == access::none) return;
    if (!central_ && (at.unsettled || at.locked != access::none))
      return;  // may be behind: [DSM92 3]
    if (copy != expected(p)) why_ = "a read did not return the last write";
  }

  // Central: the last write of all. Distributed: of the last writer that this process knows of.
  version expected(process p) const {
    const program& at = programs_[p];
    const auto& turns = last_[at.number];
    std::uint64_t newest = ~std::uint64_t{0};
    if (!central_) {
      newest = 0;
      for (std::size_t n = 0; n < at.position; ++n)
        if (broadcasts_[n].number == at.number && broadcasts_[n].wanted == access::write)
          newest = n + 1;
    }
    auto found = turns.upper_bound(newest);
    if (found == turns.begin()) return {};
    --found;
    return {found->first, found->second};
  }

  void emit(process from, const outbox& out) {
    for (const message& one : out) {
      if (one.to == everybody) {
        broadcasts_.push_back(one);
        continue;
      }
      version contents;
      if (one.with_page)
        contents = from == manager ? stored_[one.number] : programs_[from].copies[one.number];
      flying_.push_back({one, contents});
    }
  }

  void check() {
    for (page_number n = 0; n < pages_; ++n) {
      int writers = 0, readers = 0, locks = 0;
      for (const program& at : programs_) {
        writers += at.handler->may(n) == access::write;
        readers += at.handler->may(n) == access::read;
        if (at.number != n || at.locked == access::none) continue;
        locks += at.locked == access::write;
        if (at.handler->may(n) < at.locked) why_ = "a locked page was taken away";
      }
      if (writers > 1 || (central_ && writers == 1 && readers > 0))
        why_ = "a page has a writer and others";
      if (locks > 1) why_ = "two processes hold a lock for writing";
    }
  }

  const bool central_;
  const process processes_;
  const page_number pages_;
  base::random chance_;
  central_manager managing_;
  std::vector<version> stored_;
  std::vector<std::map<std::uint64_t, std::uint64_t>> last_;  // writes of each turn, of each page
  std::vector<program> programs_;
  std::vector<message> broadcasts_;
  std::vector<flying> flying_;
  std::uint64_t turns_ = 0;
  std::string why_;
};

constexpr std::uint64_t seeds = 2000;

std::string run(bool central, std::uint64_t seed, mutant bug) {
  base::random chance(seed);
  const auto processes = static_cast<process>(1 + chance.below(6));
  const auto pages = static_cast<page_number>(1 + chance.below(3));
  return world(central, processes, pages, chance.next(), bug).run(400);
}

/// The first of the seeds that finds something, or none.
std::uint64_t found(bool central, mutant bug) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const std::string why = run(central, seed, bug);
    if (!why.empty()) {
      MESSAGE("seed " << seed << ": " << why);
      return seed;
    }
  }
  return 0;
}

}  // namespace

TEST_CASE("central management keeps its invariants under 2,000 random schedules") {
  CHECK(found(true, mutant::none) == 0);
}

TEST_CASE("distributed management keeps its invariants under 2,000 random schedules") {
  CHECK(found(false, mutant::none) == 0);
}

TEST_CASE("a manager that does not wait for invalidations is found: invalidate_unanswered") {
  CHECK(found(true, mutant::invalidate_unanswered) > 0);
}

TEST_CASE("a handler that gives a locked page away is found: lock_ignored") {
  CHECK(found(true, mutant::lock_ignored) > 0);
  CHECK(found(false, mutant::lock_ignored) > 0);
}

TEST_CASE("a reader of a page that the manager keeps costs one message each way [DSM92 3]") {
  central_manager managing(3, 1);
  outbox out;
  managing.receive({function::read_page, 0, manager, 0, access::read, false}, out);
  REQUIRE(out.size() == 1);
  CHECK(out[0].what == function::grant);
  CHECK(out[0].with_page);
}

TEST_CASE("a writer that has a copy is sent no page [DSM92 3]") {
  central_manager managing(3, 1);
  outbox out;
  managing.receive({function::read_page, 0, manager, 0, access::read, false}, out);
  managing.receive({function::granted, 0, manager, 0, access::read, false}, out);
  out.clear();
  managing.receive({function::write_page, 0, manager, 0, access::write, false}, out);
  REQUIRE(out.size() == 1);
  CHECK(out[0].what == function::grant);
  CHECK(!out[0].with_page);
}

TEST_CASE("messages from outside are dropped and counted") {
  base::random chance(7);
  central_manager managing(3, 2);
  central_handler handler(1, 3, 2);
  distributed_handler other(1, 3, 2);
  outbox out;
  for (int n = 0; n < 20'000; ++n) {
    message any;
    any.what = static_cast<function>(chance.below(256));
    any.from = static_cast<process>(chance.next());
    if (chance.below(2) == 0) any.from = manager;
    any.to = static_cast<process>(chance.next());
    any.number = static_cast<page_number>(chance.next() | 2);
    any.wanted = static_cast<access>(chance.below(256));
    any.with_page = chance.below(2) == 0;
    managing.receive(any, out);
    CHECK(!handler.receive(any, out));
    CHECK(!other.receive(any, out));
  }
  CHECK(out.empty());
  CHECK(managing.dropped() == 20'000);
  CHECK(handler.dropped() == 20'000);
  CHECK(other.dropped() == 20'000);
}

}  // namespace mentat::bench::svm
