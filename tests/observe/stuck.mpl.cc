// A program that hangs until a file appears. `stuck GO`: main waits for a call that waits for the
// file, while calls queue behind it. `stuck GO own`: it handles SIGQUIT itself. Says `stuck` on
// stderr when all of that is so.
#include <mentat/mpl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

// No process waits for this: processes answer questions while it sleeps.
bool comes(const std::string& file) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (access(file.c_str(), F_OK) != 0) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

class [[mentat::regular]] gate {
 public:
  int open(const std::string& file) {
    std::fputs("stuck\n", stderr);
    return comes(file) ? 1 : -1;  // line 29
  }
};

class [[mentat::persistent]] ledger {
 public:
  int pass(const std::string& file) {
    gate g;
    int came = g.open(file);  // line 37: the innermost call
    return came + 1;          // line 38: where it is needed
  }
  int count(int n) { return n + 1; }
};

void on_own_quit(int) {
  const char text[] = "the program's own handler\n";
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0) std::_Exit(3);
}

int main(int argc, char** argv) {
  if (argc > 2 && std::strcmp(argv[2], "own") == 0) std::signal(SIGQUIT, on_own_quit);
  ledger books;
  mentat::create(books);
  const std::string go = argv[1];
  int passed = books.pass(go);   // line 53: the call
  int counted = books.count(1);  // line 54
  int more = books.count(2);
  std::printf("%d\n", passed);  // line 56: the wait
  std::printf("%d %d\n", counted, more);
}
