// A program whose processes are killed while it runs: by itself, or by the test.
//
//   survivor once FILE     the process that executes a call kills itself, the first time (FILE
//                          records that it has happened)
//   survivor ledger FILE   a call that has already entered something in an object is executed
//                          again: it is entered once
//   survivor constructor   the process in which an object is being made dies
//   survivor circle        two objects wait for each other, called by a call of a regular class:
//                          a deadlock
//   survivor poison        every process that executes a certain call dies
//   survivor object        the process of a persistent object dies in the middle of its calls
//   survivor long          calls that take some seconds in all, to be killed from outside; prints a
//                          line before, and their sum
//   survivor forever       the same without an end; prints a line before
//   survivor until FILE    the same until the file is there; at the end it prints the sum of 20 calls
//   survivor held HOST     an object on that host is called until it is lost; prints a line before
//   survivor time          prints the seconds that main has left, and those of 20 calls: the least
//   survivor wait          the same when a line has arrived
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <mentat/time_left.h>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

class [[mentat::regular]] worker {
 public:
  int square(int n, const std::string& file) {
    if (n == 5 && open(file.c_str(), O_CREAT | O_EXCL, 0600) >= 0) kill(getpid(), SIGKILL);
    return n * n;
  }
  int die(int n) {
    std::abort();
    return n;
  }
  int seconds_left(int n) {
    usleep(20'000);
    return n + static_cast<int>(mentat::time_left().count());
  }
  int slow(int n) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(25);
    while (std::chrono::steady_clock::now() < end) {
    }
    return n;
  }
};

class [[mentat::persistent]] holder {
 public:
  int put(int n) {
    if (n == 13) kill(getpid(), SIGKILL);
    return n;
  }
};

class [[mentat::persistent]] doomed {
 public:
  explicit doomed(int n) { kill(getpid(), n); }
  int get() { return 1; }
};

class [[mentat::persistent]] ledger {
 public:
  int enter(int n) {
    ++entries_;
    return sum_ += n;
  }
  int entries() { return entries_; }
  int sum() { return sum_; }
  int process() { return getpid(); }

 private:
  int entries_ = 0, sum_ = 0;
};

class [[mentat::regular]] clerk {
 public:
  // Enters its number, and again in a call of its own; dies, once, when both are in the book.
  int enter(ledger book, int n, const std::string& file) {
    clerk other;
    int first = book.enter(n);
    int second = other.enter_one(book, n);
    int home = book.process();
    if (first >= 0 && second >= 0 && home != getpid() &&
        open(file.c_str(), O_CREAT | O_EXCL, 0600) >= 0)
      kill(getpid(), SIGKILL);
    return n;
  }
  int enter_one(ledger book, int n) {
    book.enter(n);
    return n;
  }
};

class [[mentat::persistent]] left;
class [[mentat::persistent]] right {
 public:
  int ask(left other);
};
class [[mentat::persistent]] left {
 public:
  int ask(right other, left me) {
    int answer = other.ask(me);
    return answer + 1;
  }
  int answer() { return 1; }
};
int right::ask(left other) {
  int answer = other.answer();
  return answer + 1;
}
class [[mentat::regular]] starter {
 public:
  int start(left one, right other) {
    int answer = one.ask(other, one);
    return answer + 1;
  }
};

