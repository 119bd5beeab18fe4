#include "daemons/launch/meeting.h"

#include <algorithm>

namespace mentat::launch {

using base::instant;

namespace {

bool is_open(guest_state state) {
  return state == guest_state::starting || state == guest_state::greeted ||
         state == guest_state::welcomed;
}

}  // namespace

meeting::meeting(const meeting_limits& limits, const std::vector<std::string>& names)
    : limits_(limits) {
  for (const std::string& name : names) {
    guests_.emplace_back();
    guests_.back().row.name = name;
  }
}

void meeting::start_more(instant now) {
  auto open = static_cast<std::size_t>(
      std::ranges::count_if(guests_, [](const guest& one) { return is_open(one.row.state); }));
  for (; open < limits_.most_at_once && next_ < guests_.size(); ++open, ++next_) {
    guests_[next_].row.state = guest_state::starting;
    guests_[next_].begun = now;
    steps_.push_back({.what = meeting_step::kind::start, .guest = next_});
  }
}

// ---- lines

// A line that is longer than it may be is cut, and its rest is dropped.
template <class Take>
void meeting::cut(stream& from, std::string_view bytes, const Take& take_line) {
  for (const char c : bytes) {
    if (c != '\n') {
      if (from.line.size() <= longest_line) from.line += c;
      continue;
    }
    if (from.line.ends_with('\r')) from.line.pop_back();
    take_line(std::exchange(from.line, {}));
  }
}

void meeting::take_output(instant now, std::size_t guest, std::string_view bytes) {
  cut(guests_[guest].output, bytes, [&](const std::string& line) { take_line(now, guest, line); });
  start_more(now);
}

void meeting::take_errors(instant now, std::size_t guest, std::string_view bytes) {
  cut(guests_[guest].errors, bytes, [&](const std::string& line) { take_noise(now, guest, line); });
  start_more(now);
}

void meeting::keep_noise(std::size_t number, const std::string& line) {
  std::deque<std::string>& noise = guests_[number].row.noise;
  if (line.empty()) return;
  noise.push_back(line);
  if (noise.size() > limits_.kept_noise) noise.pop_front();
  steps_.push_back({.what = meeting_step::kind::note, .guest = number, .text = line});
}

void meeting::take_noise(instant now, std::size_t number, const std::string& line) {
  keep_noise(number, line);
  if (line.empty()) return;
  guest& of = guests_[number];
  if (of.row.state == guest_state::starting && ++of.noise_lines >= limits_.most_noise)
    give_up(now, number,
            "it has printed " + std::to_string(of.noise_lines) + " lines and no greeting");
}

void meeting::take_greeting(instant now, std::size_t number, const std::string& line) {
  const auto said = hello::parse(line);
  if (!said) return give_up(now, number, said.error());
  if (!limits_.build.empty() && said->build != limits_.build)
    return give_up(now, number,
                   "it has Mentat " + said->build + ", and this host " + limits_.build +
                       ": the hosts of a session need the same one");
  guests_[number].row.state = guest_state::greeted;
  guests_[number].greeting = *said;
  steps_.push_back({.what = meeting_step::kind::admit, .guest = number, .greeting = *said});
}

// Copying takes time of its own, which is not that of a host that does not answer.
void meeting::take_wish(instant now, std::size_t number) {
  guest& of = guests_[number];
  if (!limits_.has_copy || of.row.state != guest_state::starting || of.has_asked)
    return give_up(now, number, "it asks for a copy of Mentat that it may not have now");
  of.has_asked = true;
  of.begun = now;
  steps_.push_back({.what = meeting_step::kind::bring, .guest = number});
}

// A shell may leave a line unfinished in front of the first word of its host.
void meeting::take_line(instant now, std::size_t number, const std::string& whole) {
  guest_row& of = guests_[number].row;
  const std::size_t begin = of.state == guest_state::starting ? begin_of_word(whole) : 0;
  if (begin != 0) take_noise(now, number, whole.substr(0, begin));
  const std::string line = whole.substr(begin);
  const line_kind kind = kind_of(line);
  if (kind == line_kind::hello && of.state == guest_state::starting) {
    take_greeting(now, number, line);
  } else if (kind == line_kind::bring && is_open(of.state)) {
    take_wish(now, number);
  } else if (kind == line_kind::up && of.state == guest_state::welcomed) {
    const auto said = up::parse(line);
    if (!said) return give_up(now, number, said.error());
    steps_.push_back({.what = meeting_step::kind::verify,
                      .guest = number,
                      .greeting = guests_[number].greeting,
                      .host = said->host});
  } else if (kind == line_kind::failed && is_open(of.state)) {
    const auto said = failed::parse(line);
    give_up(now, number, said ? said->why : said.error());
  } else if (kind == line_kind::noise) {
    take_noise(now, number, line);
  } else if (is_open(of.state)) {
    give_up(now, number, "it says what it may not say now: " + line.substr(0, 40));
  }
}

// ---- what others say

void meeting::take_door(instant, std::size_t guest, const welcome& door) {
  guest_row& of = guests_[guest].row;
  if (of.state != guest_state::greeted)
    return steps_.push_back({.what = meeting_step::kind::close_door, .guest = guest});
  of.state = guest_state::welcomed;
  steps_.push_back({.what = meeting_step::kind::send, .guest = guest, .text = door.line()});
}

void meeting::take_refusal(instant now, std::size_t guest, const std::string& why) {
  if (guests_[guest].row.state == guest_state::greeted) give_up(now, guest, why);
  start_more(now);
}

void meeting::take_membership(instant now, std::size_t guest, std::uint32_t host, bool is_there) {
  guest_row& of = guests_[guest].row;
  if (of.state != guest_state::welcomed) return;
  if (is_there) {
    of.state = guest_state::up;
    of.host = host;
    of.took = now - guests_[guest].begun;
  } else {
    give_up(now, guest,
            "it says that it is host " + std::to_string(host) + " of the session, and is not");
  }
  start_more(now);
}

void meeting::take_end(instant now, std::size_t guest, const std::string& how) {
  for (stream* last : {&guests_[guest].output, &guests_[guest].errors})
    keep_noise(guest, std::exchange(last->line, {}));
  guest_row& of = guests_[guest].row;
  if (of.state == guest_state::up) {
    of.state = guest_state::gone;
    of.why = how;
  } else if (is_open(of.state)) {
    fail(guest, how);
    start_more(now);
  }
  if (guests_[guest].kill_at == instant::never()) end_command(now, guest);
}

void meeting::fail(std::size_t number, const std::string& why) {
  guest_row& of = guests_[number].row;
  if (of.state == guest_state::welcomed)
    steps_.push_back({.what = meeting_step::kind::close_door, .guest = number});
  of.state = guest_state::failed;
  of.why = why;
}

void meeting::give_up(instant now, std::size_t number, const std::string& why) {
  fail(number, why);
  end_command(now, number);
}

void meeting::end_command(instant now, std::size_t number) {
  guests_[number].kill_at = now + limits_.kill_after;
  steps_.push_back({.what = meeting_step::kind::give_up, .guest = number});
}

// ---- time

void meeting::tick(instant now) {
  for (std::size_t i = 0; i < guests_.size(); ++i) {
    guest& one = guests_[i];
    if (is_open(one.row.state) && now - one.begun >= limits_.late_after)
      give_up(now, i,
              std::string(one.row.state == guest_state::starting
                              ? "it did not answer within "
                              : "it answered, and was not up within ") +
                  std::to_string(limits_.late_after / base::second) + " s");
    if (one.kill_at > now) continue;
    one.kill_at = instant::never();
    steps_.push_back({.what = meeting_step::kind::kill, .guest = i});
  }
  start_more(now);
}

instant meeting::next_deadline() const {
  instant next = instant::never();
  for (const guest& one : guests_)
    next = std::min(
        {next, one.kill_at, is_open(one.row.state) ? one.begun + limits_.late_after : next});
  return next;
}

bool meeting::is_decided() const {
  return next_ == guests_.size() &&
         std::ranges::none_of(guests_, [](const guest& one) { return is_open(one.row.state); });
}

std::size_t meeting::count(guest_state state) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(guests_, [&](const guest& one) { return one.row.state == state; }));
}

}  // namespace mentat::launch
