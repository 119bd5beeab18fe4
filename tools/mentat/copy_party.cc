#include "tools/mentat/copy_party.h"

#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>
#include <utility>

#include "daemons/host/wire/host_message.h"
#include "mmps/base/clock.h"
#include "mplc/version.h"
#include "tools/mentat/spawn.h"

namespace mentat::command {
namespace {

// The launcher tells the end of a fence to all copies, but not at once.
constexpr base::duration fence_behind_end = 3 * base::second;
// For the launcher to read what a copy has reported.
constexpr base::duration longest_read = base::second;

base::instant now() { return base::machine_clock().now(); }

// Equal for processes that reach each other by loopback, and see each other.
std::string this_machine() {
  std::string text;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> text;
  for (const char* const space : {"/proc/self/ns/net", "/proc/self/ns/pid"}) {
    struct stat one{};
    if (::stat(space, &one) != 0) one.st_ino = 0;
    text += "-" + std::to_string(one.st_ino);
  }
  return text;
}

std::string this_node(const launch::launched_copy& self) {
  std::array<char, 256> own{};
  ::gethostname(own.data(), own.size() - 1);
  for (const std::string& name : {self.node, std::string(own.data())})
    if (host::is_plain_name(name) && name.size() <= host::longest_name) return name;
  return "node";
}

std::vector<unsigned> own_cores() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  std::vector<unsigned> cores;
  if (::sched_getaffinity(0, sizeof mask, &mask) != 0) return cores;
  for (unsigned i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &mask)) cores.push_back(i);
  return cores;
}

// A launcher may bind each copy to a core of its own: the host of the node has the cores of all.
void take_cores(const std::vector<unsigned>& cores) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  for (const unsigned core : cores)
    if (core < CPU_SETSIZE) CPU_SET(core, &mask);
  if (CPU_COUNT(&mask) != 0) ::sched_setaffinity(0, sizeof mask, &mask);
}

// A launcher that is asked to abort ends at once, and drops what it has not read of the copies.
void await_reader_of_output() {
  constexpr timespec pause{0, 1'000'000};
  const base::instant last = now() + longest_read;
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat what{};
    if (::fstat(stream, &what) != 0 || !S_ISFIFO(what.st_mode)) continue;
    int unread = 0;
    while (::ioctl(stream, FIONREAD, &unread) == 0 && unread > 0 && now() < last)
      ::nanosleep(&pause, nullptr);
  }
}

}  // namespace

copy_party::copy_party(const launch::launched_copy& self, held_signals signals,
                       std::unique_ptr<rendezvous> meeting)
    : self_(self), signals_(std::move(signals)), meeting_(std::move(meeting)) {
  const pid_t parent = ::getppid();
  if (parent <= 1) return;
  if (auto end = watch_end(parent)) launcher_end_ = std::move(*end);
}

expected<copy_party> copy_party::join(const launch::launched_copy& self, held_signals signals,
                                      const std::string& session, base::duration within) {
  auto meeting = self.kind == launch::rendezvous_kind::pmix ? meet_by_pmix(self, within)
                                                            : meet_by_pmi1(self, within);
  if (!meeting) return tl::unexpected(meeting.error());
  copy_party party(self, std::move(signals), std::move(*meeting));
  // Copy 0 finds first that one is missing, and reports it.
  const base::duration patience = self.rank == 0 ? within : within + 2 * longest_read;
  const auto met = party.put_card(session, patience);
  if (const auto read = met ? party.read_cards() : met; !read) {
    if (self.rank == 0)
      report(read.error());
    else if (met)  // copy 0 finds the same, and ends all
      static_cast<void>(party.pass_fence(patience));
    party.leave(false, read.error().exit_status);
    return fail("", read.error().exit_status);
  }
  take_cores(launch::cores_of_host(party.cards_, self.rank));
  return party;
}

expected<void> copy_party::put_card(const std::string& session, base::duration within) {
  const launch::copy_card own{version,    this_node(self_), this_machine(),
                              ::getpid(), own_cores(),      self_.rank == 0 ? session : ""};
  if (const auto done = put("card", own.line()); !done) return done;
  return pass_fence(within);
}

