// Random schedules over the three designs of the S/Net's Linda kernel.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "bench/papers/then/linda_kernel.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <deque>

#include "mmps/base/random.h"

namespace mentat::bench::then {
namespace {

class world {
 public:
  world(linda_design design, std::uint64_t seed, linda_mutant bug)
      : design_(design), chance_(seed), nodes_(2 + static_cast<node>(chance_.below(5))) {
    for (node n = 0; n < nodes_; ++n) kernels_.push_back(make_linda_kernel(design, n, bug));
    bus_.resize(nodes_);
  }

  std::string run(int steps) {
    for (int n = 0; n < steps && why_.empty(); ++n) step(true);
    for (int n = 0; n < 20'000 && why_.empty() && !is_quiet(); ++n) step(false);
    if (why_.empty()) at_the_end();
    return why_;
  }

 private:
  bool is_quiet() const {
    return flying_.empty() &&
           std::all_of(bus_.begin(), bus_.end(), [](auto& b) { return b.empty(); });
  }

  void step(bool begins) {
    const auto n = static_cast<node>(chance_.below(nodes_));
    linda_outbox sent;
    switch (chance_.below(4)) {
      case 0:
        if (begins) act(n, sent);
        break;
      case 1:
        if (begins && chance_.below(4) == 0) kernels_[n]->tick(sent);
        break;
      default:
        deliver(n, sent);
    }
    emit(sent);
    for (node k = 0; k < nodes_; ++k) collect(k);
  }

  void act(node n, linda_outbox& sent) {
    if (kernels_[n]->is_waiting()) return;
    const std::string name = chance_.below(2) == 0 ? "job" : "result";
    const auto key = static_cast<std::int64_t>(chance_.below(2));
    if (chance_.below(2) == 0) {
      ++put_;
      return kernels_[n]->out({name, {key, next_++}}, sent);
    }
    pattern wanted{name, {std::nullopt, std::nullopt}};
    if (chance_.below(2) == 0) wanted.fields[0] = key;
    wanted_[n] = wanted;
    takes_[n] = chance_.below(4) != 0;
    kernels_[n]->look(wanted, takes_[n], sent);
  }

  void collect(node n) {
    const auto given = kernels_[n]->result();
    if (!given) return;
    if (!wanted_[n].matches(*given)) why_ = "what was given does not match";
    if (!takes_[n]) return;
    if (!taken_.insert(given->fields[1]).second) why_ = "a tuple was given twice";
  }

  // The bus delivers in one order to all, the sender too; other messages overtake each other, and
  // so do the broadcasts of the designs that need no order.
  void emit(const linda_outbox& sent) {
    for (const linda_message& one : sent) {
      for (node n = 0; n < nodes_; ++n) {
        if (one.to != every_node && one.to != n) continue;
        if (design_ == linda_design::by_bus)
          bus_[n].push_back(one);
        else if (n != one.from)
          flying_.push_back({n, one});
      }
    }
  }

  void deliver(node n, linda_outbox& sent) {
    if (!bus_[n].empty()) {
      const linda_message one = bus_[n].front();
      bus_[n].pop_front();
      kernels_[n]->receive(one, sent);
    } else if (!flying_.empty()) {
      const auto at = static_cast<std::ptrdiff_t>(chance_.below(flying_.size()));
      const auto [to, one] = flying_[static_cast<std::size_t>(at)];
      flying_.erase(flying_.begin() + at);
      kernels_[to]->receive(one, sent);
    }
  }

  void at_the_end() {
    if (!is_quiet()) {
      why_ = "messages without end";
      return;
    }
    // A pattern that was dropped is sent again.
    for (int n = 0; n < 100; ++n) {
      linda_outbox sent;
      for (auto& kernel : kernels_) kernel->tick(sent);
      emit(sent);
      while (!is_quiet()) {
        linda_outbox more;
        deliver(static_cast<node>(chance_.below(nodes_)), more);
        emit(more);
        for (node k = 0; k < nodes_; ++k) collect(k);
      }
    }
    std::size_t here = 0;
    for (const auto& kernel : kernels_) {
      here = design_ == linda_design::local ? here + kernel->size() : kernel->size();
      if (design_ != linda_design::local && kernel->size() != kernels_[0]->size())
        why_ = "the copies of the space differ";
    }
    if (here + taken_.size() != put_) why_ = "put is not taken and here";
    for (const auto& waiting : kernels_)
      for (const auto& holder : kernels_)
        if (waiting->waits_for() && holder->holds_match(*waiting->waits_for()))
          why_ = "a pattern waits for a tuple that is there";
  }

  const linda_design design_;
  base::random chance_;
  const node nodes_;
  std::vector<std::unique_ptr<linda_kernel>> kernels_;
  std::vector<std::deque<linda_message>> bus_;
  std::deque<std::pair<node, linda_message>> flying_;
  std::map<node, pattern> wanted_;
  std::map<node, bool> takes_;
  std::set<std::int64_t> taken_;
  std::size_t put_ = 0;
  std::int64_t next_ = 0;
  std::string why_;
};

/// The first of 2,000 seeds that finds something, or 0.
std::uint64_t found(linda_design design, linda_mutant bug) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const std::string why = world(design, seed, bug).run(300);
    if (why.empty()) continue;
    MESSAGE("seed " << seed << ": " << why);
    return seed;
  }
  return 0;
}

}  // namespace

TEST_CASE("a tuple is given once, under 2,000 random schedules of each design [LINDA86 3]") {
  CHECK(found(linda_design::by_origin, linda_mutant::none) == 0);
  CHECK(found(linda_design::by_bus, linda_mutant::none) == 0);
  CHECK(found(linda_design::local, linda_mutant::none) == 0);
}

TEST_CASE("a kernel that lets two take a tuple is found: two_takers") {
  CHECK(found(linda_design::by_origin, linda_mutant::two_takers) > 0);
  CHECK(found(linda_design::by_bus, linda_mutant::two_takers) > 0);
}

TEST_CASE("an in of the first protocol is a broadcast and the origin's answer [LINDA86 3]") {
  delete_by_origin origin(0), taker(1);
  linda_outbox sent;
  origin.out({"ping", {}}, sent);
  REQUIRE(sent.size() == 1);
  linda_outbox wish;
  taker.receive(sent[0], wish);
  CHECK(wish.empty());
  taker.look({"ping", {}}, true, wish);
  REQUIRE(wish.size() == 1);
  CHECK(!taker.result());
  linda_outbox answer;
  origin.receive(wish[0], answer);
  REQUIRE(answer.size() == 1);
  CHECK(answer[0].to == 1);
  taker.receive(answer[0], sent);
  CHECK(taker.result());
}

}  // namespace mentat::bench::then
