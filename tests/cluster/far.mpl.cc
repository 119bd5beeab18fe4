// A program over several hosts, for the tests of this folder. Every host has processes of its own.
// So the parent of the process that executes a call, the supervisor of its host, identifies the
// host even if all hosts are on one machine.
//
//   far where      how many other hosts execute the calls of a regular class
//   far prints     member functions print, one after the other, on any host
//   far object     the process of a persistent object dies in the middle of its calls
//   far hold A B   waits for objects on the hosts of these names, to be killed from outside;
//                  prints a line when it waits
//   far look FILE A B  two objects, on the hosts of these names, execute a call each until the
//                  file exists, and a third call waits; prints a line then
//   far on NAME    requests an object on a host of that name
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <set>
#include <string>
#include <thread>
#include <vector>

class [[mentat::regular]] traveller {
 public:
  // Long enough that one host does not have room for all.
  int host(int) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return getppid();
  }
  int say(int n) {
    std::printf("say %d\n", n);
    return n;
  }
};

class [[mentat::persistent]] holder {
 public:
  int put(int n) {
    if (n == 13) kill(getpid(), SIGKILL);
    return n;
  }
  int keep(int milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    return milliseconds;
  }
  int until(const std::string& file) {
    while (access(file.c_str(), F_OK) != 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return 7;
  }
};

namespace {

int where() {
  traveller t;
  std::vector<int> hosts(60);
  for (int i = 0; i < 60; ++i) hosts[i] = t.host(i);
  std::set<int> others;
  for (int one : hosts) others.insert(one);
  std::printf("%zu other hosts\n", others.size());
  return 0;
}

int prints() {
  traveller t;
  for (int i = 0; i < 20; ++i) {
    int said = t.say(i);
    std::printf("said %d\n", said);
  }
  return 0;
}

int object() {
  holder h;
  mentat::create(h);
  int first = h.put(1);
  std::printf("%d\n", first);
  int second = h.put(13), third = h.put(3);
  try {
    std::printf("%d\n", second);
  } catch (const mentat::object_lost& error) {
    std::printf("%s\n", error.what());
  }
  try {
    std::printf("%d\n", third);
  } catch (const mentat::object_lost& error) {
    std::printf("%s\n", error.what());
  }
  holder fresh;
  mentat::create(fresh);
  int fourth = fresh.put(4);
  std::printf("%d\n", fourth);
  return 0;
}

int hold(const char* host_of_a, const char* host_of_b) {
  holder a, b;
  mentat::create(a, mentat::on(host_of_a));
  mentat::create(b, mentat::on(host_of_b));
  int here = a.put(1), there = b.put(2);
  std::printf("%d %d\n", here, there);
  int first = a.keep(60'000), second = b.keep(60'000);
  mentat::force();
  std::fprintf(stderr, "running\n");
  try {
    std::printf("%d\n", first);
  } catch (const mentat::object_lost& error) {
    std::printf("%s\n", error.what());
  }
  try {
    std::printf("%d\n", second);
  } catch (const mentat::object_lost& error) {
    std::printf("%s\n", error.what());
  }
  return 0;
}

int look(const std::string& file, const char* host_of_a, const char* host_of_b) {
  holder a, b;
  mentat::create(a, mentat::on(host_of_a));
  mentat::create(b, mentat::on(host_of_b));
  int here = a.put(1), there = b.put(2);
  std::printf("%d %d\n", here, there);
  int first = a.until(file), second = b.until(file), third = a.put(3);
  mentat::force();
  std::fprintf(stderr, "running\n");
  std::printf("%d %d %d\n", first, second, third);
  return 0;
}

int on(const char* host) {
  holder h;
  try {
    mentat::create(h, mentat::on(host));
    int put = h.put(1);
    std::printf("%d\n", put);
  } catch (const mentat::remote_error& error) {
    std::printf("%s: %s\n", error.type_name().c_str(), error.what());
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "where") return where();
  if (what == "prints") return prints();
  if (what == "object") return object();
  if (what == "hold" && argc > 3) return hold(argv[2], argv[3]);
  if (what == "look" && argc > 4) return look(argv[2], argv[3], argv[4]);
  if (what == "on" && argc > 2) return on(argv[2]);
  return 2;
}
