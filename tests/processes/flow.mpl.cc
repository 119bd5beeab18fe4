// Values that go from the process that makes them to the process that uses them, without the one
// that made the calls.
//   flow chain | held | late | order | callers | error | random
//     what the sequential program prints, and where values were decoded
//   flow unit | units | units_held | inside | both | random_units
//     the same with calls of a regular class, which token-matching units match
//   flow large                      arguments of several MB
//   flow rtf                        a result that is handed on twice
//   flow producer | consumer | caller | caller_of_units
//     one of the three processes dies
//   flow unit_dies FILE             one that executes calls of a regular class, three times
//   flow stuck                      a call waits at a token-matching unit for what never comes
//   flow hurt | hurt_units SEED     one dies in the midst of many calls
//   flow time SIZE TIMES            us for each of three stages
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

// Counts, in each process, how often a parcel was written into a message or read from one.
std::atomic<int> parcels_written{0}, parcels_read{0};

struct parcel {
  int number = 0;
  std::vector<char> bytes;

  template <class Archive>
  void save(Archive& to) const {
    ++parcels_written;
    to(number, bytes);
  }
  template <class Archive>
  void load(Archive& from) {
    ++parcels_read;
    from(number, bytes);
  }
};

// A file by which one process lets others continue.
std::string gate(int number) {
  return "gate-" + std::to_string(getpid()) + "-" + std::to_string(number);
}
void open_gate(const std::string& name) { std::fclose(std::fopen(name.c_str(), "w")); }
void wait_at(const std::string& name) {
  while (access(name.c_str(), F_OK) != 0) usleep(200);
}

class [[mentat::persistent]] stage {
 public:
  parcel make(int number, int size) {
    return {number, std::vector<char>(static_cast<std::size_t>(size), 'x')};
  }
  parcel make_late(int number, int size, const std::string& opened) {
    wait_at(opened);
    return {number, std::vector<char>(static_cast<std::size_t>(size), 'x')};
  }
  std::vector<double> turned(int by, std::vector<double> values, const std::string& text,
                             std::vector<short> few, const std::string& last) {
    std::rotate(values.begin(), values.begin() + by, values.end());
    for (const char one : text) values.push_back(one);
    values.insert(values.end(), few.begin(), few.end());
    values.push_back(static_cast<double>(last.size()));
    return values;
  }
  parcel pass(const parcel& one) { return {one.number + 1, one.bytes}; }
  parcel both(const parcel& one, const parcel& other, int factor) {
    parcel made{one.number * factor + other.number, one.bytes};
    made.bytes.insert(made.bytes.end(), other.bytes.begin(), other.bytes.end());
    return made;
  }
  parcel fail(const std::string& why) { throw std::domain_error(why); }
  parcel die(const std::string& opened) {
    wait_at(opened);
    kill(getpid(), SIGKILL);
    return {};
  }
  int count(const parcel& one) { return static_cast<int>(one.bytes.size()) + one.number; }
  int number_late(int n, const std::string& opened) {
    wait_at(opened);
    return n;
  }
  int append(int n) {
    text_ += std::to_string(n) + " ";
    return n;
  }
  std::string text() { return text_; }
  long widen(long n) { return n; }
  int tally(long n) {
    tallied_ += n;
    return 0;
  }
  long tallied() { return tallied_; }
  int read() { return parcels_read; }
  int process() { return getpid(); }

 private:
  std::string text_;
  long tallied_ = 0;
};

// Executed anywhere.
class [[mentat::regular]] smith {
 public:
  parcel make(int number, int size) {
    return {number, std::vector<char>(static_cast<std::size_t>(size), 'y')};
  }
  parcel pass(const parcel& one) { return {one.number + 1, one.bytes}; }
  parcel both(const parcel& one, const parcel& other, int factor) {
    parcel made{one.number * factor + other.number, one.bytes};
    made.bytes.insert(made.bytes.end(), other.bytes.begin(), other.bytes.end());
    return made;
  }
  // Kills its process, the first time.
  parcel pass_again(const parcel& one, const std::string& died) {
    if (std::FILE* made = std::fopen(died.c_str(), "wx")) {
      std::fclose(made);
      kill(getpid(), SIGKILL);
    }
    return {one.number + 1, one.bytes};
  }
  int add(int one, int other) { return one + other; }
  int read() { return parcels_read; }
  // Makes a graph of other calls, and ends before they do.
  parcel from(int number, int size) {
    smith others;
    rtf(others.make(others.add(number, 1), size));
  }
  // Enters a number in an object, and then dies, the first time.
  int enter(stage maker, stage log, int number, const std::string& died) {
    smith others;
    int n = maker.count(others.pass(maker.make(number, 10)));
    int entered = log.append(n);
    parcel last = others.pass(maker.make(entered, 10));
    return pass_again(last, died).number - 2;
  }
};

