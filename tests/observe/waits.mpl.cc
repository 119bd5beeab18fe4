// Programs that wait until a file appears, each in another way: `waits HOW GO`. They say `stuck` on
// stderr once the long call runs.
//   circle    two objects wait for each other
//   argument  calls wait for an argument that the long call makes
//   guard     calls wait for a guard, and for the mselect of an object
//   space     calls wait for tuples that nearly match others; `looks`: with rd and rd_for
//   many      200 functions wait for one object; `crowd`: 3000
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <mentat/space.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

using namespace mentat::literals;

class [[mentat::regular]] slow {
 public:
  int work(const std::string& file) {
    std::fputs("stuck\n", stderr);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (access(file.c_str(), F_OK) != 0 && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return 1;
  }
};

class [[mentat::persistent]] half {
 public:
  void meet(half other) { other_ = other; }
  int begin(half me) {
    half other = other_;
    int closed = other.close(me);
    return closed + 1;  // line 38: where it is needed
  }
  int close(half caller) {
    int never = caller.answer();
    return never + 1;  // line 42: where it is needed
  }
  int answer() { return 1; }

 private:
  mentat::ref<half> other_;
};

class [[mentat::persistent]] tally {
 public:
  void add(int n) { sum_ += n; }
  int sum() { return sum_; }

 private:
  int sum_ = 0;
};

class [[mentat::persistent]] buffer {
 public:
  void put(int item) {
    mentat::guard(items_ < 1);
    items_ += item;
  }
  int get() {
    mentat::guard(items_ > 0);
    return items_--;
  }

 private:
  int items_ = 0;
};

class [[mentat::regular]] reader {
 public:
  int read(mentat::space from) { return from.in("wanted"_name, 7, mentat::formal<int>); }
  void drain(buffer of) {
    int got = of.get();
    if (got != 1) std::puts("not one");  // line 79
  }
};

void circle(const std::string& go) {
  half one, two;
  mentat::create(one);
  mentat::create(two);
  one.meet(two);
  two.meet(one);
  slow s;
  int came = s.work(go);
  int closed = one.begin(one);  // line 91
  try {
    std::printf("%d\n", closed);
  } catch (const mentat::remote_error&) {
    std::puts("broken");
  }
  std::printf("%d\n", came);
}

void argument(const std::string& go) {
  tally all;
  mentat::create(all);
  slow s;
  int n = s.work(go);  // line 104
  all.add(n);          // line 105
  for (int i = 0; i < 12; ++i) all.add(i);
  int sum = all.sum();
  std::printf("%d\n", sum);  // line 108
}

void guard(const std::string& go) {
  buffer b;
  mentat::create(b);
  slow s;
  int came = s.work(go);
  b.put(1);
  b.put(2);  // line 117
  int first = came > 0 ? b.get() : 0;
  int second = b.get();
  std::printf("%d\n", first + second);
}

void space(const std::string& go) {
  mentat::space bag;
  mentat::create(bag);
  bag.out("wanted"_name, 8, 1);
  reader r;
  int found = r.read(bag);
  slow s;
  int came = s.work(go);
  std::printf("%d\n", came);
  bag.out("wanted"_name, 7, 2);
  std::printf("%d\n", found);
}

void many(const std::string& go, int readers) {
  buffer b;
  mentat::create(b);
  reader r;
  for (int i = 0; i < readers; ++i) r.drain(b);
  slow s;
  int came = s.work(go);
  std::printf("%d\n", came);
  for (int i = 0; i < readers; ++i) b.put(1);
}

class [[mentat::regular]] looker {
 public:
  int look(mentat::space at) { return at.rd("wanted"_name, 7, mentat::formal<int>); }
  int look_for_an_hour(mentat::space at) {
    auto found = at.rd_for(std::chrono::hours(1), "wanted"_name, 8, mentat::formal<int>);
    return found ? *found : 0;
  }
};

void looks(const std::string& go) {
  mentat::space bag;
  mentat::create(bag);
  looker l;
  int found = l.look(bag);
  int soon = l.look_for_an_hour(bag);
  slow s;
  int came = s.work(go);
  std::printf("%d\n", came);
  bag.out("wanted"_name, 7, 2);
  bag.out("wanted"_name, 8, 3);
  std::printf("%d\n", found + soon);
}

int main(int, char** argv) {
  const std::string how = argv[1], go = argv[2];
  if (how == "circle") circle(go);
  if (how == "argument") argument(go);
  if (how == "guard") guard(go);
  if (how == "space") space(go);
  if (how == "looks") looks(go);
  if (how == "many") many(go, 200);
  if (how == "crowd") many(go, 3'000);
}
