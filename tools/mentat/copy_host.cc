#include "tools/mentat/copy_host.h"

#include <signal.h>

#include <charconv>
#include <optional>
#include <utility>

#include "daemons/launch/hello.h"
#include "mmps/base/clock.h"
#include "mmps/base/shown_text.h"
#include "mplc/version.h"
#include "tools/mentat/host_starter.h"
#include "tools/mentat/process.h"
#include "tools/mentat/session_client.h"
#include "tools/mentat/spawn.h"

namespace mentat::command {
namespace {

using mmps::trust::descriptor;

constexpr std::size_t longest_why = 200;
constexpr int most_status = 255;

base::instant now() { return base::machine_clock().now(); }

// The daemon of this host, and how it ends.
class carried_host {
 public:
  expected<void> start(const installation& here, copy_party& party) {
    const auto& cards = party.cards();
    const auto place = session_named(cards.front().session + "-" + std::to_string(party.rank()));
    if (!place) return tl::unexpected(place.error());
    auto started = start_host(here, {.session = place->folder,
                                     .listen = "auto",
                                     .name = cards[party.rank()].node,
                                     .is_leased = true,
                                     .meets = true});
    if (!started) return tl::unexpected(started.error());
    daemon_ = std::move(*started);
    auto end = watch_end(daemon_.process);
    if (!end) return tl::unexpected(end.error());
    end_ = std::move(*end);
    return {};
  }

  /// The next line of the daemon. Error: it has failed, or says nothing until `last`.
  expected<std::vector<std::string>> hear(copy_party& party, base::instant last,
                                          const std::string& wanted) {
    std::optional<copy_party::event> other;
    auto words = daemon_.hear([&] {
      const auto what = party.wait(last, {daemon_.from.get()});
      if (what != copy_party::event::readable) other = what;
      return !other;
    });
    if (other == copy_party::event::late) return fail("it was not up in time");
    if (other) return fail("a signal has come, or " + party.launcher() + " has ended");
    if (words[0] != wanted) return fail(why_failed(words));
    return words;
  }

  bool tell(const std::string& line) const { return daemon_.tell(line); }
  void end_lease() { daemon_.to = {}; }
  void signal(int number) const {
    if (end_.is_open()) ::kill(daemon_.process, number);
  }
  int end() const { return end_.get(); }

  /// It can be read from end(): how it has ended.
  std::string take_end() {
    const auto how = end_so_far(daemon_.process);
    if (how && !*how) return {};
    end_ = {};
    return how ? "daemon ended with " + describe(**how) : how.error().text;
  }

  /// In order; by force if that takes too long.
  void wait_for_end() {
    for (const int number : {0, SIGTERM, SIGKILL}) {
      if (!end_.is_open()) return;
      if (number != 0) signal(number);
      if (ends_within(end_.get(), copies_leave_within)) static_cast<void>(take_end());
    }
  }

 private:
  started_host daemon_;
  descriptor end_;
};

// Greets the founder through the launcher, and joins. Error: why this host is not up.
expected<std::string> join_session(const installation& here, copy_party& party, carried_host& host,
                                   base::instant last) {
  std::string greeting;
  if (const auto started = host.start(here, party); !started)
    greeting = launch::failed{started.error().text}.line();
  else if (const auto said = host.hear(party, last, "hello"); !said)
    greeting = launch::failed{said.error().text}.line();
  else
    greeting = launch::hello{(*said)[1], version}.line();
  if (const auto put = party.put("hello", greeting); !put) return tl::unexpected(put.error());
  for (int fence = 0; fence < 2; ++fence)
    if (const auto passed = party.pass_fence(last - now()); !passed)
      return tl::unexpected(passed.error());
  const auto door = party.get(0, "door-" + std::to_string(party.rank()));
  if (!door) return tl::unexpected(door.error());
  const auto failed = [](const std::string& why) {
    return launch::failed{base::shown(why, longest_why)}.line();
  };
  const auto welcome = launch::welcome::parse(*door);
  if (!welcome)
    return failed(launch::kind_of(greeting) == launch::line_kind::hello ? welcome.error()
                                                                        : "it did not start");
  std::string line = "welcome\t" + welcome->key;
  for (const std::string& address : welcome->at) line += "\t" + address;
  if (!host.tell(line + "\n")) return failed("its daemon has ended");
  const auto ready = host.hear(party, last, "ready");
  if (!ready) return failed(ready.error().text);
  std::uint32_t number = 0;
  const std::string& digits = (*ready)[3];
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return launch::up{number}.line();
}

// Copy 0 says why.
int leave(copy_party& party, const problem& why) {
  party.leave(false, why.exit_status);
  return why.exit_status;
}

}  // namespace

expected<int> status_of_program(copy_party& party) {
  const auto text = party.get(0, "status");
  if (!text) return tl::unexpected(text.error());
  int status = 0;
  const auto read = std::from_chars(text->data(), text->data() + text->size(), status);
  if (read.ec != std::errc() || status < 0 || status > most_status)
    return fail("copy 0 names no status of the program");
  return status;
}

int carry_host(const installation& here, copy_party& party, const launch_options& options) {
  carried_host host;
  const base::instant last = now() + options.within * base::second;
  const auto joined = join_session(here, party, host, last);
  if (!joined) return leave(party, joined.error());
  if (const auto put = party.put("up", *joined); !put) return leave(party, put.error());
  if (const auto passed = party.pass_fence(options.within * base::second); !passed)
    return leave(party, passed.error());
  if (const auto entered = party.enter_fence(); !entered) return leave(party, entered.error());
  std::string lost;
  using event = copy_party::event;
  for (;;) {
    const event what = party.wait(base::instant::never(), {host.end()});
    if (what == event::fence) break;
    if (what == event::readable) lost = host.take_end();
    if (what == event::signal) host.signal(party.take_signal() == SIGINT ? SIGINT : SIGTERM);
    if (what != event::launcher_gone && what != event::first_gone) continue;
    host.end_lease();
    host.wait_for_end();
    return leave(party, {"copy 0 has ended"});
  }
  const auto status = status_of_program(party);
  host.end_lease();
  host.wait_for_end();
  if (!status) return leave(party, status.error());
  const auto put = party.put("lost", base::shown(lost, longest_why));
  const bool in_order = put && party.pass_fence(copies_leave_within).has_value();
  party.leave(in_order, *status);
  return *status;
}

int wait_for_program(copy_party& party, const launch_options& options) {
  for (int fence = 0; fence < 3; ++fence)
    if (const auto passed = party.pass_fence((options.within + 2) * base::second); !passed)
      return leave(party, passed.error());
  if (const auto entered = party.enter_fence(); !entered) return leave(party, entered.error());
  using event = copy_party::event;
  for (;;) {
    const event what = party.wait(base::instant::never(), {});
    if (what == event::fence) break;
    if (what == event::launcher_gone || what == event::first_gone)
      return leave(party, {"copy 0 has ended"});
    if (what == event::signal) party.take_signal();  // the first copy decides
  }
  const auto status = status_of_program(party);
  if (!status) return leave(party, status.error());
  party.leave(party.pass_fence(2 * copies_leave_within).has_value(), *status);
  return *status;
}

}  // namespace mentat::command