// Calls others from another process than main.
class [[mentat::persistent]] middle {
 public:
  parcel from(stage maker, int number, int size, const std::string& opened) {
    wait_at(opened);
    rtf(maker.make_late(number, size, opened + "-made"));
    open_gate(opened + "-handed");
  }
  parcel from_next(middle next, stage maker, int number, int size, const std::string& opened) {
    wait_at(opened);
    rtf(next.from(maker, number, size, opened + "-2"));
    open_gate(opened + "-handed");
  }
  int give_and_die(stage maker, stage log, const std::string& opened) {
    int late = maker.number_late(1, opened);
    log.append(late);
    kill(getpid(), SIGKILL);
    return 0;
  }
  parcel unit_and_die(stage maker, const std::string& opened) {
    smith any;
    rtf(any.pass(maker.make_late(1, 10, opened)));
    kill(getpid(), SIGKILL);
  }
  // Waits for a result that another object gives only after this one has ended its call.
  int stuck(middle other) {
    smith any;
    middle me = mentat::self<middle>();
    int n = any.add(other.ask(me), 1);
    return n + 0;
  }
  int ask(middle other) {
    int n = other.process();
    return n + 0;
  }
  int append_late(stage maker, stage log, const std::string& begun, const std::string& opened) {
    int late = maker.number_late(1, opened);
    int done = log.append(late);
    open_gate(begun);
    return done + 0;
  }
  int append_now(stage log) {
    int done = log.append(2);
    return done + 0;
  }
  int read() { return parcels_read; }
  int process() { return getpid(); }
};

