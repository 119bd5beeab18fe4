#include "tools/mentat/doctor_checks.h"

#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <sstream>
#include <thread>

#include "mmps/machine/usable_resources.h"
#include "tools/mentat/copy_launch.h"
#include "tools/mentat/files.h"
#include "tools/mentat/process.h"
#include "tools/mentat/slurm_launch.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

constexpr double gibibyte = 1024.0 * 1024.0 * 1024.0;
constexpr double least_memory = 2 * gibibyte;
constexpr double comfortable_memory = 4 * gibibyte;
constexpr double least_disk = 3 * gibibyte;
constexpr rlim_t least_files = 1024;
constexpr rlim_t least_stack = 1024 * 1024;
constexpr long comfortable_maps = 65530;
constexpr double slow_wake_up = 20;

std::string in_gibibytes(double bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f GiB", bytes / gibibyte);
  return text;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

finding packages(const installation& here) {
  const auto list = read_file(here.shared("packages.txt"));
  if (!list) return {"packages", health::faulty, list.error().text, "build //tools/sdk again"};
  const std::vector<std::string> missing = missing_packages(*list);
  if (missing.empty()) return {"packages", health::good, "all installed", ""};
  std::string names;
  for (const std::string& name : missing) names += " " + name;
  // An installed command needs only the compiler; building Mentat needs all packages.
  const health state = here.checkout ? health::faulty : health::doubtful;
  return {"packages", state, "missing:" + names, "apt-get install" + names};
}

finding compiler() {
  const char* named = std::getenv("MENTAT_CXX");
  const std::string name = named && *named ? named : "g++";
  const auto folder = temporary_folder::create("doctor");
  if (!folder)
    return {"compiler", health::faulty, folder.error().text,
            "set TMPDIR to a folder that can be written"};
  const fs::path source = folder->path() / "a.cc";
  const auto written = write_file(source,
                                  "#include <version>\n#include <span>\n#if __cplusplus < "
                                  "202002L\n#error old\n#endif\nint main() { return 0; }\n");
  const fs::path program = folder->path() / "a";
  const auto compiled =
      written
          ? run_probe({.arguments = {name, "-std=c++20", source.string(), "-o", program.string()},
                       .standard_error = folder->path() / "errors"})
          : tl::unexpected(written.error());
  if (!compiled)
    return {"compiler", health::faulty, compiled.error().text,
            "apt-get install g++, or set MENTAT_CXX"};
  if (!compiled->good())
    return {"compiler", health::faulty, name + " cannot build a C++20 program",
            "g++ 12 or later: apt-get install g++"};
  const auto ran = run_probe({{program.string()}});
  if (!ran || !ran->good())
    return {"compiler", health::faulty, "a program that " + name + " built does not run",
            "is " + folder->path().parent_path().string() + " mounted noexec? set TMPDIR"};
  const auto text = output_of({{name, "--version"}});
  return {"compiler", health::good, text ? first_line(*text) : name, ""};
}

finding translator(const installation& here) {
  const auto text = output_of({{here.translator().string(), "--version"}});
  if (text) return {"translator", health::good, first_line(*text), ""};
  return {"translator", health::faulty, text.error().text,
          "apt-get install libclang-cpp19 libllvm19"};
}

finding cores() {
  const unsigned count = machine::usable_cores(), all = std::thread::hardware_concurrency();
  const std::string of = count < all ? " of " + std::to_string(all) : "";
  if (count >= 2) return {"cores", health::good, std::to_string(count) + of + " cores", ""};
  return {"cores", health::doubtful, "1" + of + (all > 1 ? " cores" : " core"),
          "programs run, but their calls do not run in parallel"};
}

finding memory() {
  const auto bytes = static_cast<double>(machine::usable_memory());
  if (bytes < least_memory)
    return {"memory", health::faulty, in_gibibytes(bytes), "a build needs 2 GiB"};
  if (bytes < comfortable_memory)
    return {"memory", health::doubtful, in_gibibytes(bytes),
            "build with fewer jobs: echo 'build --jobs=1' >> user.bazelrc"};
  return {"memory", health::good, in_gibibytes(bytes), ""};
}

finding disk(const std::string& name, const fs::path& place, double least) {
  struct statvfs state = {};
  if (::statvfs(place.c_str(), &state) != 0)
    return {name, health::faulty, place.string() + " cannot be read", "make it, or set TMPDIR"};
  const double free = static_cast<double>(state.f_bavail) * static_cast<double>(state.f_frsize);
  const std::string found = in_gibibytes(free) + " free in " + place.string();
  if (free < least) return {name, health::faulty, found, "free " + in_gibibytes(least - free)};
  return {name, health::good, found, ""};
}

std::string in_mebibytes(rlim_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }
std::string in_files(rlim_t count) { return std::to_string(count) + " files"; }

finding limit(const std::string& name, __rlimit_resource which, rlim_t least,
              std::string (*with_unit)(rlim_t), const std::string& mend) {
  rlimit value = {};
  ::getrlimit(which, &value);
  const std::string found =
      value.rlim_cur == RLIM_INFINITY ? "unlimited" : with_unit(value.rlim_cur);
  if (value.rlim_cur < least) return {name, health::faulty, found, mend};
  return {name, health::good, found, ""};
}

/// Each fiber's stack takes two mappings: itself and its guard page.
finding mappings() {
  const auto text = read_file("/proc/sys/vm/max_map_count");
  const long count = text ? std::atol(text->c_str()) : 0;
  const std::string found = text ? std::to_string(count) + " mappings" : "unknown";
  if (!text || count >= comfortable_maps) return {"memory mappings", health::good, found, ""};
  return {"memory mappings", health::doubtful, found,
          "few calls can wait at the same time: sysctl vm.max_map_count=262144"};
}

finding wake_up() {
  const double microseconds = wake_up_microseconds();
  char text[64];
  std::snprintf(text, sizeof text, "%.1f us to wake a sleeping thread", microseconds);
  if (microseconds < slow_wake_up) return {"wake-up", health::good, text, ""};
  return {"wake-up", health::doubtful, text,
          "usual in a virtual machine; waiting threads spin for about as long"};
}

}  // namespace

