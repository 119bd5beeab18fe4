// A hostile daemon. It becomes user UID, makes the folder of a session of another user, listens at
// its control socket, and prints for each client the bytes that it received. The tests read its
// lines.
//
//   impostor UID FOLDER [MODE]
#include <fcntl.h>
#include <grp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

bool make_folders(const std::string& path, mode_t mode) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end);
    if (mkdir(part.c_str(), mode) == 0) chmod(part.c_str(), mode);
    if (end == std::string::npos) return chdir(path.c_str()) == 0;
  }
}

bool become(uid_t user) {
  return user == geteuid() ||
         (setgroups(0, nullptr) == 0 && setgid(user) == 0 && setuid(user) == 0);
}

// How many bytes and descriptors the client sends before it receives anything.
void hear(int client) {
  std::array<char, 65536> packet{};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * 8)];
  iovec part{packet.data(), packet.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  const ssize_t size = recvmsg(client, &message, 0);
  std::printf("client bytes=%zd descriptors=%s\n", size, CMSG_FIRSTHDR(&message) ? "yes" : "no");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3 || !become(static_cast<uid_t>(std::atoi(argv[1])))) return 2;
  umask(0);
  const mode_t mode = argc > 3 ? static_cast<mode_t>(std::strtol(argv[3], nullptr, 8)) : 0755;
  sockaddr_un address{AF_UNIX, "control"};
  const int door = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (!make_folders(argv[2], mode) ||
      bind(door, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      listen(door, 16) != 0) {
    std::perror(argv[2]);
    return 1;
  }
  chmod("control", mode | 0666);
  std::puts("ready");
  std::fflush(stdout);
  for (int client = 0; (client = accept(door, nullptr, nullptr)) >= 0; close(client)) hear(client);
  return 1;
}