namespace {

stage a, b, c;

void make_stages() {
  mentat::create(a);
  mentat::create(b, mentat::apart_from(a));
  mentat::create(c, mentat::apart_from(a), mentat::apart_from(b));
}

void say(const char* what, int n) {
  std::printf("%s %d, here written %d read %d\n", what, n, parcels_written.load(),
              parcels_read.load());
}

void explain(const mentat::remote_error& error) {
  std::printf("%s: %s\n", error.type_name().c_str(), error.what());
}

int chain() {
  make_stages();
  int n = c.count(b.pass(a.make_late(1, 1 << 20, gate(1))));
  open_gate(gate(1));
  say("chain", n);
  return 0;
}

int held() {
  make_stages();
  parcel x = a.make_late(1, 1 << 20, gate(1));
  parcel y = b.pass(x);
  int n = c.count(y);
  int m = c.count(x);
  open_gate(gate(1));
  std::printf("%zu\n", x.bytes.size() + y.bytes.size());
  say("held", n + m);
  return 0;
}

int late() {
  make_stages();
  parcel x = a.make(1, 1000);
  int same = a.process();
  const bool elsewhere = same != getpid();  // so the answer of the first call has arrived
  parcel y = b.both(x, x, 10);
  int n = c.count(y), m = b.count(y);
  std::printf("late %d %d %d\n", n, m, elsewhere);
  return 0;
}

// The call that produces the value is sent when it has more arcs than fit into a message.
int many() {
  make_stages();
  int x = a.number_late(3, gate(1));
  long y = b.widen(x);
  for (int i = 0; i < 5000; ++i) c.tally(y);
  open_gate(gate(1));
  long sum = c.tallied();
  std::printf("many %ld\n", sum);
  return 0;
}

int order() {
  make_stages();
  int x = a.number_late(1, gate(1));
  int first = b.append(x);
  int second = b.append(2);
  int y = c.number_late(3, gate(2));
  int third = b.append(y);
  int fourth = b.append(first);
  open_gate(gate(2));
  open_gate(gate(1));
  int fifth = b.append(second + third);
  std::string all = b.text();
  std::printf("order %s%d\n", all.c_str(), fourth + fifth);
  return 0;
}

// A call that waits for its argument delays its caller's later calls, and no other caller's.
int callers() {
  make_stages();
  middle one, other;
  mentat::create(one, mentat::apart_from(a), mentat::apart_from(b));
  mentat::create(other, mentat::near(one));
  int slow = one.append_late(a, b, gate(1), gate(2));
  wait_at(gate(1));
  int fast = other.append_now(b);
  int sum = fast + 0;
  open_gate(gate(2));
  sum += slow;
  std::string all = b.text();
  std::printf("callers %s%d\n", all.c_str(), sum);
  return 0;
}

int error() {
  make_stages();
  parcel x = a.fail("no parcel");
  parcel y = b.pass(x);
  int n = c.count(y);
  try {
    std::printf("%d\n", n);
  } catch (const mentat::remote_error& failed) {
    explain(failed);
  }
  int m = c.count(b.pass(a.make(1, 1)));
  std::printf("%d\n", m);
  return 0;
}

// The value goes from the maker to the token-matching unit, to the process that executes the call,
// to the consumer.
int unit() {
  make_stages();
  smith any;
  int n = c.count(any.pass(a.make_late(1, 1 << 20, gate(1))));
  open_gate(gate(1));
  say("unit", n);
  return 0;
}

int units() {
  make_stages();
  smith any;
  int n = c.count(any.both(any.pass(any.pass(a.make_late(1, 1 << 20, gate(1)))),
                           any.pass(b.make_late(4, 1 << 20, gate(1))), 10));
  open_gate(gate(1));
  say("units", n);
  return 0;
}

int units_held() {
  make_stages();
  smith any;
  parcel x = a.make_late(1, 1000, gate(1));
  parcel y = any.pass(x);
  int n = c.count(y);
  open_gate(gate(1));
  std::printf("%zu\n", x.bytes.size() + y.bytes.size());
  parcel z = any.both(x, y, 10);
  int m = c.count(z), o = b.count(z);
  std::printf("%d\n", m + o);
  say("units_held", n);
  return 0;
}

int inside() {
  make_stages();
  smith any;
  int n = c.count(any.from(a.number_late(3, gate(1)), 1000));
  open_gate(gate(1));
  say("inside", n);
  int read_there = any.read();
  std::printf("units read %d\n", read_there);
  return 0;
}

// A function that is used by two calls, of an object and of a regular class.
int both() {
  make_stages();
  smith any;
  long sum = 0;
  for (int i = 0; i < 200; ++i) {
    parcel x = any.pass(b.pass(a.make(i, 5)));
    parcel y = any.pass(x);
    int n = c.count(x), m = b.count(any.both(y, x, 2));
    sum += n + m;
  }
  std::printf("both %ld\n", sum);
  return 0;
}

int random_graph(bool with_units) {
  make_stages();
  smith any;
  unsigned chance = 12345;
  const auto below = [&](unsigned n) {
    return (chance = chance * 1664525 + 1013904223) / 65536 % n;
  };
  std::vector<parcel> known(8);
  for (int i = 0; i < 8; ++i) known[i].number = i;
  long sum = 0;
  for (int i = 0; i < 3000; ++i) {
    stage s = below(3) == 0 ? a : below(2) == 0 ? b : c;
    const unsigned to = below(8), from = below(8), other = below(8);
    if (with_units && below(2) == 0) {
      if (below(4) == 0)
        known[to] = any.make(i, static_cast<int>(below(2000)));
      else if (below(2) == 0)
        known[to] = any.both(s.pass(known[from]), known[other], 3);
      else
        known[to] = s.pass(any.pass(known[other]));
      for (parcel& one : known)
        if (below(10) == 0 && one.bytes.size() > 5000) one.bytes.clear();
      continue;
    }
    switch (below(5)) {
      case 0:
        known[to] = s.make(i, static_cast<int>(below(2000)));
        break;
      case 1:
        known[to] = s.pass(known[from]);
        break;
      case 2:
        known[to] = s.both(s.make(i, 3), known[other], 3);
        break;
      case 3:
        known[to] = s.pass(s.pass(known[other]));
        break;
      default: {
        int n = s.count(known[from]);
        sum += n % 1000;
      }
    }
    for (parcel& one : known)
      if (below(40) == 0 && one.bytes.size() > 5000) one.bytes.clear();
  }
  for (parcel& one : known) sum += one.number % 1000 + static_cast<long>(one.bytes.size());
  std::printf("random%s %ld\n", with_units ? " units" : "", sum);
  return 0;
}

// One of three processes dies during calls that pass each other's results on. Every wait ends, and
// the others continue.
int hurt(int seed, bool with_units) {
  make_stages();
  smith any;
  auto chance = static_cast<unsigned>(seed);
  const auto below = [&](unsigned n) {
    return (chance = chance * 1664525 + 1013904223) / 65536 % n;
  };
  std::vector<parcel> known(8);
  int values = 0, losses = 0;
  open_gate(gate(1));
  const int victim = static_cast<int>(below(400));
  for (int i = 0; i < 500; ++i) {
    stage s = below(3) == 0 ? a : below(2) == 0 ? b : c;
    const unsigned to = below(8), from = below(8), other = below(8);
    try {
      if (i == victim) {
        parcel last = s.die(gate(1));
        known[to] = with_units ? any.pass(last) : b.pass(last);
      } else if (with_units && below(2) == 0) {
        if (below(2) == 0)
          known[to] =
              any.both(s.pass(known[from]), any.pass(s.make(static_cast<int>(other), 3)), 2);
        else
          known[to] = s.pass(any.pass(known[from]));
      } else if (below(3) == 0) {
        known[to] = s.make(i, static_cast<int>(below(4000)));
      } else if (below(2) == 0) {
        known[to] = a.both(s.pass(known[from]), b.pass(s.make(static_cast<int>(other), 3)), 2);
      } else {
        int n = s.count(b.pass(known[from]));
        if (below(4) == 0) values += n != 0;
      }
    } catch (const mentat::remote_error& lost) {
      if (lost.type_name() != "mentat::object_lost") throw;
      ++losses;
    }
  }
  for (int i = 0; i < 8; ++i) {
    try {
      values += known[i].number >= 0;
    } catch (const mentat::remote_error& lost) {
      ++losses;
    }
  }
  std::printf("hurt %s\n", values > 0 && losses > 0 ? "and well" : "in vain");
  return 0;
}

// The processes of a producer, of a consumer, and of a caller die, each the first time that it
// executes a certain call of a regular class. If objects have processes of their own, no object
// lives there.
int unit_dies(const std::string& died) {
  make_stages();
  smith any;
  int n[8];
  for (int& one : n) one = c.count(any.pass(any.pass_again(a.make(1, 1000), died + "-1")));
  std::printf("producer %d\n", std::accumulate(n, n + 8, 0));
  for (int& one : n) one = c.count(any.pass_again(any.pass(b.pass(a.make(1, 10))), died + "-2"));
  std::printf("consumer %d\n", std::accumulate(n, n + 8, 0));
  for (int i = 0; i < 8; ++i) n[i] = any.enter(a, b, i, died + "-3");
  std::printf("caller %d\n", std::accumulate(n, n + 8, 0));
  std::string all = b.text();
  int dead = 0;
  for (const char* one : {"-1", "-2", "-3"}) dead += access((died + one).c_str(), F_OK) == 0;
  std::printf("%td entries, %d died\n", std::count(all.begin(), all.end(), ' '), dead);
  return 0;
}

int caller_of_units_dies() {
  make_stages();
  middle one;
  mentat::create(one, mentat::apart_from(a), mentat::apart_from(b), mentat::apart_from(c));
  parcel x = one.unit_and_die(a, gate(1));
  smith any;
  int n = c.count(any.pass(x));
  try {
    std::printf("%d\n", n);
  } catch (const mentat::remote_error& failed) {
    explain(failed);
  }
  open_gate(gate(1));
  int m = c.count(any.pass(a.make(1, 7)));
  std::printf("%d\n", m);
  return 0;
}

int stuck() {
  make_stages();
  middle one, other;
  mentat::create(one, mentat::near(a));
  mentat::create(other, mentat::near(b));
  try {
    int n = one.stuck(other);
    std::printf("%d\n", n);
  } catch (const mentat::remote_error& failed) {
    explain(failed);
  }
  return 0;
}

int handed_on() {
  make_stages();
  middle near_b, near_c;
  mentat::create(near_b, mentat::near(b));
  mentat::create(near_c, mentat::near(c));
  int n = a.count(near_b.from_next(near_c, a, 5, 1 << 20, gate(1)));
  open_gate(gate(1));
  // Each continues when the one before it has passed the value on and is over: it has let go then.
  wait_at(gate(1) + "-handed");
  if (near_b.read() != 0) return 1;
  open_gate(gate(1) + "-2");
  wait_at(gate(1) + "-2-handed");
  if (near_c.read() != 0) return 1;
  open_gate(gate(1) + "-2-made");
  std::printf("rtf %d\n", n);
  int read_there = near_b.read() + near_c.read();
  std::printf("read on the way %d, here %d\n", read_there, parcels_read.load());
  parcel x = near_b.from_next(near_c, a, 6, 1000, gate(1));
  std::printf("%zu\n", x.bytes.size());
  return 0;
}

int producer_dies() {
  make_stages();
  parcel x = a.die(gate(1));
  parcel y = b.pass(x);
  int n = c.count(y);
  open_gate(gate(1));
  try {
    std::printf("%d\n", n);
  } catch (const mentat::remote_error& failed) {
    explain(failed);
  }
  int m = c.count(b.make(1, 1));
  std::printf("%d\n", m);
  return 0;
}

int consumer_dies() {
  make_stages();
  parcel x = a.make_late(1, 10, gate(2));
  parcel z = b.die(gate(1));
  parcel y = b.pass(x);
  int n = c.count(y);
  open_gate(gate(1));
  open_gate(gate(2));
  try {
    std::printf("%d\n", n);
  } catch (const mentat::remote_error& failed) {
    explain(failed);
  }
  std::printf("%d\n", c.count(x));
  return 0;
}

int caller_dies() {
  make_stages();
  middle one;
  mentat::create(one, mentat::apart_from(a), mentat::apart_from(b), mentat::apart_from(c));
  int n = one.give_and_die(a, b, gate(1));
  try {
    std::printf("%d\n", n);
  } catch (const mentat::remote_error& failed) {
    explain(failed);
  }
  open_gate(gate(1));
  int m = b.append(7);
  int o = a.append(8);
  std::printf("%d\n", m + o);
  return 0;
}

int time_of(int size, int times) {
  make_stages();
  const auto measured = [&](const char* what, const std::function<void()>& once) {
    for (int i = 0; i < times / 10 + 1; ++i) once();
    parcels_read = parcels_written = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < times; ++i) once();
    const double us =
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
    std::printf(
        "%-10s %8d bytes: %9.2f us a stage, values through the caller: %.2f in, %.2f out for each "
        "of 3 calls\n",
        what, size, us / times / 3, static_cast<double>(parcels_read) / times,
        static_cast<double>(parcels_written) / times);
  };
  measured("nested", [&] {
    int n = c.count(b.pass(a.make(1, size)));
    if (n != size + 2) std::abort();
  });
  measured("variables", [&] {
    parcel x = a.make(1, size);
    parcel y = b.pass(x);
    int n = c.count(y);
    if (n != size + 2) std::abort();
  });
  smith any;
  measured("unit", [&] {
    int n = c.count(any.pass(a.make(1, size)));
    if (n != size + 2) std::abort();
  });
  measured("units", [&] {
    int n[8];
    for (int i = 0; i < 8; ++i) n[i] = c.count(any.pass(a.make(1, size)));
    for (int i = 0; i < 8; ++i)
      if (n[i] != size + 2) std::abort();
  });
  measured("pipelined", [&] {
    int n[8];
    for (int i = 0; i < 8; ++i) n[i] = c.count(b.pass(a.make(1, size)));
    for (int i = 0; i < 8; ++i)
      if (n[i] != size + 2) std::abort();
  });
  return 0;
}

}  // namespace

