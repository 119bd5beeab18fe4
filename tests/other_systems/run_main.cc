// `main` of a program in modes serial and threads alone: what of the run-time system needs neither
// ZeroMQ nor a second process, so that it can be compiled for a machine whose libraries are not
// installed here.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

#include "daemons/program/include/mentat/main.h"
#include "rts/core/errors.h"
#include "rts/executor/executor.h"
#include "rts/executor/serial_executor.h"

namespace {

void warn(const std::string& text) { std::fprintf(stderr, "mentat: warning: %s\n", text.c_str()); }

int guarded(int argc, char** argv, int (*program)(int, char**)) {
  try {
    return program(argc, argv);
  } catch (...) {
    std::fprintf(stderr, "mentat: error: uncaught exception: %s\n",
                 mentat::explained(std::current_exception()).c_str());
    std::abort();
  }
}

}  // namespace

int mentat::run_main(int argc, char** argv, int (*program)(int, char**)) {
  const char* const mode = std::getenv("MENTAT_MODE");
  int status = 0;
  if (mode && std::string_view(mode) == "serial") {
    serial_executor runs({}, "testhost", &warn);
    runs.run([&] { status = guarded(argc, argv, program); });
    return status;
  }
  executor::options options;
  const char* const workers = std::getenv("MENTAT_WORKERS");
  options.workers = workers ? static_cast<unsigned>(std::atoi(workers)) : 2;
  options.host = "testhost";
  options.warn = &warn;
  options.pauses_for_memory = true;
  executor runs(options);
  runs.run([&] { status = guarded(argc, argv, program); });
  return status;
}
