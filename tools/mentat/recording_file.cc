#include "tools/mentat/recording_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <utility>

#include "mmps/base/fixed_limits.h"
#include "mmps/base/shown_text.h"
#include "mmps/trust/trusted_path.h"
#include "tools/record/finished_file.h"

namespace mentat::command {
namespace {

void warn(const std::string& text) { std::cerr << "mentat: warning: " << text << '\n'; }

std::string counted(std::uint64_t number, const std::string& thing) {
  return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

}  // namespace

std::vector<std::string> gaps_of(const trace& of, bool grows) {
  constexpr std::uint32_t with_other_hosts = 3;
  std::vector<std::string> gaps;
  std::uint64_t lost = 0;
  for (const trace::loss& one : of.losses) lost += one.events;
  if (!of.is_whole && !grows)
    gaps.push_back("the recording was cut, and is shown as far as it goes");
  if (of.mode == "cluster" && of.version < with_other_hosts)
    gaps.push_back(
        "an older version of Mentat made it, which recorded the processes of one host, " +
        of.host_name + ", alone");
  for (const trace::host& one : of.hosts) {
    if (&one == &of.hosts.front()) continue;
    if (!one.is_whole && (!grows || !one.missing.empty()))
      gaps.push_back("the end of what " + one.name + " recorded is missing" +
                     (one.missing.empty() ? "" : ": " + one.missing));
    if (one.uncertainty < 0)
      gaps.push_back("the clock of " + one.name + " was not compared with that of " +
                     of.hosts.front().name + ": its times come from the calendars of both");
  }
  if (lost != 0)
    gaps.push_back(counted(lost, "event") +
                   " of busy workers were lost before they were written (fixed.recorded_events)");
  if (of.unrecorded_workers != 0)
    gaps.push_back(counted(of.unrecorded_workers, "worker") +
                   " more than can be recorded are missing (fixed.recorded_workers)");
  if (of.places.size() > fixed::recorded_places.value)
    gaps.push_back("waits at further places than the first " +
                   std::to_string(fixed::recorded_places.value) +
                   " have no line (fixed.recorded_places)");
  if (of.events_left_out != 0)
    gaps.push_back(counted(of.events_left_out, "event") + " beyond the first " +
                   std::to_string(trace::most_events) + " are left out");
  return gaps;
}

expected<trace> read_recording(const std::string& file) {
  if (!await_finished_file(file)) warn("the program is still being recorded");
  auto read = read_trace(file);
  if (!read) return fail(read.error());
  for (const std::string& one : gaps_of(*read)) warn(one);
  return std::move(*read);
}

expected<void> check_output(const std::string& recording, const std::string& output) {
  std::error_code unknown;
  if (output.empty() || !std::filesystem::equivalent(recording, output, unknown)) return {};
  return fail("--output: " + base::shown_value(output) +
                  " is the recording, which would be lost: choose another name",
              2);
}

int write_result(const std::string& text, const std::string& output) {
  if (output.empty()) return write_result([&](const text_sink& to) { to(text); }, output);
  const auto done = mmps::trust::write_file(output, text);
  return done ? 0 : report({done.error()});
}

// A part of the text would look like all of it.
int write_result(const std::function<void(const text_sink&)>& make, const std::string& output) {
  if (output.empty()) {  // a fault of standard output is told at the end of the command
    make([](std::string_view text) {
      return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    });
    return 0;
  }
  const auto opened = mmps::trust::open_for_writing(output);
  if (!opened) return report({opened.error()});
  std::FILE* const file = fdopen(*opened, "w");
  if (!file) return report({output + ": " + std::strerror(errno)});
  int fault = 0;
  make([&](std::string_view text) {
    errno = 0;
    if (fault == 0 && std::fwrite(text.data(), 1, text.size(), file) != text.size()) fault = errno;
    return fault == 0;
  });
  struct stat here{}, named{};
  const bool is_file = fstat(*opened, &here) == 0 && lstat(output.c_str(), &named) == 0 &&
                       S_ISREG(named.st_mode) && named.st_ino == here.st_ino &&
                       named.st_dev == here.st_dev;
  if (std::fclose(file) != 0 && fault == 0) fault = errno;
  if (fault == 0) return 0;
  if (is_file) unlink(output.c_str());
  return report({output + ": " + std::strerror(fault)});
}

}  // namespace mentat::command
