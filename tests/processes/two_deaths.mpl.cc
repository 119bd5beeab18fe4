// two_deaths MS: after MS ms of calls the process of an object dies, and 20 ms later the
// token-matching unit. Each call has its value or object_lost; prints how many have neither, and
// how many of the two processes were killed.
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

class [[mentat::regular]] adder {
 public:
  int add(int a, int b) { return a + b; }
};

// Its first value takes 0.05 s, so that main has made all calls meanwhile, and each one goes
// straight to the sums.
class [[mentat::persistent]] late_source {
 public:
  int value(int i) {
    if (i == 0) usleep(50'000);
    return i;
  }
  int process() { return getpid(); }
};

// It takes 0.5 s for all of its values: until then sums wait with those of the other one.
class [[mentat::persistent]] slow_source {
 public:
  int value(int i) {
    usleep(5'000);
    return i;
  }
};

// The pid of a process of this session; 0: there is none.
static int process_called(const std::string& name) {
  const auto children_of = [](const std::string& pid) {
    return std::ifstream("/proc/" + pid + "/task/" + pid + "/children");
  };
  std::string supervisor, child, is_called;
  children_of(std::to_string(getpid())) >> supervisor;
  for (std::ifstream all = children_of(supervisor); all >> child;) {
    std::ifstream("/proc/" + child + "/comm") >> is_called;
    if (is_called == name) return std::atoi(child.c_str());
  }
  return 0;
}

int main(int, char** argv) {
  constexpr int calls = 100;
  adder sum;
  late_source first;
  slow_source second;
  mentat::create(first);
  mentat::create(second, mentat::apart_from(first));
  int home = first.process();
  const int to_kill = home, delay = std::atoi(argv[1]) * 1000;
  int killed = 0;
  std::thread killer([=, &killed] {
    usleep(static_cast<useconds_t>(delay));
    if (to_kill != getpid()) killed += kill(to_kill, SIGKILL) == 0;
    usleep(20'000);
    if (const int unit = process_called("mentat-tmu")) killed += kill(unit, SIGKILL) == 0;
  });
  std::vector<int> results(calls);
  for (int i = 0; i < calls; ++i) {
    int a = first.value(i), b = second.value(i);
    int both = sum.add(a, b);
    results[i] = sum.add(both, b);
  }
  int wrong = 0;
  for (int i = 0; i < calls; ++i) try {
      int result = results[i];
      wrong += result != 3 * i;
    } catch (const mentat::object_lost&) {
    } catch (const std::exception& other) {
      if (wrong++ == 0) std::fprintf(stderr, "%s\n", other.what());
    }
  killer.join();
  std::printf("%d %d\n", wrong, killed);
}
