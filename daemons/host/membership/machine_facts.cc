#include "daemons/host/membership/machine_facts.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "daemons/host/wire/host_message.h"

namespace mentat::host {

std::uint32_t load_now() {
  std::ifstream file("/proc/loadavg");
  std::string one, five, fifteen;
  unsigned running = 1;
  file >> one >> five >> fifteen >> running;
  return running > 0 ? (running - 1) * 100 : 0;
}

std::string host_name(const std::string& session) {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return plain_name(session == "default" ? std::string(name.data()) : session + "@" + name.data());
}

std::string program_name(int process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/comm");
  std::string name;
  std::getline(file, name);
  return plain_name(name);
}

void raise_descriptor_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

std::string read_given_file(int file, std::size_t most) {
  struct stat about{};
  if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size <= 0 ||
      static_cast<std::size_t>(about.st_size) > most)
    return {};
  std::string text(static_cast<std::size_t>(about.st_size), 0);
  const ssize_t size = pread(file, text.data(), text.size(), 0);
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return text;
}

}  // namespace mentat::host
