// Functions that wait for guarded calls in mode serial: the wait that fails if none can end, and
// the behaviour with more waits than limits.fibers.
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <mentat/runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

class [[mentat::persistent]] gate {
 public:
  void open() { open_ = true; }
  int pass(int value) {
    mentat::guard(open_);
    return value;
  }

 private:
  bool open_ = false;
};

class [[mentat::regular]] walker {
 public:
  int walk(gate through, int value) {
    int passed = through.pass(value);
    return passed + 1;
  }
  int send(gate through, int value) {
    walker other;
    int walked = other.walk(through, value);
    return walked + 10;
  }
};

// The earlier function waits for a gate that opens later. Only the later one, whose gate never
// opens, fails.
void wait_in_vain() {
  gate later, never;
  mentat::create(later);
  mentat::create(never);
  walker w;
  int earlier = w.walk(later, 1);
  int lost = w.send(never, 2);
  try {
    std::printf("%d\n", lost);
  } catch (const mentat::deadlock& error) {
    std::printf("lost: %s\n", error.function_name().c_str());
  }
  later.open();
  std::printf("%d\n", earlier);
}

void wait_beyond_the_limit() {
  constexpr int functions = 30;
  gate g;
  mentat::create(g);
  walker w;
  std::vector<int> all(functions);
  for (int i = 0; i < functions; ++i) all[i] = w.walk(g, i);
  g.open();
  int passed = 0, refused = 0;
  for (int i = 0; i < functions; ++i) {
    try {
      passed += all[i] == i + 1 ? 1 : 0;
    } catch (const mentat::limit_error& error) {
      refused += error.limit() == "limits.fibers" ? 1 : 0;
    }
  }
  std::printf("%s, %d in all\n", refused > 0 ? "some refused" : "none refused", passed + refused);
}

int main(int argc, char** argv) {
  setenv("MENTAT_LIMITS__FIBERS", "20", 1);
  mentat::runtime runtime(argc, argv);
  runtime.run([] { wait_in_vain(); });
  runtime.run([] { wait_beyond_the_limit(); });
}