std::vector<std::string> missing_packages(const std::string& list) {
  std::vector<std::string> wanted;
  std::istringstream lines(list);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line[0] != '#') wanted.push_back(line);
  // Asks for all packages: dpkg-query fails on an unknown one.
  const auto installed = output_of({{"dpkg-query", "-W", "-f=${db:Status-Status} ${Package}\\n"}});
  std::set<std::string> present;
  std::istringstream states(installed ? *installed : "");
  for (std::string state, package; states >> state >> package;)
    if (state == "installed") present.insert(package);
  std::erase_if(wanted, [&](const std::string& name) { return present.contains(name); });
  return wanted;
}

double wake_up_microseconds() {
  constexpr int rounds = 201;
  int there[2], back[2];
  if (::pipe(there) != 0 || ::pipe(back) != 0) return 0;
  const auto hand_over = [](int to, int from) {
    char byte = 0;
    return (to < 0 || ::write(to, &byte, 1) == 1) && ::read(from, &byte, 1) == 1;
  };
  std::thread answer([&] {
    for (bool more = hand_over(-1, there[0]); more;) more = hand_over(back[1], there[0]);
  });
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    hand_over(there[1], back[0]);
    times.push_back(
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
            .count() /
        2);
  }
  ::close(there[1]);  // the other thread reads end of file, and returns
  answer.join();
  for (const int descriptor : {there[0], back[0], back[1]}) ::close(descriptor);
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[rounds / 2];
}

/// Not a fault if there is none: most programs run on one machine.
finding engines() {
  std::string found;
  const auto add = [&](const std::string& one) {
    if (!one.empty()) found += (found.empty() ? "" : "; ") + one;
  };
  if (in_path("ssh")) add("ssh");
  const auto slurm = slurm_here();
  add(slurm ? *slurm : slurm.error().text);
  add(mpi_here());
  if (in_path("podman")) add("podman");
  if (in_path("kubectl")) add("kubectl (Kubernetes)");
  if (!slurm)
    return {"engines", health::doubtful, found, "`mentat launch slurm` needs the nodes of its job"};
  if (found.empty())
    return {"engines", health::good, "none",
            "for `mentat launch ssh`: apt-get install openssh-client"};
  return {"engines", health::good, found + ", for `mentat launch`", ""};
}

std::vector<finding> examine(const installation& here) {
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  std::vector<finding> findings{
      packages(here), compiler(), translator(here),
      cores(),        memory(),   disk("temporary disk", error ? "/tmp" : temporary, gibibyte / 4)};
  if (here.checkout) findings.push_back(disk("build disk", *here.checkout, least_disk));
  findings.push_back(limit("open files", RLIMIT_NOFILE, least_files, &in_files, "ulimit -n 4096"));
  findings.push_back(limit("stack", RLIMIT_STACK, least_stack, &in_mebibytes, "ulimit -s 8192"));
  findings.push_back(limit("address space", RLIMIT_AS, RLIM_INFINITY, &in_mebibytes,
                           "ulimit -v unlimited: the stacks of fibers are reserved, not used"));
  findings.push_back(mappings());
  findings.push_back(wake_up());
  findings.push_back(engines());
  return findings;
}

}  // namespace mentat::command
