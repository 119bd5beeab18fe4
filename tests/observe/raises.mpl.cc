// A program that sends SIGQUIT to itself. `raises GO`: in a member function, which then waits until
// the file GO appears. `raises GO child`: in a child of fork(); prints the signal that ended it.
#include <mentat/mpl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <string>
#include <thread>

int signal_of_child() {
  const pid_t child = fork();
  if (child == 0) {
    raise(SIGQUIT);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

class [[mentat::regular]] asker {
 public:
  int ask(const std::string& go, bool in_child) {
    if (in_child) return signal_of_child();
    raise(SIGQUIT);
    for (int i = 0; i < 6000 && access(go.c_str(), F_OK) != 0; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return 0;
  }
};

int main(int argc, char** argv) {
  const std::string go = argv[1];
  asker one;
  int ended = one.ask(go, argc > 2);
  std::printf("%d\n", ended);
}
