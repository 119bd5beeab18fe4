// What the tests of shm_transport share: two transports, as in two processes, in a folder of the
// test.
#pragma once

#include <doctest/doctest.h>
#include <stdlib.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "mmps/base/random.h"
#include "mmps/futex/futex.h"
#include "mmps/shm/shm_transport.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps::shm {

using bytes = std::vector<std::byte>;

struct folder {
  folder() {
    char name[] = "/tmp/mentat_shm_test_XXXXXX";
    REQUIRE(mkdtemp(name));
    path = name;
  }
  ~folder() { std::filesystem::remove_all(path); }
  std::string path;
};

inline std::set<int> shared_memory_descriptors() {
  std::set<int> found;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    if (std::filesystem::read_symlink(entry, none).string().starts_with("/memfd:mentat"))
      found.insert(std::stoi(entry.path().filename()));
  return found;
}

inline mmps_name process(std::uint32_t number, std::uint32_t life = 1) {
  return mmps_name::of_process(1, 7, number, life);
}

inline message_header token_to(const mmps_name& whom, std::uint64_t number = 0) {
  message_header header;
  header.type = static_cast<std::uint8_t>(message_type::token);
  header.destination = whom;
  header.argument = to_waiting_caller;
  header.tag = {number, 0};
  return header;
}

inline bytes pattern(std::size_t size, std::uint64_t seed) {
  base::random chance(seed);
  bytes made(size);
  for (std::byte& one : made) one = static_cast<std::byte>(chance.next());
  return made;
}

// Sleeps on the bell as a process does, until `done`.
inline void receive_until(shm_transport& at, const shm_transport::handler& handle,
                          const std::function<bool()>& done) {
  auto& bell = at.bell();
  while (!done()) {
    if (at.receive(handle)) continue;
    const std::uint32_t before = bell.words[0].load();
    bell.listen(0);
    if (!at.has_mail() && !done()) {
      base::futex_wait(bell.words[0], before, base::second, true);
    }
    bell.stop_listening(0);
  }
}

}  // namespace mentat::mmps::shm
