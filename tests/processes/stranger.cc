// A process of the same user that does not belong to a session. It connects to one of the session's
// processes under the name of another one.
//
//   stranger FOLDER NUMBER     tells process 0, whose door is in FOLDER, that it is process NUMBER
#include <cstdio>
#include <cstdlib>

#include "mmps/shm/shm_transport.h"
#include "mmps/wire/message_type.h"

using namespace mentat::mmps;

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto name_of = [](std::uint32_t number) { return mmps_name::of_process(0, 0, number, 1); };
  shm::shm_transport here({.folder = argv[1],
                           .self = name_of(static_cast<std::uint32_t>(std::atoi(argv[2]))),
                           .forwarder = {}});
  message_header header;
  header.type = static_cast<std::uint8_t>(message_type::token);
  header.destination = name_of(0);
  const bool is_in = here.send(header, {}) == shm::shm_transport::sent::yes;
  std::printf("%s\n", is_in ? "let in" : "refused");
  return 0;
}