namespace {

void explain(const mentat::remote_error& error) {
  std::printf("%s: %s\n", error.type_name().c_str(), error.what());
}

int once(const std::string& file) {
  worker w;
  std::vector<int> squares(20);
  for (int i = 0; i < 20; ++i) squares[i] = w.square(i, file);
  int sum = 0;
  for (int one : squares) sum += one;
  std::printf("sum %d\n", sum);
  return 0;
}

int keep_ledger(const std::string& file) {
  ledger book;
  mentat::create(book);
  clerk c;
  std::vector<int> done(20);
  for (int i = 0; i < 20; ++i) done[i] = c.enter(book, i, file);
  int sum = 0;
  for (int one : done) sum += one;
  int entries = book.entries(), entered = book.sum();
  std::printf("%d entries, sum %d of %d\n", entries, entered, sum);
  return 0;
}

int construct() {
  doomed d;
  try {
    mentat::create(d, SIGKILL);
    std::printf("made\n");
  } catch (const mentat::remote_error& error) {
    explain(error);
  }
  return 0;
}

int circle() {
  left one;
  right other;
  mentat::create(one);
  mentat::create(other);
  starter s;
  int answer = s.start(one, other);
  try {
    std::printf("%d\n", answer);
  } catch (const mentat::remote_error& error) {
    explain(error);
  }
  return 0;
}

int poison() {
  worker w;
  int n = w.die(1);
  try {
    std::printf("%d\n", n);
  } catch (const mentat::task_poisoned& error) {
    explain(error);
  }
  int m = w.slow(2);  // the session goes on
  std::printf("%d\n", m);
  return 0;
}

int object() {
  holder h;
  mentat::create(h);
  int a = h.put(1), b = h.put(13), c = h.put(3);
  std::printf("%d\n", a);
  try {
    std::printf("%d\n", b);
  } catch (const mentat::object_lost& error) {
    explain(error);
  }
  try {
    std::printf("%d\n", c);
  } catch (const mentat::object_lost& error) {
    explain(error);
  }
  try {
    int d = h.put(4);
    std::printf("%d\n", d);
  } catch (const mentat::object_lost& error) {
    explain(error);
  }
  holder fresh;
  mentat::create(fresh);
  int e = fresh.put(5);
  std::printf("%d\n", e);
  return 0;
}

int long_run() {
  worker w;
  std::vector<int> results(120);
  for (int i = 0; i < 120; ++i) results[i] = w.slow(i);
  std::fprintf(stderr, "running\n");
  int sum = 0, errors = 0;
  for (int i = 0; i < 120; ++i) {
    try {
      sum += results[i];
    } catch (const mentat::remote_error& error) {
      if (errors++ == 0) explain(error);
    }
  }
  std::printf(errors ? "%d, but for some errors\n" : "sum %d\n", sum);
  return errors ? 3 : 0;
}

int print_time() {
  worker w;
  std::vector<int> left(20);
  for (int i = 0; i < 20; ++i) left[i] = w.seconds_left(0);
  int least = left[0], most = left[0];
  for (int one : left) {
    if (one < least) least = one;
    if (one > most) most = one;
  }
  std::printf("main %d calls %d to %d\n", static_cast<int>(mentat::time_left().count()), least,
              most);
  return 0;
}

// Without a file for ever.
int run_until(const std::string& file) {
  worker w;
  std::fprintf(stderr, "running\n");
  for (bool is_last = false; !is_last;) {
    is_last = !file.empty() && access(file.c_str(), F_OK) == 0;
    std::vector<int> results(20);
    for (int i = 0; i < 20; ++i) results[i] = w.slow(i);
    int sum = 0;
    for (int one : results) sum += one;
    if (sum != 190) return 4;
    if (is_last) std::printf("sum %d\n", sum);
  }
  return 0;
}

int held(const std::string& host) {
  holder h;
  mentat::create(h, mentat::on(host.c_str()));
  for (int calls = 0; calls < 2000; ++calls) {
    int n = h.put(1);
    try {
      if (n != 1) return 4;
    } catch (const mentat::object_lost& error) {
      explain(error);
      return 0;
    }
    if (calls == 0) std::fprintf(stderr, "running\n");
    usleep(20'000);
  }
  return 3;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "once" && argc > 2) return once(argv[2]);
  if (what == "ledger" && argc > 2) return keep_ledger(argv[2]);
  if (what == "constructor") return construct();
  if (what == "circle") return circle();
  if (what == "poison") return poison();
  if (what == "object") return object();
  if (what == "long") return long_run();
  if (what == "time") return print_time();
  if (what == "forever") return run_until("");
  if (what == "until" && argc > 2) return run_until(argv[2]);
  if (what == "held" && argc > 2) return held(argv[2]);
  if (what == "wait") {
    std::fprintf(stderr, "running\n");
    if (std::getchar() == '\n') return long_run();
  }
  return 2;
}
