// The rows of `./mentat bench space` by lists of Redis. The server is a process of this program:
// the program that Debian's redis-tools names redis-check-rdb is the server if it is called
// redis-server. It listens on a socket of a private folder alone, and keeps nothing on disk.
#include <hiredis/hiredis.h>
#include <sys/wait.h>

#include <cstring>
#include <memory>
#include <string>
#include <thread>

#include "bench/peers/space_rows.h"
#include "bench/peers/two_processes.h"

namespace {

using mentat::bench::least;
using mentat::bench::print_row;

struct freed {
  void operator()(redisContext* of) const { redisFree(of); }
  void operator()(redisReply* of) const { freeReplyObject(of); }
};
using connection = std::unique_ptr<redisContext, freed>;
using reply = std::unique_ptr<redisReply, freed>;

[[noreturn]] void fail(const char* why) {
  std::fprintf(stderr, "space_redis: %s\n", why);
  std::exit(1);
}

// Starts a server; it ends with this process.
void start_redis(const std::string& program, const std::string& socket) {
  if (symlink("/usr/bin/redis-check-rdb", program.c_str()) != 0) fail("cannot name the server");
  mentat::bench::start_server([&] {
    if (std::freopen("/dev/null", "w", stdout) == nullptr) return;
    execl(program.c_str(), program.c_str(), "--port", "0", "--unixsocket", socket.c_str(), "--save",
          "", "--appendonly", "no", static_cast<char*>(nullptr));
  });
}

connection connected(const std::string& socket) {
  for (int tries = 0; tries < 1000; ++tries) {
    connection made(redisConnectUnix(socket.c_str()));
    if (made && made->err == 0) return made;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  fail("the server does not answer");
}

void put(redisContext* to, const char* list, int value) {
  const reply got(static_cast<redisReply*>(redisCommand(to, "RPUSH %s %d", list, value)));
  if (!got || got->type != REDIS_REPLY_INTEGER) fail("RPUSH failed");
}

int value_of(const redisReply* got) {
  if (got == nullptr || got->type != REDIS_REPLY_ARRAY || got->elements != 2) fail("BLPOP failed");
  return std::atoi(got->element[1]->str);
}

int taken(redisContext* from, const char* list) {
  const reply got(static_cast<redisReply*>(redisCommand(from, "BLPOP %s 0", list)));
  return value_of(got.get());
}

// All commands first, then all replies.
void pipelined(redisContext* with, int count) {
  for (int one = 0; one < count; ++one) redisAppendCommand(with, "RPUSH many %d", one);
  for (int one = 0; one < count; ++one) redisAppendCommand(with, "BLPOP many 0");
  for (int one = 0; one < 2 * count; ++one) {
    void* got = nullptr;
    if (redisGetReply(with, &got) != REDIS_OK) fail("a command failed");
    if (const reply whole(static_cast<redisReply*>(got)); one >= count) value_of(whole.get());
  }
}

void measure(const std::string& socket, int divisor) {
  const connection own = connected(socket);
  print_row("out_in_elsewhere", least(20'000 / divisor, [&](int n) {
              for (int k = 0; k < n; ++k) {
                put(own.get(), "job", k);
                if (taken(own.get(), "job") != k) fail("another value");
              }
            }));
  print_row("out_512_then_in_512_elsewhere", least(100 / divisor, [&](int n) {
                                               for (int k = 0; k < n; ++k)
                                                 pipelined(own.get(), 512);
                                             }) / 512);
  const pid_t partner = mentat::bench::start_server([&] {
    const connection its = connected(socket);
    for (int k = taken(its.get(), "ping"); k >= 0; k = taken(its.get(), "ping"))
      put(its.get(), "pong", k);
  });
  print_row("ping_pong_elsewhere", least(20'000 / divisor, [&](int n) {
              for (int k = 0; k < n; ++k) {
                put(own.get(), "ping", k);
                if (taken(own.get(), "pong") != k) fail("another value");
              }
            }));
  put(own.get(), "ping", -1);
  waitpid(partner, nullptr, 0);
}

}  // namespace

int main(int argc, char** argv) {
  const int divisor = mentat::bench::divisor_of(argc, argv);
  const mentat::bench::socket_folder folder;
  start_redis(folder.at("redis-server"), folder.at("socket"));
  measure(folder.at("socket"), divisor);
  return 0;
}
