#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "mmps/base/shown_text.h"
#include "tools/mentat/class_activity.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/program_answers.h"
#include "tools/mentat/verbs.h"
#include "tools/mentat/work_bars.h"

namespace mentat::command {
namespace {

using host::session_row;
using rows = std::vector<session_row>;
using std::chrono::steady_clock;

constexpr int most_rows = 5'000;
constexpr std::size_t most_bars = 10;
constexpr std::size_t most_in_a_line = 3;  // classes with expected calls
constexpr int between_looks_ms = 1'000;
constexpr int for_one_rate_ms = 250;

struct asked {
  std::string session;
  long program = all_programs;
};

struct look {
  std::vector<class_activity> classes;
  std::vector<std::string> programs;  // "stuck 4711"
  rows silent;
  steady_clock::time_point at;
};

expected<look> look_now(const asked& of) {
  look made;
  rows answers[3];
  const char* const subjects[3] = {"classes", "objects", "calls"};
  for (int i = 0; i < 3; ++i) {
    auto answer = ask_all_programs(subjects[i], of.session, of.program, most_rows);
    if (!answer) return tl::unexpected(answer.error());
    answers[i] = *std::move(answer);
  }
  made.at = steady_clock::now();
  made.classes = activity_of(answers[0], answers[1], answers[2]);
  for (const session_row& row : answers[0]) {
    if (row.kind == "silent") made.silent.push_back(row);
    const std::string name = base::shown(row.get("name")) + " " + row.get("number");
    if (row.kind == "program" && std::ranges::find(made.programs, name) == made.programs.end())
      made.programs.push_back(name);
  }
  return made;
}

void compare(look& now, const std::optional<look>& before) {
  static const std::vector<class_activity> none;
  const std::chrono::duration<double> passed =
      before ? now.at - before->at : std::chrono::duration<double>(0);
  set_rates(now.classes, before ? before->classes : none, passed.count());
}

// The lines of a screen of that size.
std::vector<std::string> screen_of(const look& now, std::size_t lines, std::size_t columns) {
  std::string head = now.programs.empty() ? "No program runs." : "";
  for (const std::string& one : now.programs) head += (head.empty() ? "" : ", ") + one;
  std::vector<std::string> screen{head.substr(0, columns)};
  if (now.programs.empty()) return screen;
  for (const session_row& row : now.silent)
    if (screen.size() < 4)
      screen.push_back(("! no answer from " + base::shown(row.get("what")) + " on host " +
                        base::shown(row.get("host")))
                           .substr(0, columns));
  for (std::string& line : bars_of(now.classes, std::min(lines / 3, most_bars), columns))
    screen.push_back(std::move(line));
  const std::size_t left = lines > screen.size() + 2 ? lines - screen.size() : 2;
  for (std::string& line : table_of(now.classes, left, columns)) screen.push_back(std::move(line));
  return screen;
}

std::string json_of(const look& now) {
  std::vector<json_object> classes;
  for (const class_activity& one : now.classes) {
    json_object made;
    made.add("program", one.program)
        .add("class", one.name)
        .add("calls", static_cast<long long>(one.calls))
        .add("per_second", static_cast<long long>(one.per_second))
        .add("objects", static_cast<long long>(one.objects))
        .add("running", static_cast<long long>(one.running))
        .add("waiting", static_cast<long long>(one.waiting));
    if (one.expected > 0) made.add("expected", static_cast<long long>(one.expected));
    if (const auto left = seconds_left(one))
      made.add("seconds_left", static_cast<long long>(std::ceil(*left)));
    classes.push_back(std::move(made));
  }
  json_object made;
  made.add("programs", now.programs)
      .add("classes", classes)
      .add("silent", static_cast<long long>(now.silent.size()));
  return made.text();
}

int print_once(const asked& of, bool json) {
  std::optional<look> before;
  for (;;) {
    auto now = look_now(of);
    if (!now) return report(now.error());
    compare(*now, before);
    if (before) {
      if (json) return std::fputs(json_of(*now).c_str(), stdout), 0;
      for (const std::string& line : screen_of(*now, 10'000, 100)) std::puts(line.c_str());
      return 0;
    }
    before = *std::move(now);
    std::this_thread::sleep_for(std::chrono::milliseconds(for_one_rate_ms));
  }
}

std::string line_of(const look& now) {
  std::string line = summary_of(now.classes);
  std::size_t shown = 0;
  for (const class_activity& one : now.classes)
    if (one.expected > 0 && ++shown <= most_in_a_line)
      line += "; " + one.name + " " + progress_text(one);
  if (shown > most_in_a_line)
    line += "; and " + std::to_string(shown - most_in_a_line) + " more with expected calls";
  return line;
}

// For a file or a pipe: a line each second, until no program runs.
int print_lines(const asked& of) {
  std::optional<look> before;
  for (;;) {
    auto now = look_now(of);
    if (!now) return before ? 0 : report(now.error());  // its program has ended
    compare(*now, before);
    std::printf("%s\n", now->programs.empty() ? "No program runs." : line_of(*now).c_str());
    if (std::fflush(stdout) != 0 || now->programs.empty()) return 0;
    before = *std::move(now);
    std::this_thread::sleep_for(std::chrono::milliseconds(between_looks_ms));
  }
}

volatile sig_atomic_t ended_by = 0;
void note_end(int number) { ended_by = number; }
void note_nothing(int) {}

// The terminal shows a screen of its own, and gives keys at once, as long as this object lives.
class own_screen {
 public:
  own_screen() {
    tcgetattr(STDIN_FILENO, &before_);
    termios now = before_;
    now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &now);
    struct sigaction action{};
    action.sa_handler = &note_end;  // without SA_RESTART: poll() ends
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
    action.sa_handler = &note_nothing;
    sigaction(SIGWINCH, &action, nullptr);
    std::fputs("\033[?1049h\033[?25l", stdout);
  }
  own_screen(const own_screen&) = delete;
  own_screen& operator=(const own_screen&) = delete;
  ~own_screen() {
    std::fputs("\033[?25h\033[?1049l", stdout);
    std::fflush(stdout);
    tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }

  static void show(const look& now) {
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0)
      size.ws_row = 24, size.ws_col = 80;
    std::string text = "\033[H";
    for (const std::string& line : screen_of(now, size.ws_row - 1u, size.ws_col))
      text += line + "\033[K\r\n";
    text += std::string("q quits").substr(0, size.ws_col) + "\033[J";
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
  }

 private:
  termios before_{};
};

// Whether the user, or a signal, ends the display before the next look is due.
bool ends_before(steady_clock::time_point due, const look& now) {
  while (ended_by == 0) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(due - steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd keys{STDIN_FILENO, POLLIN, 0};
    const int events = poll(&keys, 1, static_cast<int>(left.count()));
    if (events < 0) {
      own_screen::show(now);  // the terminal has another size
    } else if (events > 0) {
      char key = 0;
      if (read(STDIN_FILENO, &key, 1) != 1 || key == 'q' || key == 'Q') return true;
    }
  }
  return true;
}

int show_screen(const asked& of) {
  std::optional<look> before;
  auto now = look_now(of);
  if (!now) return report(now.error());
  std::optional<problem> trouble;
  {
    const own_screen screen;
    for (;;) {
      compare(*now, before);
      own_screen::show(*now);
      if (ends_before(now->at + std::chrono::milliseconds(between_looks_ms), *now)) break;
      before = *std::move(now);
      now = look_now(of);
      if (now) continue;
      trouble = now.error();
      break;
    }
  }
  return trouble ? report(*trouble) : 0;
}

bool has_screen() {
  const char* const kind = std::getenv("TERM");
  return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && kind && *kind &&
         std::strcmp(kind, "dumb") != 0;
}

}  // namespace

int run_top(const installation&, const arguments& given) {
  command_line line("top");
  asked of;
  std::string program;
  bool once = false, json = false;
  line.option("--session", of.session);
  line.option("--program", program);
  line.flag("--once", once);
  line.flag("--json", json);
  if (const auto done = line.parse(given)) return *done;
  const auto number = parse_program(program);
  if (!number) return report(number.error());
  of.program = *number;
  if (once || json) return print_once(of, json);
  return has_screen() ? show_screen(of) : print_lines(of);
}

}  // namespace mentat::command
