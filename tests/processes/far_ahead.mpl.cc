// Callers that are far ahead of their calls.
//   far_ahead gate FIFO COUNT    more calls wait for one result than a token-matching unit takes
//                                (fixed.units): they are sent as room comes, and none fails
//   far_ahead object COUNT       calls of one object, of which the caller awaits none; prints the
//                                highest use of memory behind their number
#include <mentat/mpl.h>

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
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

class [[mentat::persistent]] counter {
 public:
  // Slower than its caller.
  void count() {
    for (int i = 0; i < 1000; ++i) asm volatile("");
    ++counted_;
  }
  long counted() { return counted_; }

 private:
  long counted_ = 0;
};

static bool open_gate(const std::string& fifo) {
  const int to = open(fifo.c_str(), O_WRONLY | O_CLOEXEC);
  const bool is_open = to >= 0 && write(to, "x", 1) == 1;
  close(to);
  return is_open;
}

static long highest_memory() {  // in MiB
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "VmHWM:" && status >> word) return std::stol(word) / 1024;
  return -1;
}

static int pass_gate(const std::string& fifo, std::size_t count) {
  adder worker;
  std::vector<int> results(count);
  int go = worker.wait_for(fifo);
  for (std::size_t i = 0; i < count; ++i) results[i] = worker.add(go, 1);
  if (!open_gate(fifo)) return 1;
  long sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += results[i];
  std::printf("%ld\n", sum);
  return 0;
}

static int call_object(std::size_t count) {
  counter one;
  mentat::create(one);
  for (std::size_t i = 0; i < count; ++i) one.count();
  const long counted = one.counted();
  std::printf("%ld %ld\n", counted, highest_memory());
  return 0;
}

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "gate" && argc == 4) return pass_gate(argv[2], std::stoul(argv[3]));
  if (what == "object" && argc == 3) return call_object(std::stoul(argv[2]));
  return 2;
}
