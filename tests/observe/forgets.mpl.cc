// A program in which the process of an object drops results that it keeps for repetitions: regular
// calls read 80 MiB from it. Then it hangs until a file appears, as stuck does. `forgets GO`.
#include <mentat/mpl.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

class [[mentat::persistent]] shelf {
 public:
  std::vector<char> take(int n) { return std::vector<char>(1 << 20, static_cast<char>(n)); }
};

class [[mentat::regular]] reader {
 public:
  int read(shelf from, int n) {
    std::vector<char> taken = from.take(n);
    return static_cast<int>(taken.size());
  }
};

int main(int, char** argv) {
  shelf all;
  mentat::create(all);
  reader r;
  long long bytes = 0;
  for (int n = 0; n < 80; ++n) bytes += static_cast<int>(r.read(all, n));
  std::fputs("stuck\n", stderr);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (access(argv[1], F_OK) != 0 && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::printf("%lld\n", bytes);
}
