// A plain C++ program with its own main: it works while Mentat computes, as a program with a window
// would.
#include <mentat/runtime.h>

#include <atomic>
#include <iostream>
#include <thread>

#include "primes.h"

int main(int argc, char** argv) {
  mentat::runtime runtime(argc, argv);  // first: mode processes forks here

  std::atomic<bool> ready = false;
  int found = 0;
  std::thread worker([&] {
    found = runtime.run([] { return primes_below(200'000); });
    ready = true;
  });
  long frames = 0;
  while (!ready) {  // a window would show its progress here
    ++frames;
    std::this_thread::yield();
  }
  worker.join();
  std::cout << found << " primes, and the window was " << (frames > 0 ? "alive" : "dead") << "\n";
}
