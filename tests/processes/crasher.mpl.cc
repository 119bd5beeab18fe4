// Member functions that end their process, or leave something of it behind.
//   crasher HOW         a call of a regular class does it: abort, terminate, segv, fpe, stack,
//   exit,
//                       leave, close, close_and_stay, user (becomes another one), descriptors,
//                       address_space (limits itself to none), fork (the child comes back),
//                       fork_calls (the child makes a call). Prints what became of the call, and
//                       then the answer of another one
//   crasher object HOW  the same, of an object
//   crasher constructor HOW  the constructor of an object does it
//   crasher nested HOW  the constructor of an object that a regular class makes does it
//   crasher no_way_back HOW FILE  the main program does it while it waits for an answer
//   crasher recluse HOW  an object does it, another one calls it, and it calls the other one
//   crasher main HOW    the main program does it
//   crasher many HOW    60 calls of which one does it
//   crasher among N HOW  1,000 calls of which every N-th does it
//   crasher among N HOW waiting  the same; the others wait until all are over
//   crasher memory      a call that takes more memory than there is
//   crasher handler     the program has a handler of its own for SIGSEGV
//   crasher again N     N calls each of which ends its process once
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

using namespace mentat::literals;

namespace {

volatile int zero = 0;

int recurse(int n) {
  volatile char much[4096];
  much[0] = static_cast<char>(n);
  return n == -1 ? 0 : recurse(n + 1) + much[0];
}

void limit(int resource) {
  const rlimit nothing{0, 0};
  if (setrlimit(static_cast<__rlimit_resource>(resource), &nothing) != 0) std::abort();
}

// Gets no new memory from the system; the heap has enough left for small blocks.
void limit_address_space() {
  constexpr std::size_t kept = 100'000;  // malloc keeps less than 128 KiB of its top
  void* volatile block = std::malloc(kept);
  std::free(block);
  limit(RLIMIT_AS);
}

void end_by(const std::string& how) {
  if (how == "abort") std::abort();
  if (how == "terminate") std::terminate();
  if (how == "segv") *reinterpret_cast<volatile int*>(8) = 1;
  if (how == "fpe") zero = 7 / zero;
  if (how == "stack") zero = recurse(0);
  if (how == "exit") std::exit(7);
  if (how == "leave") _exit(0);
  if (how.starts_with("close"))
    for (int i = 3; i < 1000; ++i) close(i);
  while (how == "close_and_stay") pause();  // its process is ended
  if (how == "user" && setresuid(65534, 65534, 65534) != 0) std::abort();
  if (how == "descriptors") limit(RLIMIT_NOFILE);
  if (how == "address_space") limit_address_space();
}

}  // namespace

class [[mentat::regular]] worker {
 public:
  int one(int n) { return n; }
  int end(const std::string& how) {
    end_by(how);
    if (how == "fork" || how == "fork_calls") {
      const int child = fork();
      if (child == 0 && how == "fork_calls") {
        worker other;
        int n = other.one(3);
        return n;
      }
    }
    return 1;
  }
  int end_at(int n, const std::string& how) {
    if (n == 30) end_by(how);
    return n;
  }
  int end_each(int n, int each, const std::string& how) {
    if (n % each == 0) end_by(how);
    return n;
  }
  int end_each_or_wait(int n, int each, const std::string& how, mentat::space known) {
    if (n % each == 0) end_by(how);
    int read = known.rd("number"_name, mentat::formal<int>);
    return n + read;
  }
  int wait_until_gone(const std::string& file) {
    while (access(file.c_str(), F_OK) == 0) usleep(1000);
    return 1;
  }
  int take_memory() {
    std::vector<char*> all;
    for (;;) {
      all.push_back(static_cast<char*>(std::malloc(std::size_t{1} << 24)));
      std::memset(all.back(), 1, std::size_t{1} << 24);
    }
    return static_cast<int>(all.size());
  }
  int end_once(int n, const std::string& folder) {
    const std::string file = folder + "/" + std::to_string(n);
    if (open(file.c_str(), O_CREAT | O_EXCL | O_CLOEXEC, 0600) >= 0) kill(getpid(), SIGKILL);
    return n;
  }
};

class [[mentat::persistent]] holder {
 public:
  int end(const std::string& how) {
    end_by(how);
    return 1;
  }
};

class [[mentat::persistent]] ender {
 public:
  explicit ender(const std::string& how) { end_by(how); }
  int one() { return 1; }
};

class [[mentat::persistent]] neighbor {
 public:
  int end(const std::string& how) {
    end_by(how);
    return 1;
  }
  int one() { return 1; }
  int ask(neighbor other) {
    int n = other.one();
    return n;
  }
};

class [[mentat::regular]] maker {
 public:
  int make(const std::string& how) {
    ender made;
    mentat::create(made, how);
    int n = made.one();
    return n;
  }
};

