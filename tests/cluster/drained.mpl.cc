// A program for the tests of draining.
//
//   drained units N MS LOG   N calls of a regular class, of MS milliseconds each; each adds a line
//                            to LOG, with its number and the supervisor of its host, when it begins
//   drained object NAME      an object on the host of that name, a call of it, and one more when a
//                            line comes on standard input
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

class [[mentat::regular]] digger {
 public:
  int dig(int number, int milliseconds, const std::string& log) {
    const std::string line = std::to_string(number) + " " + std::to_string(getppid()) + "\n";
    const int file = open(log.c_str(), O_WRONLY | O_APPEND | O_CREAT, 0600);
    if (file < 0 || write(file, line.data(), line.size()) < 0) std::abort();
    close(file);
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    return number;
  }
};

class [[mentat::persistent]] tray {
 public:
  int put(int more) { return all_ += more; }

 private:
  int all_ = 0;
};

namespace {

int units(int count, int milliseconds, const std::string& log) {
  digger d;
  std::vector<int> dug(count);
  for (int i = 0; i < count; ++i) dug[i] = d.dig(i, milliseconds, log);
  long sum = 0;
  for (int one : dug) sum += one;
  std::printf("%ld\n", sum);
  return 0;
}

int object(const char* host) {
  tray t;
  try {
    mentat::create(t, mentat::on(host));
    int first = t.put(1);
    std::printf("%d\n", first);
    std::fflush(stdout);
    static_cast<void>(std::getchar());
    int second = t.put(2);
    std::printf("%d\n", second);
  } catch (const mentat::remote_error& error) {
    std::printf("%s: %s\n", error.type_name().c_str(), error.what());
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "units" && argc > 4) return units(std::atoi(argv[2]), std::atoi(argv[3]), argv[4]);
  if (what == "object" && argc > 2) return object(argv[2]);
  return 2;
}
