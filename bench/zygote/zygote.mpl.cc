// Cost of an object in a process of its own (im.isolation), beside starting the program anew:
// posix_spawn of this binary until the first line of its main, which ends at once. Measured in
// turns, each after a pause in which all work drains.
//   MENTAT_MODE=processes MENTAT_IM__ISOLATION=process zygote [ROUNDS]
// Rows: object_instantiation_process (create() until it returns), program_spawn, and their ratio
// in each round; object_instantiation_process_in_a_row: a create() and a destroy() of many without
// a pause, so that no process stands ready.
#include <mentat/mpl.h>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "bench/samples.h"

class [[mentat::persistent]] account {
 public:
  account() = default;
  int process() { return getpid(); }
};

namespace {

using mentat::bench::give_sample;
using mentat::bench::now_us;

constexpr int in_a_row = 50;

void pause_until_quiet() { std::this_thread::sleep_for(std::chrono::milliseconds(10)); }

// Measures a spawn until the child's first line writes a byte.
double spawn_us() {
  int both[2];
  if (pipe2(both, O_CLOEXEC) != 0) return 0;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, both[1], STDIN_FILENO);
  char name[] = "zygote", child[] = "--child";
  char* arguments[] = {name, child, nullptr};
  char mode[] = "MENTAT_MODE=serial";
  char* environment[] = {mode, nullptr};
  pid_t made = 0;
  const double begin = now_us();
  const bool started =
      posix_spawn(&made, "/proc/self/exe", &actions, nullptr, arguments, environment) == 0;
  char byte = 0;
  if (started && read(both[0], &byte, 1) != 1) std::abort();
  const double took = now_us() - begin;
  posix_spawn_file_actions_destroy(&actions);
  close(both[0]);
  close(both[1]);
  if (started) waitpid(made, nullptr, 0);
  return took;
}

double create_us() {
  account one;
  const double begin = now_us();
  mentat::create(one);
  const double took = now_us() - begin;
  const int process = one.process();
  if (process == getpid()) {
    std::fprintf(stderr,
                 "zygote: the object is in this process; set MENTAT_MODE=processes "
                 "MENTAT_IM__ISOLATION=process\n");
    std::exit(mentat::bench::cannot_run);
  }
  mentat::destroy(one);
  return took;
}

double in_a_row_us() {
  const double begin = now_us();
  for (int i = 0; i < in_a_row; ++i) {
    account one;
    mentat::create(one);
    mentat::destroy(one);
  }
  return (now_us() - begin) / in_a_row;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--child") == 0)
    return write(STDIN_FILENO, "x", 1) == 1 ? 0 : 1;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 50;
  create_us();
  for (int i = 0; i < rounds; ++i) {
    pause_until_quiet();
    const double spawn = spawn_us();
    pause_until_quiet();
    const double create = create_us();
    give_sample("program_spawn", spawn);
    give_sample("object_instantiation_process", create);
    give_sample("object_instantiation_process_over_spawn", create / spawn, "ratio");
  }
  for (int i = 0; i < 5; ++i) give_sample("object_instantiation_process_in_a_row", in_a_row_us());
  return 0;
}
