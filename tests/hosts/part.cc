// A program reduced to its dialogue with the daemon of a host. As a driver it begins and prints its
// packets; as a branch it prints that it has started, and waits. The tests wait for its lines.
//
//   part SESSION-FOLDER
#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "daemons/host/wire/program_packet.h"
#include "mmps/shm/unix_socket.h"

namespace {

using namespace mentat;
using host::program_packet;
using host::program_packet_kind;
using mmps::shm::unix_socket;

void say_up(unix_socket& to, const program_packet& begun, std::uint32_t number) {
  program_packet packet;
  packet.kind = program_packet_kind::news;
  packet.news.kind = node::notice_kind::up;
  packet.news.process = mmps::mmps_name::of_process(begun.host, begun.incarnation, number, 1);
  packet.news.set_text(begun.address.data());
  to.send(std::as_bytes(std::span(&packet, 1)));
}

// Leaves a process behind, which the daemon's supervisor must end.
void leave_somebody_behind() {
  if (fork() != 0) return;
  prctl(PR_SET_NAME, "part-orphan");
  setsid();
  for (;;) pause();
}

// Reads until the daemon closes.
int listen(unix_socket& from, bool is_driver) {
  program_packet packet;
  std::vector<int> none;
  while (from.receive(std::as_writable_bytes(std::span(&packet, 1)), none) == sizeof packet) {
    switch (packet.kind) {
      case program_packet_kind::begun:
        std::printf("begun host=%u hosts=%u driver=%u text=%s\n", packet.host, packet.hosts,
                    packet.driver_host, packet.text.data());
        if (!is_driver && packet.host == 1) leave_somebody_behind();
        say_up(from, packet, is_driver ? 0 : 4);
        break;
      case program_packet_kind::news:
        std::printf("news host=%u process=%u\n", packet.news.process.host,
                    packet.news.process.process_number());
        break;
      case program_packet_kind::host_down:
        std::printf("host_down host=%u %s\n", packet.host, packet.text.data());
        break;
      case program_packet_kind::warning:
        std::printf("warning %s\n", packet.text.data());
        break;
      case program_packet_kind::refused:
        std::printf("refused %s\n", packet.text.data());
        break;
      default:
        break;
    }
    std::fflush(stdout);
  }
  std::puts("closed");
  std::fflush(stdout);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (std::getenv("MENTAT_BRANCH")) {
    unix_socket uplink(3);
    return listen(uplink, false);
  }
  if (argc != 2) return 2;
  auto daemon = unix_socket::connect_to(std::string(argv[1]) + "/control");
  const int self = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (!daemon || self < 0) return 1;
  program_packet packet;
  packet.kind = program_packet_kind::begin;
  std::strncpy(packet.text.data(), "mode=cluster", packet.text.size() - 1);
  if (!daemon->send(std::as_bytes(std::span(&packet, 1)), std::span(&self, 1))) return 1;
  return listen(*daemon, true);
}
