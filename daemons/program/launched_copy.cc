#include "daemons/program/launched_copy.h"

#include <stdio_ext.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "daemons/launch/launched_copy.h"
#include "daemons/program/include/mentat/start_error.h"
#include "mmps/trust/descriptor.h"
#include "rts/config/log.h"

namespace mentat::program {
namespace {

std::string variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value ? value : "";
}

// The arguments of main, which need not have passed them on.
std::vector<std::string> own_arguments() {
  std::ifstream file("/proc/self/cmdline");
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

std::string own_executable() {
  std::array<char, PATH_MAX> path{};
  const ssize_t length = ::readlink("/proc/self/exe", path.data(), path.size() - 1);
  return length > 0 ? std::string(path.data(), static_cast<std::size_t>(length)) : std::string();
}

[[noreturn]] void become_command(const launch::launched_copy& self) {
  std::vector<std::string> words = own_arguments();
  const std::string executable = own_executable();
  if (words.empty() || executable.empty())
    throw start_error(125, "mode cluster below " + self.launcher + " needs /proc: mount it");
  words.front() = executable;
  const bool is_step = self.kind == launch::rendezvous_kind::slurm_step;
  std::vector<std::string> command{"mentat", "launch", is_step ? "slurm" : "mpi", "--"};
  command.insert(command.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  __fpurge(stdout);  // the program that the command starts prints it again
  ::execvp("mentat", arguments.data());
  throw start_error(
      125, self.launcher +
               " has started this program in mode cluster, which needs the command `mentat` in "
               "PATH on every machine: " +
               std::strerror(errno) + "; to use a session that runs, set MENTAT_ADDRESS");
}

}  // namespace

void join_other_copies(const node::settings& chosen) {
  const bool wants_hosts = chosen.mode == node::mode::cluster;
  if (wants_hosts && !chosen.address.empty()) return;
  const auto self = launch::launched_copy_in(variable, mmps::trust::is_socket);
  if (!self && wants_hosts) throw start_error(125, self.error());
  if (!self || !*self) return;
  if (wants_hosts) become_command(**self);
  const std::string warning = launch::warning_of_copies(**self);
  if (!warning.empty()) node::log_warning(warning);
}

}  // namespace mentat::program
