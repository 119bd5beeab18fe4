#include "bench/papers/then/linda_programs.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "mmps/base/check.h"

namespace mentat::bench::then {
namespace {

// A tuple block: 20 bytes of header and 100 or 512 of data [LINDA86 4]. Control messages are
// headers.
std::size_t on_the_bus(const linda_message& sent) {
  using kind = linda_message::kind;
  if (sent.what == kind::tuple || sent.what == kind::give || sent.what == kind::look) {
    const std::size_t data = sent.carried.bytes;
    return data <= 100 ? 120 : 120 + (data - 100 + 511) / 512 * 532;
  }
  return 20;
}

class snet {
 public:
  snet(linda_design design, std::size_t nodes, const snet_costs& costs)
      : costs_(costs), design_(design), on_(nodes), wakes_(nodes) {
    for (std::size_t n = 0; n < nodes; ++n)
      kernels_.push_back(make_linda_kernel(design, static_cast<node>(n)));
  }

  machine& on() { return on_; }

  task<> out(node here, tuple one) {
    co_await on_.compute(here, costs_.pass + format(one.bytes));
    linda_outbox sent;
    kernels_[here]->out(std::move(one), sent);
    emit(here, sent);
  }

  task<tuple> in(node here, pattern wanted) { return look(here, std::move(wanted), true); }
  task<tuple> read(node here, pattern wanted) { return look(here, std::move(wanted), false); }

  void count(linda_measured& into, node observed, double pairs) const {
    into.messages = messages_;
    into.bytes = bytes_;
    into.interrupts_per_pair = static_cast<double>(on_.interrupts(observed)) / pairs;
  }

 private:
  duration format(std::size_t bytes) const {
    return microseconds(costs_.format_us_per_byte * static_cast<double>(bytes));
  }

  task<tuple> look(node here, pattern wanted, bool takes) {
    co_await on_.compute(here, costs_.pass);
    linda_outbox sent;
    kernels_[here]->look(wanted, takes, sent);
    emit(here, sent);
    std::optional<tuple> found = kernels_[here]->result();
    while (!found) {
      co_await wakes_[here].wait();
      found = kernels_[here]->result();
    }
    co_await on_.compute(here, costs_.pass + format(found->bytes));
    co_return std::move(*found);
  }

  void emit(node from, const linda_outbox& sent) {
    for (const linda_message& one : sent) {
      ++messages_;
      bytes_ += on_the_bus(one);
      const auto taken =
          microseconds(costs_.bus_us_per_byte * static_cast<double>(on_the_bus(one)));
      on_.transmit(taken, [this, from, one] { arrive(from, one); });
    }
  }

  void arrive(node from, const linda_message& one) {
    for (node n = 0; n < kernels_.size(); ++n) {
      if (one.to != every_node && one.to != n) continue;
      // Only the second protocol reads a deletion back.
      const bool reads_back =
          design_ == linda_design::by_bus && one.what == linda_message::kind::erase;
      if (n == from && !reads_back) continue;
      on_.interrupt(n, costs_.pass, [this, n, one] {
        linda_outbox sent;
        kernels_[n]->receive(one, sent);
        emit(n, sent);
        wakes_[n].wake();
      });
    }
  }

