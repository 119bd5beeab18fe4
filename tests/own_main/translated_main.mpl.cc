// A translated main that stays the program's own, because it includes <mentat/runtime.h>.
#include <mentat/mpl.h>
#include <mentat/runtime.h>

#include <cstdio>
#include <vector>

class [[mentat::regular]] doubler {
 public:
  int twice(int n) { return 2 * n; }
};

int main(int argc, char** argv) {
  std::printf("%s\n", __func__);
  mentat::runtime runtime(argc, argv);
  // The result of a call, and the value of a variable of main.
  const int direct = runtime.run([] {
    doubler d;
    return d.twice(1);
  });
  int assigned = 0;
  std::vector<int> all(3);
  runtime.run([&] {
    doubler d;
    assigned = d.twice(2);
    for (int i = 0; i < 3; ++i) all[i] = d.twice(i);
  });
  std::printf("%d %d %d %d\n", direct, assigned, all[1], all[2]);
  std::fflush(stdout);
  try {
    doubler d;
    int x = d.twice(3);
    std::printf("%d\n", x);
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
  }
}
