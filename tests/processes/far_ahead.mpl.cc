// More calls wait for one result than a token-matching unit takes (fixed.units). They are sent as
// room comes, and none fails.
#include <mentat/mpl.h>

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

class [[mentat::regular]] adder {
 public:
  int add(int a, int b) { return a + b; }
  // Ends when there is something to read.
  int wait_for(const std::string& fifo) {
    const int from = open(fifo.c_str(), O_RDONLY | O_CLOEXEC);
    char end = 0;
    const bool came = from >= 0 && read(from, &end, 1) == 1;
    close(from);
    return came ? 1 : 0;
  }
};

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string fifo = argv[1];
  const std::size_t count = std::stoul(argv[2]);
  adder worker;
  std::vector<int> results(count);
  int go = worker.wait_for(fifo);
  for (std::size_t i = 0; i < count; ++i) results[i] = worker.add(go, 1);
  const int to = open(fifo.c_str(), O_WRONLY | O_CLOEXEC);
  if (to < 0 || write(to, "x", 1) != 1) return 1;
  close(to);
  long sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += results[i];
  std::printf("%ld\n", sum);
}