expected<void> copy_party::read_cards() {
  for (unsigned copy = 0; copy < self_.size; ++copy) {
    const auto line = get(copy, "card");
    if (!line) return tl::unexpected(line.error());
    auto card = launch::copy_card::parse(*line);
    if (!card) return fail("copy " + std::to_string(copy) + ": " + card.error());
    if (card->build != version)
      return fail("copy " + std::to_string(copy) + " (" + card->node + ") has Mentat " +
                  card->build + ", and this one " + version + ": all need the same one");
    cards_.push_back(std::move(*card));
  }
  host_names_ = launch::host_names(cards_);
  if (cards_.front().session.empty()) return fail("copy 0 founds no session");
  if (self_.rank != 0 && cards_.front().machine == cards_[self_.rank].machine)
    if (auto end = watch_end(cards_.front().process)) first_end_ = std::move(*end);
  return {};
}

expected<void> copy_party::put(const std::string& name, const std::string& value) {
  return meeting_->put(name, value);
}

expected<std::string> copy_party::get(std::size_t copy, const std::string& name) {
  return meeting_->get(static_cast<unsigned>(copy), name);
}

// If the launcher has ended, nobody reads what this copy prints; if it has ended this copy because
// another one has asked for it, that one has said why.
problem copy_party::why_launcher_gone() const {
  if (self_.rank != 0) return {""};
  return {why_no_fence_.empty() ? self_.launcher + " has ended" : why_no_fence_};
}

expected<void> copy_party::pass_fence(base::duration within) {
  if (const auto entered = enter_fence(); !entered) return entered;
  const base::instant last = now() + within;
  event what = wait(last, {});
  int kept = 0;
  while (what == event::signal && self_.rank != 0) {
    kept = take_signal();
    what = wait(last, {});
  }
  if (kept != 0) signal_ = kept;
  switch (what) {
    case event::fence:
      return {};
    case event::signal:
      return fail("a signal has come", 128 + signal_);
    case event::launcher_gone:
      return tl::unexpected(why_launcher_gone());
    case event::first_gone:
      return fail("");
    default:
      return fail("not all of the " + std::to_string(self_.size) + " copies that " +
                  self_.launcher + " has started have met within " +
                  std::to_string(within / base::second) +
                  " s: one has ended, or runs another program or another mode");
  }
}

copy_party::event copy_party::wait(base::instant last, std::initializer_list<int> others) {
  std::vector<pollfd> items{{meeting_->events(), POLLIN, 0},
                            {signals_.events(), POLLIN, 0},
                            {launcher_end_.get(), POLLIN, 0},
                            {first_end_.get(), POLLIN, 0}};
  const std::size_t own = items.size();
  for (const int one : others) items.push_back({one, POLLIN, 0});
  for (;;) {
    const auto over = meeting_->is_fence_over();
    if (!over) {
      why_no_fence_ = over.error().text;
      return event::launcher_gone;
    }
    if (*over) return event::fence;
    if (const int number = signals_.take(); number != 0) signal_ = number;
    if (signal_ != 0) return event::signal;
    const base::instant next = std::min(last, gives_up_at_);
    if (next <= now()) return next == last ? event::late : event::first_gone;
    const base::duration left = next - now();
    const timespec longest{left / base::second, left % base::second};
    const bool has_end = next != base::instant::never();
    if (::ppoll(items.data(), items.size(), has_end ? &longest : nullptr, nullptr) < 0) continue;
    if (items[2].revents != 0) return event::launcher_gone;
    if (items[3].revents != 0) {  // it may have ended behind the last fence
      gives_up_at_ = now() + fence_behind_end;
      items[3].fd = -1;
      first_end_ = {};
    }
    for (std::size_t i = own; i < items.size(); ++i)
      if (items[i].revents != 0) return event::readable;
  }
}

int copy_party::take_signal() { return std::exchange(signal_, 0); }

void copy_party::leave(bool in_order, int status) {
  if (in_order) return meeting_->end();
  await_reader_of_output();
  meeting_->abort(status);
  static_cast<void>(meeting_.release());  // it stays
}

}  // namespace mentat::command
