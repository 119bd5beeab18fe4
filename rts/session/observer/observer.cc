#include "rts/session/observer/observer.h"

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <exception>
#include <filesystem>
#include <span>
#include <sstream>
#include <system_error>

#include "mmps/base/shown_text.h"
#include "mmps/trust/trusted_path.h"
#include "rts/config/log.h"
#include "rts/executor/last_words.h"
#include "rts/session/observer/observer_door.h"
#include "rts/session/observer/process_rows.h"
#include "rts/session/observer/session_folder.h"

namespace mentat::node {
namespace {

using mmps::shm::unix_socket;

constexpr int longest_wait_ms = 1000;  // for a client's question
constexpr int waits_check_ms = 500;
constexpr int descriptors_check_ms = 1000;  // nothing tells that somebody has closed them

std::string name_of_program() {
  std::error_code none;
  const std::string name = std::filesystem::read_symlink("/proc/self/exe", none).filename();
  return base::shown(name.empty() ? "the program" : name);
}

void write_all(int to, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = write(to, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // there is nobody to tell
    done += static_cast<std::size_t>(written);
  }
}

std::string host_here() {
  char name[256] = "localhost";
  gethostname(name, sizeof name - 1);
  return name;
}

}  // namespace

observer::observer(observed here) : here_(std::move(here)), process_(getpid()) {
  try {
    end_ = unix_socket::pair();
  } catch (const std::exception&) {
    return;
  }
  if (here_.report) signal_.emplace(!here_.is_worker);
  listen();
  for (const unix_socket* const one : {&end_.first, &end_.second, &door_})
    if (one->open()) known_.emplace_back(one->descriptor());
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // they are for the program's own threads
  try {
    thread_ = std::make_unique<std::thread>([this] { watch(); });
  } catch (const std::exception&) {  // as many threads as there may be
    signal_.reset();                 // nobody would answer
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

observer::~observer() {
  if (getpid() != process_) {  // a child of fork(): the thread is not there
    static_cast<void>(thread_.release());
  } else if (thread_) {
    over_.store(true);
    const std::byte one{};
    if (has_descriptors()) end_.first.send_now({&one, 1});  // else the thread looks soon
    thread_->join();
    if (!path_.empty()) unlink(path_.c_str());
    remove_at_end(nullptr);
  }
  if (has_descriptors()) return;
  for (unix_socket* const lost : {&end_.first, &end_.second, &door_}) lost->release();
}

bool observer::has_descriptors() const {
  return std::ranges::all_of(known_, &known_descriptor::is_there);
}

void observer::listen() {
  try {
    std::string path = door_path(here_.folder, prefix(), here_.self.process_number());
    if (here_.folder.empty()) {
      const std::string folder = folder_of_programs();
      if (!mmps::trust::make_private_folder(folder)) return;
      remove_abandoned_doors(folder);
      path = folder + "/" + door_of_one + std::to_string(process_);
    }
    // A client that sees the name finds a listener, as long as the process lives.
    const std::string fresh = path + ".new";
    unlink(fresh.c_str());  // of a process that had the number before
    door_ = unix_socket::listen_at(fresh);
    std::filesystem::rename(fresh, path);
    path_ = path;
    if (here_.folder.empty()) remove_at_end(path_.c_str());
  } catch (const std::exception&) {
    door_ = unix_socket();
  }
}

const std::string& observer::prefix() const {
  return here_.mode == "cluster" ? door_in_session : door_of_several;
}

void observer::watch() {
  std::array<pollfd, 3> watched{{{end_.second.descriptor(), POLLIN, 0},
                                 {signal_ ? signal_->descriptor() : -1, POLLIN, 0},
                                 {door_.descriptor(), POLLIN, 0}}};
  for (;;) {
    try {
      if (!poll_once(watched)) return;
    } catch (const std::exception&) {  // this question has no answer; the next may have one
    }
  }
}

bool observer::poll_once(std::span<pollfd, 3> watched) {
  const bool door_rests = watched[2].fd != door_.descriptor();
  const int longest = here_.slow || door_rests ? waits_check_ms : descriptors_check_ms;
  const int events = poll(watched.data(), watched.size(), longest);
  if (over_.load() || !has_descriptors()) return false;
  if (events == 0) {
    watched[2].fd = door_.descriptor();
    if (here_.slow) log_slow();
  }
  if (events <= 0) return true;
  if (watched[0].revents != 0) return false;
  if (watched[1].revents != 0) answer_signal();
  if ((watched[2].revents & POLLIN) != 0) {
    if (auto asking = door_.accept())
      answer(std::move(*asking));
    else if (errno == EMFILE || errno == ENFILE)
      watched[2].fd = -1;  // until the next poll: a descriptor may be free by then
  }
  return true;
}

// Writes to stderr. Its reader may have stopped: the end of the process does not wait for it.
void observer::tell(const std::string& text) const {
  std::array<pollfd, 2> watched{
      {{end_.second.descriptor(), POLLIN, 0}, {STDERR_FILENO, POLLOUT, 0}}};
  for (std::size_t done = 0; done < text.size();) {
    const int events = poll(watched.data(), watched.size(), descriptors_check_ms);
    if (events < 0 || watched[0].revents != 0 || over_.load()) return;
    if (events == 0) continue;
    const std::size_t most = std::min<std::size_t>(text.size() - done, PIPE_BUF);  // has a place
    const ssize_t written = write(STDERR_FILENO, text.data() + done, most);
    if (written < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (written <= 0) return;  // there is nobody to tell
    done += static_cast<std::size_t>(written);
  }
}

// Logs each wait once.
void observer::log_slow() {
  auto now = here_.slow(logged_);
  for (const auto& [ticket, text] : now)
    if (!logged_.contains(ticket)) log_info("for a second by now " + text);
  logged_ = std::move(now);
}

std::string observer::report() {
  return here_.report ? here_.report(signal_->running_stacks()) : std::string();
}

void observer::answer_signal() {
  signal_->take();
  const std::string process = "process " + std::to_string(process_);
  const std::string program = name_of_program();
  std::string text = "mentat: state of " + program + " (" + process + ", mode " + here_.mode +
                     "), because of SIGQUIT\n" + report();
  if (!here_.is_worker && !here_.folder.empty())
    for (const auto& [number, path] : doors_in(here_.folder, prefix())) {
      if (path == path_) continue;
      std::string answer;
      if (ask_observer(path, "report", answer) != asked::answered) {
        text += "mentat: another process does not answer (" + path + ")\n";
        continue;
      }
      const std::size_t line = answer.find('\n') + 1;
      if (line == answer.size()) continue;  // a daemon
      const std::string row = answer.substr(0, line);
      const std::size_t pid = row.find("pid=") + 4;
      text += "mentat: worker process " + row.substr(pid, row.find_first_of("\t\n", pid) - pid) +
              "\n" + answer.substr(line);
    }
  tell(text + "mentat: " + program + " goes on\n");
}

std::string observer::who() const {
  return "process\tname=" + text_of(here_.self) + "\tpid=" + std::to_string(process_) +
         "\tmode=" + here_.mode + "\thost=" + base::shown(host_here()) +
         "\tprogram_name=" + name_of_program() + "\n";
}

void observer::answer(unix_socket asking) {
  asking.set_timeout(longest_wait_ms);
  std::array<char, 256> packet{};
  std::vector<int> none;
  const auto size = asking.receive(std::as_writable_bytes(std::span(packet)), none);
  for (const int one : none) close(one);
  if (!size) return;
  std::istringstream question(std::string(packet.data(), *size));
  std::string what;
  std::size_t most = 0;
  question >> what >> most;
  const int file = memfd_create("mentat-answer", MFD_CLOEXEC);
  if (file < 0) return;
  write_all(file, who() + (what == "report" ? report() : here_.rows(what, most)));
  const char done = 0;
  asking.send(std::as_bytes(std::span(&done, 1)), std::span(&file, 1));
  close(file);
}

}  // namespace mentat::node