namespace {

int nested(const std::string& how) {
  maker m;
  try {
    int n = m.make(how);
    std::printf("%d\n", n);
  } catch (const mentat::remote_error& error) {
    std::printf("%s: %s\n", error.type_name().c_str(), error.what());
  }
  return 0;
}

int construct(const std::string& how) {
  try {
    ender made;
    mentat::create(made, how);
    int n = made.one();
    std::printf("%d\n", n);
  } catch (const mentat::remote_error& error) {
    std::printf("%s: %s\n", error.type_name().c_str(), error.what());
  }
  return 0;
}

template <class Called>
int call_of(Called& called, const std::string& how) {
  try {
    int n = called.end(how);
    std::printf("%d\n", n);
  } catch (const mentat::remote_error& error) {
    std::printf("%s: %s\n", error.type_name().c_str(), error.what());
  }
  worker other;
  int m = other.one(2);
  std::printf("%d\n", m);
  return 0;
}

int no_way_back(const std::string& how, const std::string& file) {
  worker w;
  int n = w.wait_until_gone(file);
  end_by(how);
  std::remove(file.c_str());
  std::printf("%d\n", n);
  return 0;
}

template <class Ask>
void ask(const char* what, Ask of) {
  try {
    std::printf("%s: %d\n", what, of());
  } catch (const mentat::remote_error& error) {
    std::printf("%s: %s: %s\n", what, error.type_name().c_str(), error.what());
  }
  std::fflush(stdout);
}

int recluse(const std::string& how) {
  neighbor a, b;
  mentat::create(a);
  mentat::create(b, mentat::apart_from(a));  // also while only one worker has begun
  ask("ends", [&] {
    int n = a.end(how);
    return n;
  });
  ask("is asked", [&] {
    int n = b.ask(a);
    return n;
  });
  ask("asks", [&] {
    int n = a.ask(b);
    return n;
  });
  ask("again", [&] {
    int n = b.ask(a);
    return n;
  });
  worker w;
  ask("worker", [&] {
    int n = w.one(2);
    return n;
  });
  return 0;
}

int many(const std::string& how) {
  worker w;
  std::vector<int> answers(60);
  for (int i = 0; i < 60; ++i) answers[i] = w.end_at(i, how);
  int sum = 0, errors = 0;
  for (int i = 0; i < 60; ++i) {
    try {
      sum += answers[i];
    } catch (const mentat::task_poisoned&) {
      ++errors;
    }
  }
  std::printf("sum %d, %d poisoned\n", sum, errors);
  return 0;
}

// Prints how many of those that end their process, and of the others, have failed.
int among(int each, const std::string& how, bool waits) {
  constexpr int calls = 1000;
  worker w;
  std::vector<int> answers(calls);
  mentat::space known;
  mentat::create(known);
  for (int i = 0; i < calls; ++i) {
    if (waits)
      answers[i] = w.end_each_or_wait(i, each, how, known);
    else
      answers[i] = w.end_each(i, each, how);
  }
  int guilty = 0, innocent = 0;
  for (int turn = 0; turn < 2 * calls; ++turn) {
    if (turn == calls) known.out("number"_name, 0);  // all that end their processes have failed
    const int i = turn % calls;
    if ((i % each == 0) != (turn < calls)) continue;
    try {
      if (answers[i] != i) std::printf("call %d answers %d\n", i, int(answers[i]));
    } catch (const mentat::task_poisoned& error) {
      const std::string why = error.what();
      const bool began = why.find("each of the 3 processes that executed it") != why.npos;
      ++(i % each == 0 && began ? guilty : innocent);
    }
  }
  std::printf("%d guilty, %d innocent\n", guilty, innocent);
  return 0;
}

int again(int calls, const std::string& folder) {
  worker w;
  int sum = 0;
  for (int i = 0; i < calls; ++i) {
    int n = w.end_once(i, folder);
    sum += n;
  }
  std::printf("sum %d\n", sum);
  std::fprintf(stderr, "done\n");
  std::getchar();  // the test examines the session
  return 0;
}

int memory() {
  worker w;
  int n = w.take_memory();
  try {
    std::printf("%d\n", n);
  } catch (const mentat::remote_error& error) {
    std::printf("%s\n", error.what());
  }
  return 0;
}

void handle(int) {
  constexpr char text[] = "the program's own handler\n";
  if (write(2, text, sizeof text - 1) > 0) _exit(9);
}

}  // namespace

// Before main() begins, as a library that catches faults would.
const bool handler_wanted = [] {
  if (std::getenv("CRASHER_HANDLER")) signal(SIGSEGV, &handle);
  return true;
}();

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "", how = argc > 2 ? argv[2] : "";
  worker w;
  if (what == "memory") return memory();
  if (what == "many") return many(how);
  if (what == "among" && argc > 3) return among(std::atoi(argv[2]), argv[3], argc > 4);
  if (what == "again" && argc > 3) return again(std::atoi(argv[2]), argv[3]);
  if (what == "main") {
    end_by(how);
    while (how == "close") pause();  // it is ended
    if (how == "fork" && fork() == 0) return 5;
    return call_of(w, "");
  }
  if (what == "constructor") return construct(how);
  if (what == "no_way_back" && argc > 3) return no_way_back(how, argv[3]);
  if (what == "recluse") return recluse(how);
  if (what == "nested") return nested(how);
  if (what == "object") {
    holder h;
    mentat::create(h);
    return call_of(h, how);
  }
  return call_of(w, what);
}
