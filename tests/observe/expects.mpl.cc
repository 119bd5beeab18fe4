// A program that says how much work it has, does a part of it, and then says `stuck` and waits for
// a file: `expects GO`.
#include <mentat/mpl.h>
#include <unistd.h>

#include <chrono>
#include <climits>
#include <cstdio>
#include <string>
#include <thread>
#include <utility>

class [[mentat::regular]] slow {
 public:
  int work(std::string file) {
    std::fputs("stuck\n", stderr);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (access(file.c_str(), F_OK) != 0 && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return 1;
  }
};

class [[mentat::regular]] step {
 public:
  int next(int n) { return n + 1; }
};

class [[mentat::regular]] idle {
 public:
  int never(int n) { return n; }
};

// Many displays would take this name for markup.
template <class T>
class [[mentat::regular]] box {
 public:
  T open(T value) { return value; }
};

class [[mentat::persistent]] tally {
 public:
  int add(int n) {
    tally me;
    mentat::expect(me, 1);  // in the process of the object
    return sum_ += n;
  }

 private:
  int sum_ = 0;
};

class [[mentat::replicated]] copied {
 public:
  int get() const { return value_; }
  void set(int to) {
    tally none;
    mentat::expect(none, 1'000'000);  // executed for each copy: it does not count
    value_ = to;
  }

 private:
  int value_ = 0;
};

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  slow last;
  step one;
  idle other;
  box<std::pair<int, int>> boxed;
  tally sum, gone;
  copied everywhere;
  mentat::expect(one, 50);
  mentat::expect(one, -10);  // 40
  mentat::expect(other, 0);
  mentat::expect(other, -7);
  mentat::expect(boxed, LLONG_MAX);
  mentat::expect(boxed, LLONG_MAX);
  mentat::expect(sum, 7);
  mentat::create(sum);
  mentat::create(gone);
  mentat::create(everywhere);
  everywhere.set(1);

  int found = everywhere.get();
  for (int i = 0; i < 30; ++i) {
    int next = one.next(found);
    found = next;
  }
  std::pair<int, int> both = boxed.open(std::pair<int, int>(found, 1));
  int total = both.first;
  for (int i = 0; i < 4; ++i) {
    int added = sum.add(1);
    total += added;
  }
  for (int i = 0; i < 5; ++i) {
    int added = gone.add(1);
    total += added;
  }
  mentat::destroy(gone);
  int waited = last.work(argv[1]);
  total += waited;
  std::printf("%d\n", total);
  return 0;
}
