#include "daemons/record/trace_writer.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "daemons/host/wire/record_packet.h"
#include "mmps/base/json_string.h"
#include "mmps/base/shown_text.h"
#include "mmps/machine/usable_resources.h"
#include "rts/config/log.h"
#include "rts/record/method_list.h"

namespace mentat::record {
namespace {

// A worker that records every call fills its ring in some 15 ms.
constexpr int between_looks_ms = 50, between_looks_of_all_ms = 5;
constexpr std::uint64_t looks_between_clocks = 20;
constexpr auto children_end_within = std::chrono::seconds(4);  // of a program that was killed
constexpr std::size_t most_events_in_block = 16'384;
constexpr int most_parts_between_looks = 64;
constexpr int parts_come_within_ms = 12'000;  // else the daemon of this host does not go on

std::string path_of_executable() {
  char path[4096];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : "";
}

std::string host_name() {
  char name[256] = "localhost";
  gethostname(name, sizeof name - 1);
  return name;
}

std::string header_of(const trace_writer::options& chosen, const shared_rings& from) {
  std::string json = "{\"format\": " + std::to_string(trace_version) +
                     ", \"program\": " + base::json_string(path_of_executable()) +
                     ", \"process\": " + std::to_string(chosen.program) +
                     ", \"mode\": " + base::json_string(chosen.mode) +
                     ", \"host\": " + base::json_string(host_name()) +
                     ", \"cores\": " + std::to_string(machine::usable_cores()) +
                     ", \"workers\": " + std::to_string(chosen.workers) +
                     ", \"level\": " + (from.level == level::full ? "\"full\"" : "\"auto\"") +
                     ", \"methods\": [";
  for (const known_method& one : method_list())
    json += (json.ends_with('[') ? "[" : ", [") + base::json_string(base::shown(one.name)) + ", " +
            base::json_string(base::shown(one.defined_at)) + "]";
  return json + "]}";
}

bool is_gone(pid_t process) { return process <= 0 || (kill(process, 0) != 0 && errno == ESRCH); }

}  // namespace

trace_writer::trace_writer(options chosen, shared_rings& from)
    : chosen_(std::move(chosen)), from_(from), parts_(chosen_.parts) {
  write(encode_header(header_of(chosen_, from)));
  write_clock();
}

void trace_writer::run(int line, int program) {
  using clock = std::chrono::steady_clock;
  const int longest = from_.level == level::full ? between_looks_of_all_ms : between_looks_ms;
  auto end = clock::time_point::max();  // from now on nothing more is awaited
  auto next_look = clock::now() + std::chrono::milliseconds(longest);
  while (clock::now() < end) {
    std::array<pollfd, 3> watched{{{line, POLLIN, 0}, {program, POLLIN, 0}, {parts_, POLLIN, 0}}};
    if (end != clock::time_point::max()) watched[1].fd = -1;
    const int events = poll(watched.data(), watched.size(), longest);
    if (events > 0 && watched[2].revents != 0)
      for (int i = 0; i < most_parts_between_looks && take_part(); ++i) {
      }
    if (clock::now() >= next_look || (events > 0 && watched[0].revents != 0)) {
      look();
      next_look = clock::now() + std::chrono::milliseconds(longest);
    }
    if (events > 0 && watched[0].revents != 0) break;
    if (events > 0 && watched[1].revents != 0) end = clock::now() + children_end_within;
  }
  look();
  await_parts();
  write_places(true);
  for (std::size_t which = 0; which < readings_.size(); ++which)
    if (from_.rings[which].state.load(std::memory_order_acquire) != ring_state::free) {
      note_owner(which);
      write_counts(which);
    }
  write_clock();
  write(encode(end_block{from_.unrecorded.load(std::memory_order_relaxed)}));
}

// False: nothing has come.
bool trace_writer::take_part() {
  alignas(host::record_packet)
      std::array<char, sizeof(host::record_packet) + host::record_packet::most_bytes>
          buffer;
  const ssize_t size = recv(parts_, buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return false;
  host::record_packet about;
  if (size < static_cast<ssize_t>(sizeof about)) {
    parts_ = -1;
    return false;
  }
  std::memcpy(&about, buffer.data(), sizeof about);
  std::string bytes(buffer.data() + sizeof about, static_cast<std::size_t>(size) - sizeof about);
  switch (about.kind) {
    case host::record_packet_kind::own_host:
    case host::record_packet_kind::other_host:
      write(encode(host_block{about.host, about.kind == host::record_packet_kind::own_host,
                              std::move(bytes)}));
      break;
    case host::record_packet_kind::piece:
      write(encode(part_block{about.host, std::move(bytes)}));
      break;
    case host::record_packet_kind::end:
      write(encode(part_end_block{about.host, std::move(bytes)}));
      break;
    case host::record_packet_kind::clock:
      write(encode(clock_answer_block{about.host, about.asked, about.told, about.heard}));
      break;
  }
  return true;
}

// The daemon waits for the other hosts, with a limit, and ends them.
void trace_writer::await_parts() {
  while (parts_ >= 0) {
    pollfd watched{parts_, POLLIN, 0};
    if (poll(&watched, 1, parts_come_within_ms) == 0) return;
    while (take_part()) {
    }
  }
}

void trace_writer::look() {
  for (std::size_t which = 0; which < readings_.size(); ++which) {
    const ring_state state = from_.rings[which].state.load(std::memory_order_acquire);
    if (state == ring_state::free) continue;
    empty(which);
    if (state == ring_state::released) {
      finish(which);
    } else if (is_gone(from_.rings[which].process.load(std::memory_order_relaxed))) {
      // The supervisor reads the ring of a process that has ended, too (last_calls_of()).
      if (++readings_[which].looks_without_owner == 2) {
        note_owner(which);
        finish(which);
      }
    }
  }
  write_places(false);
  if (++since_clock_ % looks_between_clocks == 0) write_clock();
}

// Nothing writes the ring any more.
void trace_writer::finish(std::size_t which) {
  empty(which);
  write_counts(which);
  readings_[which] = {};
  from_.rings[which].clear();
  from_.rings[which].state.store(ring_state::free, std::memory_order_release);
}

recorded_worker trace_writer::worker_of(std::size_t which) const {
  const ring& one = from_.rings[which];
  recorded_worker made;
  made.ring = static_cast<std::uint32_t>(which);
  made.process = static_cast<std::uint32_t>(one.process.load(std::memory_order_relaxed));
  made.worker = one.worker.load(std::memory_order_relaxed);
  for (const auto& letter : one.label)
    if (const char c = letter.load(std::memory_order_relaxed); c >= ' ' && c < 0x7f)
      made.label += c;
  return made;
}

void trace_writer::empty(std::size_t which) {
  const std::uint64_t end = from_.rings[which].written.load(std::memory_order_acquire);
  reading& at = readings_[which];
  if (end < at.next) at.next = end;  // a process has broken the ring
  while (at.next < end) empty_to(which, std::min(end, at.next + most_events_in_block));
}

// What was overwritten meanwhile is counted, and left out.
void trace_writer::empty_to(std::size_t which, std::uint64_t end) {
  const ring& one = from_.rings[which];
  reading& at = readings_[which];
  event_block made{worker_of(which), {}};
  const std::uint64_t first = at.next;
  made.events.reserve(end - first);
  for (std::uint64_t i = first; i < end; ++i) made.events.push_back(one.read(i));
  std::atomic_thread_fence(std::memory_order_acquire);
  const std::uint64_t now = one.written.load(std::memory_order_relaxed);
  const std::uint64_t oldest = now < ring::capacity ? 0 : now - ring::capacity + 1;
  at.next = end;
  std::uint64_t lost = oldest <= first ? 0 : std::min(oldest, end) - first;
  made.events.erase(made.events.begin(), made.events.begin() + static_cast<std::ptrdiff_t>(lost));
  if (lost > 0 && oldest > end) {  // skip all that is gone, at once
    lost += oldest - end;
    at.next = oldest;
  }
  std::erase_if(made.events, [](const event& each) {
    return each.kind < event_kind::ran || each.kind > last_event_kind;
  });
  const std::uint64_t last_before = at.last_seen;
  if (!made.events.empty()) at.last_seen = made.events.back().begin;
  if (lost > 0)
    write(encode(loss_block{made.from, lost, last_before,
                            made.events.empty() ? from_.now() : made.events.front().begin}));
  if (!made.events.empty()) write(encode(made));
}

// The process has ended in the midst of a call.
void trace_writer::note_owner(std::size_t which) {
  const ring& one = from_.rings[which];
  const running_call running = one.running();
  if (!running.is_there()) return;
  const std::uint64_t now = from_.now();
  const std::uint64_t begin = running.has_begin() ? one.begin.load(std::memory_order_relaxed) : now;
  event cut{.begin = std::min(begin, now),
            .kind = event_kind::cut_off,
            .method = running.method(),
            .call = running.call()};
  cut.set_ticks(now - cut.begin);
  write(encode(event_block{worker_of(which), {cut}}));
}

void trace_writer::write_counts(std::size_t which) {
  count_block made{worker_of(which), {}};
  const auto count = [&](const method_counts& one) {
    if (const std::uint64_t calls = one.calls.load(std::memory_order_relaxed); calls != 0)
      made.methods.push_back({one.method, calls, one.recorded.load(std::memory_order_relaxed),
                              one.ticks.load(std::memory_order_relaxed)});
  };
  for (const method_counts& one : from_.rings[which].methods) count(one);
  count(from_.rings[which].other_methods);
  if (!made.methods.empty()) write(encode(made));
}

// A worker that ended while it added a place has left it empty.
void trace_writer::write_places(bool is_over) {
  place_block made{.first = places_written_ + 1, .places = {}};
  for (const std::size_t all = from_.places.size(); places_written_ < all; ++places_written_) {
    std::string text = from_.places.text(places_written_ + 1);
    if (text.empty() && !is_over) break;  // its worker is writing it
    made.places.push_back(std::move(text));
  }
  if (!made.places.empty()) write(encode(made));
}

// The two clocks are read one after the other: of some readings the quickest one counts.
void trace_writer::write_clock() {
  constexpr int readings = 5;
  clock_block best;
  std::uint64_t shortest = UINT64_MAX;
  for (int i = 0; i < readings; ++i) {
    const std::uint64_t before = from_.now(), steady = nanoseconds_of(CLOCK_MONOTONIC),
                        after = from_.now();
    if (after - before >= shortest) continue;
    shortest = after - before;
    best = {before + shortest / 2, steady, nanoseconds_of(CLOCK_REALTIME)};
  }
  write(encode(best));
}

void trace_writer::write(const std::string& bytes) {
  if (has_failed_) return;
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t put = ::write(chosen_.file, bytes.data() + done, bytes.size() - done);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) {
      has_failed_ = true;
      const char* const why = std::strerror(put < 0 ? errno : ENOSPC);
      if (chosen_.is_part) return;  // the recording says what is missing
      if (ftruncate(chosen_.file, static_cast<off_t>(good_bytes_)) != 0) errno = 0;
      node::log_error("the recording " + base::shown(chosen_.path) + " ends after " +
                      std::to_string(good_bytes_) + " bytes: " + why +
                      "; what it has can be read, and the program goes on");
      return;
    }
    done += static_cast<std::size_t>(put);
  }
  good_bytes_ += bytes.size();
}

}  // namespace mentat::record