// Arguments that are sent as they lie in memory, between others; results in pieces.
static int large() {
  stage a;
  mentat::create(a);
  for (const int size : {0, 1000, 8192, 140'000, 3'000'000}) {
    std::vector<double> values(static_cast<std::size_t>(size) + 3);
    std::iota(values.begin(), values.end(), 1.0);
    std::string text(static_cast<std::size_t>(size) + 1, 'q');
    text.back() = '!';
    std::vector<short> few(static_cast<std::size_t>(size) / 2, 7);
    std::vector<double> wanted = values;
    std::rotate(wanted.begin(), wanted.begin() + 2, wanted.end());
    wanted.insert(wanted.end(), text.begin(), text.end());
    wanted.insert(wanted.end(), few.begin(), few.end());
    wanted.push_back(4);
    std::vector<double> kept = a.turned(2, values, text, few, "last");
    std::vector<double> given = a.turned(2, std::move(values), std::move(text), few, "last");
    if (kept != wanted || given != wanted) return 1;
    std::printf("%zu\n", kept.size());
  }
  return 0;
}

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "chain") return chain();
  if (what == "held") return held();
  if (what == "late") return late();
  if (what == "order") return order();
  if (what == "many") return many();
  if (what == "callers") return callers();
  if (what == "error") return error();
  if (what == "large") return large();
  if (what == "unit") return unit();
  if (what == "units") return units();
  if (what == "units_held") return units_held();
  if (what == "inside") return inside();
  if (what == "both") return both();
  if (what == "unit_dies" && argc > 2) return unit_dies(argv[2]);
  if (what == "caller_of_units") return caller_of_units_dies();
  if (what == "stuck") return stuck();
  if (what == "random") return random_graph(false);
  if (what == "random_units") return random_graph(true);
  if (what == "hurt" && argc > 2) return hurt(std::atoi(argv[2]), false);
  if (what == "hurt_units" && argc > 2) return hurt(std::atoi(argv[2]), true);
  if (what == "rtf") return handed_on();
  if (what == "producer") return producer_dies();
  if (what == "consumer") return consumer_dies();
  if (what == "caller") return caller_dies();
  if (what == "time" && argc > 3) return time_of(std::atoi(argv[2]), std::atoi(argv[3]));
  return 2;
}
