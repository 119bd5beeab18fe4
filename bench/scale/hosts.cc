// `hosts PROGRAM NUMBER`: time and memory of a simulated run of the program on that many hosts, one
// seed without faults.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "bench/samples.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const double begin = mentat::bench::now_us();
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(1);
    setenv("MENTAT_MODE", "sim", 1);
    setenv("MENTAT_SIM__HOSTS", argv[2], 1);
    setenv("MENTAT_SIM__OUTCOME", "/dev/null", 1);
    setenv("MENTAT_PROCESSES", "2", 1);
    execl(argv[1], argv[1], "width", "50", nullptr);
    std::perror(argv[1]);
    _exit(mentat::bench::cannot_run);
  }
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::fprintf(stderr, "hosts: the simulation failed\n");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  }
  const double hosts = std::strtod(argv[2], nullptr);
  const std::string row = std::string("hosts_") + argv[2];
  mentat::bench::give_sample(row, (mentat::bench::now_us() - begin) / hosts);
  mentat::bench::give_sample(row + "_memory", static_cast<double>(used.ru_maxrss) * 1024 / hosts,
                             "bytes");
  return 0;
}
