// The daemon of a host: started by `mentat start`, which writes its request to standard input,
// lines NAME=VALUE (session, listen, join, foreground, new, name), so that no secret stands in a
// list of arguments; and reads from standard output one line: `ready` with the address and the log,
// or `failed` with the reason. Values stand between tabs.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>

#include "daemons/host/host_daemon.h"
#include "daemons/host/programs/host_supervisor.h"

namespace {

using namespace mentat::host;

constexpr std::size_t longest_request = 4096;

std::map<std::string, std::string> read_request() {
  std::string text(longest_request, 0);
  text.resize(std::fread(text.data(), 1, text.size(), stdin));
  std::map<std::string, std::string> values;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    if (const std::size_t equals = line.find('='); equals != std::string::npos)
      values[line.substr(0, equals)] = line.substr(equals + 1);
    begin = end + 1;
  }
  return values;
}

void put_nothing_at(int number) {
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing >= 0) dup2(nothing, number);
}

int fail(const std::string& why) {
  std::printf("failed\t%s\n", why.c_str());
  std::fflush(stdout);
  return 1;
}

class report_on_stdout final : public daemon_report {
 public:
  explicit report_on_stdout(host_log& log) : log_(log) {}
  void ready(const std::string& address) override {
    std::printf("ready\t%s\t%s\n", address.c_str(), log_.path().c_str());
    end();
  }
  void failed(const std::string& why) override {
    log_.write("cannot start: " + why);
    fail(why);
    end();
  }

 private:
  static void end() {
    std::fflush(stdout);
    put_nothing_at(STDOUT_FILENO);
  }
  host_log& log_;
};

// The last output of a library that aborts goes to the log.
void send_errors_to(const std::string& path) {
  int file = open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) file = open("/dev/null", O_WRONLY | O_CLOEXEC);  // never the starter's
  if (file >= 0) dup2(file, STDERR_FILENO);
}

int run_host(std::map<std::string, std::string> wanted) {
  const bool foreground = wanted["foreground"] == "yes";
  const auto place = find_place(wanted["session"]);
  if (!place) return fail(place.error());
  const auto lock = place_lock::take(*place);
  if (!lock) return fail(lock.error());
  const auto logs = logs_folder();
  if (!logs) return fail(logs.error());
  auto log = host_log::begin(*logs, place->name);
  if (!log) return fail(log.error());
  if (foreground)
    log->echo_to_stderr();
  else if (setsid() < 0 || chdir("/") != 0)
    return fail("cannot leave for the background");
  put_nothing_at(STDIN_FILENO);
  // Keeps no descriptor of the starter open: the starter may wait for the end of a pipe.
  if (!foreground) send_errors_to(log->folder() + "/errors.log");

  const daemon_options options{*place, wanted["listen"], wanted["join"], wanted["new"] == "yes",
                               wanted["name"]};
  const int status = run_supervisor(*log, [&](mentat::mmps::shm::unix_socket supervisor) {
    report_on_stdout report(*log);
    return run_daemon(options, *log, report, std::move(supervisor));
  });
  for (const char* file : {"/control", "/session", "/lock"}) unlink((place->folder + file).c_str());
  rmdir(place->folder.c_str());
  return status;
}

}  // namespace

int main() {
  try {
    return run_host(read_request());
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}
