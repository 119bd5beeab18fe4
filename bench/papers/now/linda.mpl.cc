// The programs of [LINDA86 5] and [RLINDA A] over today's tuple space, and over R-Linda's server,
// which its clients poll. runs.cc starts it.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "bench/papers/apps/matrix.h"
#include "bench/papers/then/r_linda_server.h"

using namespace mentat::bench::papers;
using namespace mentat::literals;
namespace then = mentat::bench::then;

// A tuple without fields, and the calls that R-Linda's clients make.
class [[mentat::persistent]] linda_server {
 public:
  void out(std::string name) { server_.out({name, {}}); }
  // 0: the tuple was there; else the number by which to ask again.
  std::uint64_t in(std::string name) {
    std::uint64_t id = 0;
    server_.in({name, {}}, true, id);
    return id;
  }
  bool check_found(std::uint64_t id) { return server_.check_found(id); }
  bool get(std::uint64_t id) { return server_.get(id).has_value(); }

 private:
  then::r_linda_server server_;
};

namespace {

// Row i of the left factor, and row j of the transposed right one.
using row = std::vector<float>;

row row_of(const matrix<float>& of, int i) {
  const auto numbers = of.row(i);
  return {numbers.begin(), numbers.end()};
}

matrix<float> transposed(const matrix<float>& of) {
  matrix<float> made(of.size);
  for (int i = 0; i < of.size; ++i)
    for (int j = 0; j < of.size; ++j)
      made.row(j)[static_cast<std::size_t>(i)] = of.row(i)[static_cast<std::size_t>(j)];
  return made;
}

float product_of(const row& left, const row& right) {
  float sum = 0;
  for (std::size_t k = 0; k < left.size(); ++k) sum += left[k] * right[k];
  return sum;
}

void take_ping(mentat::space from) { from.in("ping"_name); }
void take_pong(mentat::space from) { from.in("pong"_name); }

// The number of the next task; it is taken out, and its successor put.
int next_task(mentat::space of) {
  int next = of.in("dot"_name, mentat::formal<int>);
  of.out("dot"_name, next + 1);
  return next;
}

void polled_in(linda_server from, const std::string& name) {
  std::uint64_t id = from.in(name);
  if (id == 0) return;
  while (!from.check_found(id)) {
  }
  if (!from.get(id)) std::abort();
}

}  // namespace

// An object, so that the two players can be in two processes.
class [[mentat::persistent]] player {
 public:
  // Returns the number of its own pairs of an out and an in.
  int ping(mentat::space table, int limit) {
    for (int n = 0; n < limit; ++n) {
      table.out("ping"_name);
      take_pong(table);
    }
    return limit;
  }
  int pong(mentat::space table, int limit) {
    for (int n = 0; n < limit; ++n) {
      take_ping(table);
      table.out("pong"_name);
    }
    return limit;
  }
  int polled_ping(linda_server table, int limit) {
    for (int n = 0; n < limit; ++n) {
      table.out("ping");
      polled_in(table, "pong");
    }
    return limit;
  }
  int polled_pong(linda_server table, int limit) {
    for (int n = 0; n < limit; ++n) {
      polled_in(table, "ping");
      table.out("pong");
    }
    return limit;
  }
};

class [[mentat::regular]] multiplier {
 public:
  // An element of the product a task [LINDA86 2.1]. Returns how many it computed.
  int by_element(mentat::space s, int size) {
    int done = 0;
    for (;;) {
      const int next = next_task(s);
      if (next >= size * size) return done;
      row left = s.rd("A"_name, next / size, mentat::formal<row>);
      row right = s.rd("B"_name, next % size, mentat::formal<row>);
      s.out("product"_name, next, product_of(left, right));
      ++done;
    }
  }
  // A row a task; all of the right factor is read once.
  int by_row(mentat::space s, int size) {
    std::vector<row> right;
    for (int j = 0; j < size; ++j) right.push_back(s.rd("B"_name, j, mentat::formal<row>));
    int done = 0;
    for (;;) {
      const int next = next_task(s);
      if (next >= size) return done;
      row left = s.rd("A"_name, next, mentat::formal<row>);
      row product;
      for (const row& each : right) product.push_back(product_of(left, each));
      s.out("products"_name, next, product);
      ++done;
    }
  }
};

