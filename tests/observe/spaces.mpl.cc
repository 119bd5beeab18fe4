// A program with a tuple space that has tuples and a pattern that waits, and one that is everywhere;
// then it hangs until a file appears. `spaces GO`.
#include <mentat/mpl.h>
#include <mentat/space.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <thread>

using namespace mentat::literals;

class [[mentat::regular]] worker {
 public:
  int take(mentat::space from) { return from.in("wanted"_name, mentat::formal<int>); }
};

int main(int, char** argv) {
  mentat::space bag;
  mentat::create(bag);
  for (int job = 1; job <= 3; ++job) bag.out("job"_name, job, 0.5);
  mentat::space copied;
  mentat::create(copied, mentat::everywhere);
  copied.out("row"_name, 1);
  worker w;
  int taken = w.take(bag);
  std::size_t there = bag.count("job"_name, mentat::formal<int>, mentat::formal<double>);
  std::fputs("stuck\n", stderr);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (access(argv[1], F_OK) != 0 && std::chrono::steady_clock::now() < end) {
    // Lets the call begin, and its pattern reach the space.
    bag.inp("nothing"_name);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  bag.out("wanted"_name, 7);
  std::printf("%d %zu\n", taken, there);
}