  const snet_costs costs_;
  const linda_design design_;
  std::uint64_t messages_ = 0, bytes_ = 0;
  std::vector<std::unique_ptr<linda_kernel>> kernels_;
  machine on_;
  std::vector<signal> wakes_;
};

// A function, because g++ 12 takes no braces with a string in a coroutine.
tuple of_fields(const char* name, std::vector<std::int64_t> fields) {
  return {.name = name, .fields = std::move(fields)};
}

std::vector<std::int64_t> numbers(std::int64_t first) {
  return std::vector<std::int64_t>(1, first);
}

std::vector<std::int64_t> numbers(std::int64_t first, std::int64_t second) {
  std::vector<std::int64_t> both(1, first);
  both.push_back(second);
  return both;
}

pattern any(std::string name, std::size_t fields) {
  return {std::move(name), std::vector<std::optional<std::int64_t>>(fields)};
}

task<> ping(snet& s, unsigned limit, instant& ended) {
  for (unsigned count = 1;; ++count) {
    co_await s.in(0, any("ping", 0));
    if (count == limit) break;
    co_await s.out(0, of_fields("pong", {}));
  }
  ended = s.on().now();
}

task<> pong(snet& s) {
  for (;;) {
    co_await s.out(1, of_fields("ping", {}));
    co_await s.in(1, any("pong", 0));
  }
}

// ---- the matrix program -------------------------------------------------------------------------

struct product {
  int dimension;
  bool by_row;
  std::vector<std::int64_t> a, b, c;
  int tasks() const { return by_row ? dimension : dimension * dimension; }
  std::int64_t dot(int row, int column) const {
    std::int64_t sum = 0;
    for (int k = 0; k < dimension; ++k)
      sum += a[static_cast<std::size_t>(row * dimension + k)] *
             b[static_cast<std::size_t>(k * dimension + column)];
    return sum;
  }
};

tuple line(const char* name, int n, const product& of) {
  return {.name = name, .fields = {n}, .bytes = static_cast<std::size_t>(of.dimension) * 4};
}

// Initialises, then collects the product.
task<> begin_and_clean_up(snet& s, product& of, instant& ended) {
  for (int n = 0; n < of.dimension; ++n) {
    co_await s.out(0, line("A", n, of));
    co_await s.out(0, line("B", n, of));
  }
  co_await s.out(0, of_fields("Dot", numbers(0)));
  for (int n = 0; n < of.tasks(); ++n) {
    pattern wanted = any("C", 2);
    wanted.fields[0] = n;
    const tuple result = co_await s.in(0, std::move(wanted));
    if (!of.by_row) of.c[static_cast<std::size_t>(n)] = result.fields[1];
  }
  ended = s.on().now();
}

task<> read_line(snet& s, node self, const char* name, int n) {
  pattern wanted = any(name, 1);
  wanted.fields[0] = n;
  co_await s.read(self, std::move(wanted));
}

task<> matrix_worker(snet& s, node self, product& of, duration step) {
  const int d = of.dimension;
  if (of.by_row)
    for (int column = 0; column < d; ++column) co_await read_line(s, self, "B", column);
  for (;;) {
    const tuple next = co_await s.in(self, any("Dot", 1));
    const auto n = static_cast<int>(next.fields[0]);
    if (n + 1 < of.tasks()) co_await s.out(self, of_fields("Dot", numbers(n + 1)));
    const int row = of.by_row ? n : n / d;
    co_await read_line(s, self, "A", row);
    if (of.by_row) {
      for (int column = 0; column < d; ++column)
        of.c[static_cast<std::size_t>(row * d + column)] = of.dot(row, column);
      co_await s.on().compute(self, step * d * d);
      tuple result = line("C", n, of);
      result.fields.push_back(0);
      co_await s.out(self, std::move(result));
    } else {
      co_await read_line(s, self, "B", n % d);
      co_await s.on().compute(self, step * d);
      co_await s.out(self, of_fields("C", numbers(n, of.dot(row, n % d))));
    }
  }
}

// ---- R-Linda ------------------------------------------------------------------------------------

class r_linda_node {
 public:
  r_linda_node(duration delay, bool skeleton, bool guard, const r_linda_costs& costs)
      : delay_(delay), skeleton_(skeleton), guard_(guard), costs_(costs) {}

  machine& on() { return on_; }

  task<> out(std::size_t self, const char* name) {
    co_await call(self, true);
    if (skeleton_) co_return;
    server_.out(of_fields(name, {}));
    if (guard_)
      for (signal& waits : waits_) waits.wake();
  }

