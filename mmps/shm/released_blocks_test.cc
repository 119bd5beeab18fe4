// Blocks are used again only when nobody reads them, whatever became of the readers.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/shm/released_blocks.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

using namespace mentat::mmps::shm;

namespace {

constexpr std::size_t size = 64 * 4096;

released_blocks::block new_block(std::size_t bytes = size) {
  const int made = memfd_create("released", MFD_CLOEXEC);
  REQUIRE(ftruncate(made, static_cast<off_t>(bytes)) == 0);
  void* const at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, made, 0);
  REQUIRE(at != MAP_FAILED);
  std::memset(at, 7, bytes);
  mprotect(at, bytes, PROT_READ);
  return {static_cast<std::byte*>(at), bytes, open_file::of(made)};
}

// Sends the descriptor, and closes it here.
void pass(int socket, int descriptor) {
  char byte = 0;
  iovec bytes{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptor)] = {};
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr* const head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
  REQUIRE(sendmsg(socket, &message, 0) == 1);
  close(descriptor);
}

bool skips() {
  if (open_file::tells_readers()) return false;
  MESSAGE("this kernel does not tell who reads a file");
  return true;
}

}  // namespace

TEST_CASE("a block is taken again, to be written, once nobody reads it") {
  if (skips()) return;
  released_blocks all;
  all.set_limit(size);
  const auto made = new_block();
  const int reader = made.file.open_again();
  const int copy = dup(reader);
  REQUIRE(all.add(made));
  CHECK(all.bytes() == size);
  CHECK_FALSE(all.take(size));
  close(reader);
  CHECK_FALSE(all.take(size));
  void* const mapped = mmap(nullptr, size, PROT_READ, MAP_SHARED, copy, 0);
  close(copy);
  CHECK_FALSE(all.take(size));
  munmap(mapped, size);
  const auto again = all.take(size);
  REQUIRE(again);
  CHECK(again->at == made.at);
  CHECK(again->at[5] == std::byte{7});
  again->at[5] = std::byte{8};
  CHECK(all.count() == 0);
  CHECK(all.bytes() == 0);
  CHECK_FALSE(all.take(size));
  REQUIRE(all.add(*again));
  all.drop_all();
}

TEST_CASE(
    "a descriptor on its way, and a process that only maps the block, read it until the end") {
  if (skips()) return;
  released_blocks all;
  all.set_limit(size);
  const auto made = new_block();
  int ends[2];
  REQUIRE(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0);
  pass(ends[0], made.file.open_again());
  REQUIRE(all.add(made));
  CHECK_FALSE(all.take(size));
  close(ends[1]);  // nobody will receive it
  auto again = all.take(size);
  REQUIRE(again);
  close(ends[0]);

  const int reader = again->file.open_again();
  int told[2];
  REQUIRE(pipe(told) == 0);
  const pid_t child = fork();
  if (child == 0) {
    munmap(again->at, size);
    close(again->file.descriptor);
    const bool maps = mmap(nullptr, size, PROT_READ, MAP_SHARED, reader, 0) != MAP_FAILED;
    close(reader);
    if (write(told[1], maps ? "y" : "n", 1) != 1) _exit(1);
    pause();
  }
  close(reader);
  char answer = 0;
  REQUIRE(read(told[0], &answer, 1) == 1);
  CHECK(answer == 'y');
  REQUIRE(all.add(*again));
  CHECK_FALSE(all.take(size));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  CHECK(all.take(size));
  close(told[0]);
  close(told[1]);
  munmap(again->at, size);
  close(again->file.descriptor);
}

TEST_CASE("only blocks of about the size are taken, and beyond the limit the oldest go") {
  if (skips()) return;
  released_blocks all;
  CHECK_FALSE(all.add(new_block()));  // the default is none
  all.set_limit(3 * size);
  const auto first = new_block(), second = new_block(), third = new_block(2 * size);
  REQUIRE(all.add(first));
  REQUIRE(all.add(second));
  CHECK_FALSE(all.take(size + 1));
  CHECK_FALSE(all.take(size / 2));
  REQUIRE(all.add(third));
  CHECK(all.count() == 2);
  CHECK(all.bytes() == 3 * size);
  CHECK_FALSE(first.file.is_intact());
  const auto fits = all.take(size - size / 8);
  REQUIRE(fits);
  CHECK(fits->at == second.at);
  REQUIRE(all.add(*fits));
  all.set_limit(size);
  CHECK(all.count() == 1);
  CHECK(all.drop_oldest());
  CHECK_FALSE(all.drop_oldest());
  CHECK(all.bytes() == 0);
}

TEST_CASE("a block whose descriptor the program has closed is not used again") {
  if (skips()) return;
  released_blocks all;
  all.set_limit(2 * size);
  const auto first = new_block(), second = new_block();
  close(first.file.descriptor);
  CHECK_FALSE(all.add(first));
  munmap(first.at, size);
  REQUIRE(all.add(second));
  REQUIRE(dup2(STDERR_FILENO, second.file.descriptor) >= 0);
  CHECK_FALSE(all.take(size));
  all.drop_all();
  CHECK(fcntl(second.file.descriptor, F_GETFD) >= 0);  // the program's
  close(second.file.descriptor);
}