namespace {

struct result {
  long long value = 0, tasks = 0;
};

result ping_pong(int limit) {
  mentat::space table;
  mentat::create(table);
  player a, b;
  mentat::create(a);
  mentat::create(b, mentat::apart_from(a));
  int pings = a.ping(table, limit);
  int pongs = b.pong(table, limit);
  const int pairs = pings + pongs;
  return {limit, pairs};
}

result polled_ping_pong(int limit) {
  linda_server table;
  mentat::create(table);
  player a, b;
  mentat::create(a);
  mentat::create(b, mentat::apart_from(a));
  int pings = a.polled_ping(table, limit);
  int pongs = b.polled_pong(table, limit);
  const int pairs = pings + pongs;
  return {limit, pairs};
}

long long digest_of(const matrix<float>& product) {
  return static_cast<long long>(
      mentat::bench::papers::digest_of<float>(std::span<const float>(product.numbers)));
}

result multiply(int size, int workers, bool by_rows) {
  const matrix<float> a = random_matrix<float>(size, 1);
  const matrix<float> b = transposed(random_matrix<float>(size, 2));
  mentat::space s;
  mentat::create(s);
  for (int i = 0; i < size; ++i) {
    s.out("A"_name, i, row_of(a, i));
    s.out("B"_name, i, row_of(b, i));
  }
  s.out("dot"_name, 0);
  std::vector<int> done(static_cast<std::size_t>(workers));
  multiplier m;
  for (int me = 0; me < workers; ++me) {
    if (by_rows)
      done[me] = m.by_row(s, size);
    else
      done[me] = m.by_element(s, size);
  }
  matrix<float> product(size);
  for (int i = 0; i < size; ++i) {
    if (by_rows) {
      row one = s.in("products"_name, i, mentat::formal<row>);
      std::copy(one.begin(), one.end(), product.row(i).begin());
      continue;
    }
    for (int j = 0; j < size; ++j) {
      float one = s.in("product"_name, i * size + j, mentat::formal<float>);
      product.row(i)[static_cast<std::size_t>(j)] = one;
    }
  }
  long long tasks = 0;
  for (int me = 0; me < workers; ++me) {
    const int one = done[me];
    tasks += one;
  }
  return {digest_of(product), tasks};
}

result multiply_by_hand(int size) {
  const matrix<float> a = random_matrix<float>(size, 1);
  const matrix<float> b = transposed(random_matrix<float>(size, 2));
  std::vector<row> rows_of_a, rows_of_b;
  for (int i = 0; i < size; ++i) {
    rows_of_a.push_back(row_of(a, i));
    rows_of_b.push_back(row_of(b, i));
  }
  matrix<float> product(size);
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j)
      product.row(i)[static_cast<std::size_t>(j)] = product_of(rows_of_a[i], rows_of_b[j]);
  return {digest_of(product), size};
}

}  // namespace

// Arguments: ping_pong, polled_ping_pong, by_element, by_row or by_hand; limit or size; workers.
int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: linda PROGRAM SIZE WORKERS\n", stderr);
    return 2;
  }
  const std::string what = argv[1];
  const int size = std::atoi(argv[2]), workers = std::atoi(argv[3]);
  const auto begin = std::chrono::steady_clock::now();
  const result found = what == "ping_pong"          ? ping_pong(size)
                       : what == "polled_ping_pong" ? polled_ping_pong(size)
                       : what == "by_hand"          ? multiply_by_hand(size)
                                                    : multiply(size, workers, what == "by_row");
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("%.6f %lld %lld\n", took.count(), found.value, found.tasks);
  return 0;
}
