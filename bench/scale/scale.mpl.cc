// Growth of cost with the work, in the mode of this process: `scale KIND NUMBER`. One start
// measures one number, so that earlier measurements leave no memory behind.
#include <mentat/mpl.h>

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "bench/samples.h"

// In memory shared by all processes of the program: the waiting call may be in another one.
static std::atomic<bool>& make_gate() {
  void* shared = mmap(nullptr, sizeof(std::atomic<bool>), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) std::abort();
  return *new (shared) std::atomic<bool>(false);
}
static std::atomic<bool>& gate_is_open = make_gate();

class [[mentat::persistent]] scale_object {
 public:
  int null_call(int n) { return n; }
};

class [[mentat::regular]] scale_worker {
 public:
  int add(int a, int b) { return a + b; }
  long size_of(const std::vector<char>& bytes) { return static_cast<long>(bytes.size()); }
  int wait_for_gate() {
    while (!gate_is_open.load()) usleep(100);
    return 1;
  }
};

namespace mentat::bench {

static double resident_bytes() {
  long pages = 0, resident = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

static void check(bool right) {
  if (right) return;
  std::fprintf(stderr, "scale: wrong result\n");
  std::exit(3);
}

static void give(const std::string& kind, std::size_t count, double microseconds, double bytes) {
  const std::string row = kind + "_" + std::to_string(count);
  give_sample(row, microseconds / static_cast<double>(count));
  give_sample(row + "_memory", bytes / static_cast<double>(count), "bytes");
}

// Objects that are created, and objects that have answered a call, too; nothing waits between.
static void objects(std::size_t count) {
  std::vector<scale_object> all(count);
  const double before = resident_bytes(), begin = now_us();
  for (scale_object& each : all) mentat::create(each);
  give_sample("creations_" + std::to_string(count),
              (now_us() - begin) / static_cast<double>(count));
  std::vector<int> answers(count);
  for (std::size_t i = 0; i < count; ++i) answers[i] = all[i].null_call(1);
  for (const int each : answers) check(each == 1);
  give("objects", count, now_us() - begin, resident_bytes() - before);
}

// Calls that all wait for an argument that is produced after the last call was made.
static void outstanding(std::size_t count) {
  scale_worker worker;
  const double before = resident_bytes(), begin = now_us();
  std::vector<int> results(count);
  int go = worker.wait_for_gate();
  for (std::size_t i = 0; i < count; ++i) results[i] = worker.add(go, 1);
  const double bytes = resident_bytes() - before;
  gate_is_open.store(true);
  long sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += results[i];
  check(sum == 2 * static_cast<long>(count));
  give("outstanding", count, now_us() - begin, bytes);
}

// A chain: each call needs the result of the previous one.
static void depth(std::size_t count) {
  scale_worker worker;
  const double before = resident_bytes(), begin = now_us();
  int last = 0;
  for (std::size_t i = 0; i < count; ++i) last = worker.add(last, 1);
  check(last == static_cast<int>(count));
  give("depth", count, now_us() - begin, resident_bytes() - before);
}

// One value that many calls need.
static void width(std::size_t count) {
  scale_worker worker;
  const double before = resident_bytes(), begin = now_us();
  std::vector<int> results(count);
  int one = worker.add(0, 1);
  for (std::size_t i = 0; i < count; ++i) results[i] = worker.add(one, 1);
  long sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += results[i];
  check(sum == 2 * static_cast<long>(count));
  give("width", count, now_us() - begin, resident_bytes() - before);
}

static void argument(std::size_t bytes) {
  scale_worker worker;
  const std::vector<char> data(bytes, 'm');
  const int times = bytes < 65536 ? 100 : 3;
  const double before = resident_bytes(), begin = now_us();
  for (int i = 0; i < times; ++i) {
    long size = worker.size_of(data);
    check(size == static_cast<long>(bytes));
  }
  const std::string row = "argument_" + std::to_string(bytes);
  give_sample(row, (now_us() - begin) / times);
  give_sample(row + "_memory", resident_bytes() - before, "bytes");
}

static int run(int argc, char** argv) {
  const std::string kind = argc == 3 ? argv[1] : "";
  const std::size_t number = argc == 3 ? std::strtoull(argv[2], nullptr, 10) : 0;
  if (kind == "objects")
    objects(number);
  else if (kind == "outstanding")
    outstanding(number);
  else if (kind == "depth")
    depth(number);
  else if (kind == "width")
    width(number);
  else if (kind == "argument")
    argument(number);
  else
    return 2;
  return 0;
}

}  // namespace mentat::bench

int main(int argc, char** argv) { return mentat::bench::run(argc, argv); }
