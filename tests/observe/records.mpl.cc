// A program for recordings: a tree of calls, an object with many short calls, and on request a
// function that ends its process.
//   records tree | short N | kills | crashes
#include <mentat/mpl.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

namespace {

// Works for so many microseconds.
void work_for(long us) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(us);
  while (std::chrono::steady_clock::now() < end) {
  }
}

}  // namespace

class [[mentat::regular]] node {
 public:
  int sum(int depth) {
    if (depth == 0) {
      work_for(200);
      return 1;
    }
    node below;
    int left = below.sum(depth - 1);
    int right = below.sum(depth - 1);
    return left + right;
  }
};

class [[mentat::persistent]] tally {
 public:
  int add(int n) {
    total_ += n;
    return total_;
  }
  int dies(int signal) {
    work_for(100);
    std::raise(signal);
    return 0;
  }

 private:
  int total_ = 0;
};

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "tree";
  if (what == "tree") {
    node root;
    int total = root.sum(5);
    std::printf("%d\n", total);
    return 0;
  }
  tally one;
  mentat::create(one);
  if (what == "short") {
    const int calls = argc > 2 ? std::atoi(argv[2]) : 100'000;
    int last = 0;
    for (int i = 0; i < calls; ++i) {
      last = one.add(1);
      if (last < 0) return 1;
    }
    std::printf("%d\n", last);
    return 0;
  }
  try {
    int never = one.dies(what == "kills" ? SIGKILL : SIGSEGV);
    std::printf("%d\n", never);
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
  }
}