  task<> in(std::size_t self, const char* name) {
    co_await call(self, true);
    std::uint64_t id = 0;
    if (!skeleton_ && server_.in(any(name, 0), true, id)) co_return;
    // With a guard the answer of this call is the tuple, and comes when there is one.
    while (guard_ && !server_.check_found(id)) co_await waits_[self].wait();
    if (guard_) {
      server_.get(id);
      co_return;
    }
    do {
      co_await on_.sleep(delay_);
      co_await call(self, false);
      ++polls_;
    } while (!skeleton_ && !server_.check_found(id));
    co_await call(self, true);
    if (!skeleton_) server_.get(id);
  }

  std::uint64_t calls() const { return calls_; }
  std::uint64_t polls() const { return polls_; }

 private:
  // Clients and server are processes of one processor, which the system gives to them in turns.
  task<> call(std::size_t self, bool carries) {
    ++calls_;
    duration cost = costs_.null_call + (carries ? costs_.tuple : 0);
    if (!skeleton_) cost += costs_.processing;
    for (; cost > 0; cost -= turn_) {
      on_.interrupt(0, std::min(cost, turn_), [this, self] { done_[self].wake(); });
      co_await done_[self].wait();
    }
  }

  const duration delay_;
  const bool skeleton_, guard_;
  const r_linda_costs costs_;
  const duration turn_ = microseconds(1000);
  std::uint64_t calls_ = 0, polls_ = 0;
  r_linda_server server_;
  machine on_{1};
  signal done_[2], waits_[2];
};

task<> r_linda_ping(r_linda_node& node, unsigned cycles, instant& ended) {
  for (unsigned n = 0; n < cycles; ++n) {
    co_await node.in(0, "ping");
    co_await node.out(0, "pong");
  }
  ended = node.on().now();
}

task<> r_linda_pong(r_linda_node& node, unsigned cycles) {
  for (unsigned n = 0; n < cycles; ++n) {
    co_await node.out(1, "ping");
    co_await node.in(1, "pong");
  }
}

}  // namespace

linda_measured ping_pong(linda_design design, unsigned limit, const snet_costs& costs) {
  snet s(design, 2, costs);
  instant ended = 0;
  s.on().start(ping(s, limit, ended));
  s.on().start(pong(s));
  s.on().run();
  linda_measured measured;
  measured.seconds = seconds(ended);
  measured.right = ended > 0;
  measured.pairs_per_second = 2 * limit / measured.seconds;
  s.count(measured, 0, 2 * limit);
  return measured;
}

linda_measured linda_matrix(linda_design design, int dimension, unsigned workers, bool by_row,
                            const snet_costs& costs) {
  MENTAT_CHECK(dimension > 0 && workers > 0, "something to do, and somebody to do it");
  const auto cells = static_cast<std::size_t>(dimension * dimension);
  product of{dimension, by_row, std::vector<std::int64_t>(cells), std::vector<std::int64_t>(cells),
             std::vector<std::int64_t>(cells)};
  for (std::size_t n = 0; n < cells; ++n) {
    of.a[n] = static_cast<std::int64_t>(n * 7 % 11);
    of.b[n] = static_cast<std::int64_t>(n * 5 % 13);
  }
  snet s(design, workers + 1, costs);
  instant ended = 0;
  s.on().start(begin_and_clean_up(s, of, ended));
  for (node n = 1; n <= workers; ++n)
    s.on().start(matrix_worker(s, n, of, microseconds(costs.multiply_us)));
  s.on().run();
  linda_measured measured;
  measured.seconds = seconds(ended);
  s.count(measured, workers, 2.0 * of.tasks());
  measured.right = ended > 0;
  for (int n = 0; n < dimension * dimension; ++n)
    measured.right &= of.c[static_cast<std::size_t>(n)] == of.dot(n / dimension, n % dimension);
  return measured;
}

r_linda_measured r_linda_ping_pong(unsigned cycles, duration delay, bool skeleton, bool guard,
                                   const r_linda_costs& costs) {
  r_linda_node node(delay, skeleton, guard, costs);
  instant ended = 0;
  node.on().start(r_linda_ping(node, cycles, ended));
  node.on().start(r_linda_pong(node, cycles));
  node.on().run();
  return {seconds(ended), node.calls(), node.polls()};
}

}  // namespace mentat::bench::then
