#include "bench/papers/command/program_run.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <sstream>

extern char** environ;  // NOLINT(readability-redundant-declaration): not in unistd.h everywhere

namespace mentat::bench::papers {
namespace {

constexpr auto longest_run = std::chrono::seconds(200);

struct pipe_end {
  std::array<int, 2> ends{-1, -1};
  std::string text;
};

// Until all processes of the program have closed both. False: they take too long.
bool read_both(std::array<pipe_end, 2>& from) {
  const auto end = std::chrono::steady_clock::now() + longest_run;
  std::array<pollfd, 2> open{{{from[0].ends[0], POLLIN, 0}, {from[1].ends[0], POLLIN, 0}}};
  std::array<char, 4096> part{};
  for (int left = 2; left > 0;) {
    const auto rest =
        std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (rest.count() <= 0) {
      for (const pollfd& each : open)
        if (each.fd >= 0) close(each.fd);
      return false;
    }
    if (poll(open.data(), open.size(), static_cast<int>(rest.count())) < 0) continue;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (open[i].fd < 0 || open[i].revents == 0) continue;
      const ssize_t got = read(open[i].fd, part.data(), part.size());
      if (got > 0) {
        from[i].text.append(part.data(), static_cast<std::size_t>(got));
        continue;
      }
      close(open[i].fd);
      open[i].fd = -1;
      --left;
    }
  }
  return true;
}

std::vector<std::string> environment_with(std::map<std::string, std::string> more,
                                          const places& where) {
  more["MENTAT_MODE"] = where.mode;
  more["MENTAT_WORKERS"] = where.mode == "threads" ? std::to_string(where.processes) : "1";
  more["MENTAT_PROCESSES"] = std::to_string(where.processes + 1);  // and the driver
  if (where.apart && where.mode == "processes") more["MENTAT_IM__ISOLATION"] = "process";
  more["MENTAT_STATS"] = where.mode == "processes" ? "true" : "false";
  std::vector<std::string> all;
  for (char** at = environ; *at; ++at) {
    const std::string one = *at;
    if (!more.contains(one.substr(0, one.find('=')))) all.push_back(one);
  }
  for (const auto& [name, value] : more) all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& each : words) all.push_back(each.data());
  all.push_back(nullptr);
  return all;
}

// The exit status, or -1.
int run(std::vector<std::string> command, std::vector<std::string> environment,
        std::array<pipe_end, 2>& printed) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int i = 0; i < 2; ++i) {
    auto& ends = printed[static_cast<std::size_t>(i)].ends;
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return -1;
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO + i);
  }
  pid_t child = 0;
  const int failed = posix_spawn(&child, command[0].c_str(), &actions, nullptr,
                                 pointers_to(command).data(), pointers_to(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  for (const pipe_end& each : printed) close(each.ends[1]);
  if (!read_both(printed) && failed == 0) {
    printed[1].text += "papers: a run took longer than 200 s, and was ended\n";
    kill(child, SIGKILL);  // its other processes end with it
  }
  int status = 0;
  if (failed != 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

}  // namespace

void take_traffic(std::string& errors, program_result& into) {
  std::istringstream lines(errors);
  errors.clear();
  for (std::string line; std::getline(lines, line);) {
    unsigned long long messages = 0, bytes = 0;
    if (std::sscanf(line.c_str(), "mentat: process %*s sent %llu messages, %llu bytes", &messages,
                    &bytes) != 2) {
      errors += line + "\n";
      continue;
    }
    into.messages = into.messages.value_or(0) + messages;
    into.bytes = into.bytes.value_or(0) + bytes;
  }
}

std::optional<program_result> run_program(const std::string& name,
                                          const std::vector<std::string>& arguments,
                                          const places& where,
                                          const std::map<std::string, std::string>& environment) {
  const auto here = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
  std::vector<std::string> command{(here / "now" / name).string()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  std::array<pipe_end, 2> printed;
  const int status = run(std::move(command), environment_with(environment, where), printed);
  program_result found;
  take_traffic(printed[1].text, found);
  std::fputs(printed[1].text.c_str(), stderr);
  const bool good = status == 0 && std::sscanf(printed[0].text.c_str(), "%lf %lld %lld",
                                               &found.seconds, &found.value, &found.count) == 3;
  if (status != 0) std::fprintf(stderr, "papers: %s has status %d\n", name.c_str(), status);
  return good ? std::optional(found) : std::nullopt;
}

}  // namespace mentat::bench::papers
