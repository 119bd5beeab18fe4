#include "tools/mentat/copy_host.h"

#include <signal.h>

#include <algorithm>
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
  /// Its daemon may take so long for all that it says.
  explicit carried_host(base::duration within) : left_(within) {}

  expected<void> start(const installation& here, copy_party& party) {
    const auto& cards = party.cards();
    const auto place = session_named(cards.front().session + "-" + std::to_string(party.rank()));
    if (!place) return tl::unexpected(place.error());
    auto started = start_host(here, {.session = place->folder,
                                     .listen = "auto",
                                     .name = party.host_names()[party.rank()],
                                     .is_leased = true,
                                     .meets = true});
    if (!started) return tl::unexpected(started.error());
    daemon_ = std::move(*started);
    auto end = watch_end(daemon_.process);
    if (!end) return tl::unexpected(end.error());
    end_ = std::move(*end);
    return {};
  }

  /// The next line of the daemon. Error: it has failed, or takes too long.
  expected<std::vector<std::string>> hear(copy_party& party, const std::string& wanted) {
    std::optional<copy_party::event> other;
    const base::instant last = now() + left_;
    auto words = daemon_.hear([&] {
      const auto what = party.wait(last, {daemon_.from.get()});
      if (what != copy_party::event::readable) other = what;
      return !other;
    });
    left_ = std::max<base::duration>(0, last - now());
    if (other == copy_party::event::late) return fail("it was not up in time");
    if (other) return fail("a signal has come, or " + party.launcher() + " has ended");
    if (words[0] != wanted) return fail(why_failed(words));
    return words;
  }

  bool tell_welcome(const launch::welcome& from_founder) const {
    return daemon_.tell_welcome(from_founder);
  }
  void end_lease() { daemon_.to = {}; }
  void signal(int number) const {
    if (end_.is_open()) ::kill(daemon_.process, number);
  }
  /// It has not joined.
  void give_up() {
    end_lease();
    signal(SIGTERM);
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
      if (ends_within(end_.get(), next_way_to_end_after)) static_cast<void>(take_end());
    }
  }

 private:
  base::duration left_;
  started_host daemon_;
  descriptor end_;
};

std::string failed_line(const std::string& why) {
  return launch::failed{base::shown(why, longest_why)}.line(launch::longest_value);
}

std::string greeting_of(const installation& here, copy_party& party, carried_host& host) {
  if (const auto started = host.start(here, party); !started)
    return failed_line(started.error().text);
  const auto said = host.hear(party, "hello");
  return said ? launch::hello{(*said)[1], version}.line() : failed_line(said.error().text);
}

// `up`, or why it is not.
std::string joined_by(copy_party& party, carried_host& host, const launch::welcome& welcome) {
  if (!host.tell_welcome(welcome)) return failed_line("its daemon has ended");
  const auto ready = host.hear(party, "ready");
  if (!ready) return failed_line(ready.error().text);
  std::uint32_t number = 0;
  const std::string& digits = (*ready)[3];
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return launch::up{number}.line();
}

// Greets the founder through the launcher, and joins, or gives the host up. Error: all end.
expected<void> join_session(const installation& here, copy_party& party, carried_host& host,
                            base::duration longest) {
  const std::string greeting = greeting_of(here, party, host);
  if (const auto put = party.put("hello", greeting); !put) return put;
  for (int fence = 0; fence < 2; ++fence)  // greeted, open
    if (const auto passed = party.pass_fence(longest); !passed) return passed;
  const auto door = party.get(0, "door-" + std::to_string(party.rank()));
  if (!door) return tl::unexpected(door.error());
  const auto welcome = launch::welcome::parse(*door);
  const std::string joined =
      welcome ? joined_by(party, host, *welcome) : failed_line(welcome.error());
  if (launch::kind_of(joined) == launch::line_kind::failed) host.give_up();
  if (const auto put = party.put("up", joined); !put) return put;
  return party.pass_fence(longest);  // decided
}

// A problem without text: copy 0 or the launcher says why.
int leave(copy_party& party, const problem& why) {
  const auto& self = party.cards()[party.rank()];
  if (!why.text.empty())
    report({"copy " + std::to_string(party.rank()) + " (" + self.node + "): " + why.text});
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
  carried_host host(options.within * base::second);
  const patience longest(party.rank(), options.within);
  if (const auto met = join_session(here, party, host, longest.to_meet()); !met)
    return leave(party, met.error());
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
    return leave(party, {""});
  }
  const auto status = status_of_program(party);
  host.end_lease();
  host.wait_for_end();
  if (!status) return leave(party, status.error());
  const auto put = party.put("lost", base::shown(lost, longest_why));
  const bool in_order = put && party.pass_fence(longest.to_end()).has_value();
  party.leave(in_order, *status);
  return *status;
}

int wait_for_program(copy_party& party, const launch_options& options) {
  const patience longest(party.rank(), options.within);
  for (int fence = 0; fence < 3; ++fence)
    if (const auto passed = party.pass_fence(longest.to_meet()); !passed)
      return leave(party, passed.error());
  if (const auto entered = party.enter_fence(); !entered) return leave(party, entered.error());
  using event = copy_party::event;
  for (;;) {
    const event what = party.wait(base::instant::never(), {});
    if (what == event::fence) break;
    if (what == event::launcher_gone || what == event::first_gone) return leave(party, {""});
    if (what == event::signal) party.take_signal();  // the first copy decides
  }
  const auto status = status_of_program(party);
  if (!status) return leave(party, status.error());
  party.leave(party.pass_fence(longest.to_end()).has_value(), *status);
  return *status;
}

}  // namespace mentat::command
