// The daemon of a host: started by `mentat start` and `mentat launch`, which write their request to
// standard input, lines NAME=VALUE (session, listen, join, foreground, new, name, lease, meet,
// grace, launched, founder, needs_founder) and an empty one, so that no secret stands in a list of
// arguments; and read lines from standard output: `ready` with the address, the log and the number
// of the host, or `failed` with the reason. Values stand between tabs. With `lease` the host leaves
// when its standard input ends. With `meet` a line `hello` comes first, with the key of the host;
// its answer is a line `welcome` with the founder's key and addresses. With `prepare` it starts
// nothing: the answer is a line `keys` with the founder's line (wire/founder_line.h) and the
// invitation into a session whose founder will listen at `listen`.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "daemons/host/host_daemon.h"
#include "daemons/host/membership/host_keys.h"
#include "daemons/host/programs/host_supervisor.h"
#include "daemons/host/wire/founder_line.h"
#include "daemons/host/wire/invite_line.h"
#include "daemons/host/wire/session_question.h"
#include "mmps/base/shown_text.h"
#include "mmps/zmq/curve.h"
#include "mplc/version.h"

namespace {

using namespace mentat::host;
namespace base = mentat::base;

constexpr std::size_t longest_request = 8192;

// Reads no byte behind the line. Empty: the stream has ended, or the line is too long.
std::optional<std::string> read_line() {
  std::string line;
  for (char c = 0; line.size() < longest_request;) {
    const ssize_t count = read(STDIN_FILENO, &c, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count != 1) return std::nullopt;
    if (c == '\n') return line;
    line += c;
  }
  return std::nullopt;
}

std::map<std::string, std::string> read_request() {
  std::map<std::string, std::string> values;
  for (auto line = read_line(); line && !line->empty(); line = read_line())
    if (const std::size_t equals = line->find('='); equals != std::string::npos)
      values[line->substr(0, equals)] = line->substr(equals + 1);
  return values;
}

std::vector<std::string> words_between_tabs(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream from(line);
  for (std::string word; std::getline(from, word, '\t');) words.push_back(word);
  return words;
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

class starter_at_pipes final : public daemon_starter {
 public:
  explicit starter_at_pipes(host_log& log) : log_(log) {}
  void ready(const std::string& address, std::uint32_t host) override {
    std::printf("ready\t%s\t%s\t%u\n", address.c_str(), log_.path().c_str(), host);
    end();
  }
  void failed(const std::string& why) override {
    log_.write("cannot start: " + why);
    fail(why);
    end();
  }
  expected<meeting_place> meet(const host_info& self) override {
    std::printf("hello\t%s\n", key_as_hex(self.public_key).c_str());
    std::fflush(stdout);
    const auto line = read_line();
    if (!line) return tl::unexpected(std::string("nobody has welcomed this host"));
    const std::vector<std::string> words = words_between_tabs(*line);
    if (words.size() < 3 || words[0] != "welcome" || key_from_hex(words[1]).empty())
      return tl::unexpected(std::string("the welcome of this host holds no key and no address"));
    return meeting_place{{words.begin() + 2, words.end()}, key_from_hex(words[1])};
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

class removed_at_end {
 public:
  explicit removed_at_end(const session_place& place) : place_(place) {}
  ~removed_at_end() { remove_place(place_); }
  removed_at_end(const removed_at_end&) = delete;
  removed_at_end& operator=(const removed_at_end&) = delete;

 private:
  const session_place& place_;
};

base::duration grace_in(const std::string& seconds) {
  const long number = std::strtol(seconds.c_str(), nullptr, 10);
  return seconds.empty() || number < 0 || number > longest_drain ? daemon_options().grace
                                                                 : number * base::second;
}

// A session that is to be founded elsewhere.
int print_keys(const std::string& address) {
  const auto founder = mentat::mmps::zeromq::make_key_pair();
  const auto guests = mentat::mmps::zeromq::make_key_pair();
  const founder_line line{key_as_hex(founder.secret_key), key_as_hex(guests.public_key)};
  const invite_line invitation{address, founder.public_key, guests.secret_key};
  if (!invite_line::parse(invitation.text())) return fail("it is no address of a founder");
  std::printf("keys\t%s\t%s\t\n", line.text().c_str(), invitation.text().c_str());
  return 0;
}

int run_host(std::map<std::string, std::string> wanted) {
  if (wanted["prepare"] == "yes") return print_keys(wanted["listen"]);
  const bool foreground = wanted["foreground"] == "yes";
  const char* const format = std::getenv("MENTAT_LOG_FORMAT");
  const std::string form = format && *format ? format : "text";
  if (form != "text" && form != "json")
    return fail("MENTAT_LOG_FORMAT: '" + base::shown_value(form) + "': expected text or json");
  const auto place = find_place(wanted["session"]);
  if (!place) return fail(place.error());
  const auto lock = place_lock::take(*place);
  if (!lock) return fail(lock.error());
  const removed_at_end removed(*place);
  const bool is_leased = wanted["lease"] == "yes";
  if (is_leased)
    if (const auto marked = mark_as_leased(*place); !marked) return fail(marked.error());
  const auto logs = logs_folder();
  if (!logs) return fail(logs.error());
  auto log = host_log::begin(*logs, place->name, is_leased);
  if (!log) return fail(log.error());
  log->write(mentat::version_line("mentat-host"));
  if (foreground)
    log->echo_to_stderr(form == "json" ? host_log::echo::json : host_log::echo::text);
  else if (setsid() < 0 || chdir("/") != 0)
    return fail("cannot leave for the background");
  remove_abandoned_leases();
  if (!is_leased) put_nothing_at(STDIN_FILENO);
  // Keeps no descriptor of the starter open: the starter may wait for the end of a pipe.
  if (!foreground) send_errors_to(log->folder() + "/errors.log");

  const daemon_options options{.place = *place,
                               .listen = wanted["listen"],
                               .join = wanted["join"],
                               .founds_anew = wanted["new"] == "yes",
                               .name = wanted["name"],
                               .lease = is_leased ? STDIN_FILENO : -1,
                               .is_launched = wanted["launched"] == "yes",
                               .grace = grace_in(wanted["grace"]),
                               .meets = wanted["meet"] == "yes",
                               .founder_secret = wanted["founder"],
                               .needs_founder = wanted["needs_founder"] == "yes"};
  const pid_t supervisor = getpid();
  return run_supervisor(*log, [&](mentat::mmps::shm::unix_socket connection) {
    starter_at_pipes starter(*log);
    const int status = run_daemon(options, *log, starter, std::move(connection));
    // A supervisor that was killed removes nothing. The daemon holds the lock with it.
    if (getppid() != supervisor) remove_place(*place);
    return status;
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "--version") {
    std::printf("%s\n", mentat::version_line("mentat-host").c_str());
    return 0;
  }
  try {
    return run_host(read_request());
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}
