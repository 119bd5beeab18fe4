#include "mmps/shm/shm_transport.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>

#include "mmps/base/check.h"
#include "mmps/shm/brief_lock.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps::shm {
namespace {

constexpr std::size_t piece = ring_memory::largest_record;
// Bytes of a body. Fresh pages and their mapping cost more than two copies through a ring in which
// the whole message has room.
constexpr std::size_t segment_from = ring_memory::capacity;
// Bytes of a message that is copied out to the stack.
constexpr std::size_t small = 2048;
constexpr int messages_at_a_time = 64;
constexpr int handshake_ms = 2000;

// The first packet of a connection, with the ring and the bell of the sender; the answer is the
// name again, with the bell.
struct introduction {
  std::array<char, 8> magic{'M', 'N', 'T', 'S', 'H', 'M', '0', '1'};
  mmps_name who;
  mmps_name whom;
};

template <class T>
std::span<const std::byte> bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

bool receive_introduction(unix_socket& from, introduction& got, std::vector<int>& descriptors,
                          std::size_t expected) {
  const auto size = from.receive(std::as_writable_bytes(std::span(&got, 1)), descriptors);
  return size == sizeof got && got.magic == introduction{}.magic && descriptors.size() == expected;
}

// Whoever answers so would like to, but cannot.
constexpr mmps_name no_descriptor_left{};
void refuse(unix_socket& peer) {
  peer.send(bytes_of(introduction{.who = no_descriptor_left, .whom = {}}));
}

void close_all(std::vector<int>& descriptors) {
  for (int one : descriptors) close(one);
  descriptors.clear();
}

}  // namespace

// --- a message that was not put into the ring at once
struct shm_transport::rest {
  std::vector<std::byte> bytes;  // of the message, or of its header if there is a segment
  std::size_t sent = 0;
  std::optional<sealed_bytes> segment;  // its body
  bool segment_is_out = false;
  std::size_t body_length = 0;
  std::function<void()> when_out;

  // A segment cannot be passed: the body goes the way of the ring.
  void read_back() {
    const std::size_t head = bytes.size();
    bytes.resize(head + body_length);
    for (std::size_t at = 0; at < body_length;) {
      const ssize_t got = pread(segment->descriptor(), bytes.data() + head + at, body_length - at,
                                static_cast<off_t>(at));
      MENTAT_CHECK(got > 0, "a segment of this process cannot be read");
      at += static_cast<std::size_t>(got);
    }
    segment.reset();
  }
};

// --- what this process sends to one peer
struct shm_transport::outgoing {
  outgoing(const mmps_name& peer, segment ring_segment, segment peer_bell, unix_socket to)
      : peer(peer),
        memory(std::move(ring_segment)),
        bell_segment(std::move(peer_bell)),
        socket(std::move(to)),
        ring(*reinterpret_cast<ring_memory*>(memory.data())),
        bell(*reinterpret_cast<bell_page*>(bell_segment.data())) {
    memory.close_descriptor();
    bell_segment.close_descriptor();
  }

  const mmps_name peer;
  segment memory, bell_segment;
  unix_socket socket;
  brief_lock lock;
  ring_writer ring;
  bell_page& bell;
  std::deque<rest> waiting;  // found no room; before everything that comes later
  std::atomic<bool> has_waiting{false};
  std::atomic<bool> gone{false};
};

// --- what one peer sends to this process
struct shm_transport::incoming {
  incoming(const mmps_name& peer, segment ring_segment, segment peer_bell, unix_socket from)
      : peer(peer),
        memory(std::move(ring_segment)),
        bell_segment(std::move(peer_bell)),
        socket(std::move(from)),
        ring(*reinterpret_cast<ring_memory*>(memory.data())),
        bell(*reinterpret_cast<bell_page*>(bell_segment.data())) {
    memory.close_descriptor();
    bell_segment.close_descriptor();
  }

  const mmps_name peer;
  segment memory, bell_segment;
  unix_socket socket;
  mutable brief_lock lock;  // held while a message is handled
  ring_reader ring;
  bell_page& bell;
  message_header header;         // of a message that comes in pieces
  std::vector<std::byte> whole;  // its body, as far as it is here
  std::size_t whole_size = 0;
  bool in_pieces = false;
  std::atomic<bool> closed{false};
  std::atomic<bool> forgotten{false};  // its place may be taken
};

shm_transport::shm_transport(options chosen)
    : chosen_(std::move(chosen)),
      bell_(sizeof(bell_page)),
      door_(unix_socket::listen_at(path_of(chosen_.folder, chosen_.self))),
      stop_event_(eventfd(0, EFD_CLOEXEC)) {
  if (stop_event_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  spare_ = dup(stop_event_);
  doorkeeper_ = std::thread([this] { listen_for_peers(); });
}

shm_transport::~shm_transport() {
  const std::uint64_t one = 1;
  static_cast<void>(!write(stop_event_, &one, sizeof one));
  doorkeeper_.join();
  close(stop_event_);
  if (spare_ >= 0) close(spare_);
  unlink(path_of(chosen_.folder, chosen_.self).c_str());
}

std::string shm_transport::path_of(const std::string& folder, const mmps_name& process) {
  return folder + "/p" + std::to_string(process.process_number()) + "." +
         std::to_string(process.generation >> mmps_name::object_bits);
}

// --- sending

shm_transport::outgoing* shm_transport::link_to(const mmps_name& process) {
  std::atomic<outgoing*>& place = to_[process.process_number()];
  outgoing* link = place.load(std::memory_order_acquire);
  if (link && link->peer == process)
    return link->gone.load(std::memory_order_relaxed) ? nullptr : link;

  std::lock_guard guard(connecting_);
  link = place.load(std::memory_order_acquire);
  if (link && link->peer == process)
    return link->gone.load(std::memory_order_relaxed) ? nullptr : link;
  try {
    link = connect_to(process);
  } catch (const std::exception& error) {
    note_unreachable(process, error.what());
    return nullptr;
  }
  if (!link) return nullptr;
  unreachable_.erase(process);
  place.store(link, std::memory_order_release);
  return link;
}

shm_transport::outgoing* shm_transport::connect_to(const mmps_name& process) {
  auto socket = unix_socket::connect_to(path_of(chosen_.folder, process));
  if (!socket) return nullptr;
  std::size_t place = 0;
  const std::size_t count = outgoing_count_.load(std::memory_order_relaxed);
  while (place < count &&
         !outgoing_[place].load(std::memory_order_relaxed)->gone.load(std::memory_order_relaxed))
    ++place;
  if (place == most_links)
    throw std::runtime_error("limits.processes: too many processes are connected");
  segment memory(sizeof(ring_memory));
  const introduction mine{.who = chosen_.self, .whom = process};
  const int descriptors[] = {memory.descriptor(), bell_.descriptor()};
  introduction answer{.who = process, .whom = {}};  // as long as it says nothing else
  std::vector<int> got;
  socket->set_timeout(handshake_ms);
  if (!socket->send(bytes_of(mine), descriptors)) return nullptr;
  if (!receive_introduction(*socket, answer, got, 1) || answer.who != process) {
    const int why = errno;
    close_all(got);
    if (answer.who == no_descriptor_left)
      throw std::runtime_error("it has no descriptor left (ulimit -n)");
    if (why == EMFILE) throw std::system_error(why, std::generic_category(), "its answer");
    return nullptr;  // it has ended meanwhile
  }
  all_outgoing_.push_back(std::make_unique<outgoing>(
      process, std::move(memory), segment(got[0], sizeof(bell_page)), std::move(*socket)));
  outgoing* link = all_outgoing_.back().get();
  outgoing_[place].store(link, std::memory_order_release);
  if (place == count) outgoing_count_.store(count + 1, std::memory_order_release);
  return link;
}

// With the lock `connecting_`.
void shm_transport::note_unreachable(const mmps_name& process, const std::string& why) {
  std::string& known = unreachable_[process];
  if (known == why) return;
  known = why;
  const std::string text =
      "process " + std::to_string(process.process_number()) + " cannot be reached: " + why;
  chosen_.warn(text);
  chosen_.cut_off(text);
}

std::string shm_transport::cause_of(const mmps_name& process) const {
  std::lock_guard guard(connecting_);
  const auto known = unreachable_.find(process);
  return known == unreachable_.end() ? std::string() : known->second;
}

bell_page* shm_transport::page_of(const mmps_name& process) {
  outgoing* link = link_to(process);
  return link ? &link->bell : nullptr;
}

// With the link's lock: as much of the message as there is room for. How many bytes that were.
std::size_t shm_transport::put_pieces(outgoing& link, std::span<const std::byte> head,
                                      std::span<const std::byte> body) {
  if (head.size() + body.size() <= piece)
    return link.ring.put(head, body, record_kind::whole) ? head.size() + body.size() : 0;
  std::size_t done = 0;
  for (auto left = body; !left.empty();) {
    const auto first = done == 0 ? head : head.first(0);
    const auto now = left.first(std::min(left.size(), piece - first.size()));
    const bool last = now.size() == left.size();
    if (!link.ring.put(first, now, last ? record_kind::whole : record_kind::more)) break;
    done += first.size() + now.size();
    left = left.subspan(now.size());
  }
  return done;
}

// What comes behind the first `done` bytes of a message.
shm_transport::rest shm_transport::rest_of(std::span<const std::byte> head,
                                           std::span<const std::byte> body, std::size_t done) {
  rest made;
  const auto head_left = head.subspan(std::min(done, head.size()));
  const auto body_left = body.subspan(done - (head.size() - head_left.size()));
  made.bytes.reserve(head_left.size() + body_left.size());
  made.bytes.assign(head_left.begin(), head_left.end());
  made.bytes.insert(made.bytes.end(), body_left.begin(), body_left.end());
  return made;
}

shm_transport::sent shm_transport::send(message_header& header, std::span<const std::byte> body,
                                        std::function<void()> when_out) {
  outgoing* link = link_to(header.destination.process());
  if (!link) return sent::gone;
  if (!header.source.bound()) header.source = chosen_.self;
  header.body_length = static_cast<std::uint32_t>(body.size());
  header.header_crc = 0;
  if ((header.flags & flag::body_crc) == 0) header.body_crc = 0;
  const auto head = bytes_of(header);
  std::optional<sealed_bytes> by_segment;  // made before the lock is taken
  if (body.size() >= segment_from) by_segment = sealed_bytes::copy_of(body);
  callbacks outs;
  {
    std::lock_guard guard(link->lock);
    if (link->gone.load(std::memory_order_relaxed)) return sent::gone;
    const std::size_t done =
        by_segment || !link->waiting.empty() ? 0 : put_pieces(*link, head, body);
    if (done < head.size() + body.size()) {
      rest left = rest_of(head, by_segment ? body.first(0) : body, done);
      left.segment = std::move(by_segment);
      left.body_length = body.size();
      left.when_out = std::exchange(when_out, nullptr);
      if (link->waiting.empty()) {
        waiting_to_send_.fetch_add(1, std::memory_order_relaxed);
        link->has_waiting.store(true, std::memory_order_seq_cst);
      }
      link->waiting.push_back(std::move(left));
      flush(*link, outs);
    }
  }
  link->bell.ring();
  for (const auto& out : outs) out();
  if (when_out) when_out();
  return sent::yes;
}

// With the link's lock. True if something was written. What is out is to be told when the lock is
// given back.
bool shm_transport::flush(outgoing& link, callbacks& outs) {
  bool any = false;
  while (!link.waiting.empty()) {
    rest& first = link.waiting.front();
    if (first.segment && !first.segment_is_out) {  // before the record that announces it
      const int descriptor = first.segment->descriptor();
      first.segment_is_out =
          link.socket.send_now(bytes_of(first.body_length), std::span(&descriptor, 1));
      if (!first.segment_is_out) first.read_back();
    }
    const std::size_t left = first.bytes.size() - first.sent;
    const std::size_t now = std::min(left, piece);
    const record_kind kind = now < left      ? record_kind::more
                             : first.segment ? record_kind::segment
                                             : record_kind::whole;
    if (!link.ring.put(std::span(first.bytes).subspan(first.sent, now), {}, kind)) {
      if (link.ring.ask_for_room()) return any;
      continue;
    }
    any = true;
    first.sent += now;
    if (first.sent < first.bytes.size()) continue;
    if (first.when_out) outs.push_back(std::move(first.when_out));
    link.waiting.pop_front();
  }
  link.has_waiting.store(false, std::memory_order_seq_cst);
  waiting_to_send_.fetch_sub(1, std::memory_order_relaxed);
  return any;
}

bool shm_transport::flush_waiting() {
  bool any = false;
  const std::size_t count = outgoing_count_.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i) {
    outgoing* link = outgoing_[i].load(std::memory_order_acquire);
    if (!link->has_waiting.load(std::memory_order_relaxed)) continue;
    std::unique_lock guard(link->lock, std::try_to_lock);
    callbacks outs;
    if (!guard || link->waiting.empty() || !flush(*link, outs)) continue;
    guard.unlock();
    link->bell.ring();
    for (const auto& out : outs) out();
    any = true;
  }
  return any;
}

// --- receiving

bool shm_transport::has_mail() const {
  const std::size_t count = incoming_count_.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i) {
    const incoming* link = from_[i].load(std::memory_order_acquire);
    if (!link->closed.load(std::memory_order_relaxed) && !link->ring.empty()) return true;
  }
  return has_to_send() && can_send_on();
}

bool shm_transport::can_send_on() const {
  const std::size_t count = outgoing_count_.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i) {
    const outgoing* link = outgoing_[i].load(std::memory_order_acquire);
    if (link->has_waiting.load(std::memory_order_seq_cst) && link->ring.room_was_made())
      return true;
  }
  return false;
}

bool shm_transport::has_mail_from(const mmps_name& process) const {
  const std::size_t count = incoming_count_.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i) {
    const incoming* link = from_[i].load(std::memory_order_acquire);
    if (link->peer != process || link->closed.load(std::memory_order_relaxed)) continue;
    const std::unique_lock guard(link->lock, std::try_to_lock);  // held: a message is being handled
    if (!guard || !link->ring.empty()) return true;
  }
  return false;
}

bool shm_transport::receive(const handler& handle) {
  bool any = false;
  const std::size_t count = incoming_count_.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i) {
    incoming& link = *from_[i].load(std::memory_order_acquire);
    if (link.closed.load(std::memory_order_relaxed) || link.ring.empty()) continue;
    std::unique_lock guard(link.lock, std::try_to_lock);
    if (guard) any |= receive_from(link, handle);
  }
  if (waiting_to_send_.load(std::memory_order_relaxed) != 0) any |= flush_waiting();
  return any;
}

bool shm_transport::receive_from(incoming& link, const handler& handle) {
  int taken = 0;
  while (taken < messages_at_a_time && !link.closed.load(std::memory_order_relaxed) &&
         take_record(link, handle))
    ++taken;
  return taken != 0;
}

bool shm_transport::take_record(incoming& link, const handler& handle) {
  ring_reader::record next;
  switch (link.ring.look(next)) {
    case ring_reader::found::nothing:
      return false;
    case ring_reader::found::broken:
      return close_link(link, "its ring is damaged");
    case ring_reader::found::record:
      break;
  }
  if (next.kind != record_kind::whole || link.in_pieces || next.size > small)
    return next.kind == record_kind::segment ? take_segment(link, next, handle)
                                             : take_piece(link, next, handle);
  std::array<std::byte, small> copied;
  const auto message = std::span(copied).first(next.size);
  link.ring.copy(message, 0);
  if (link.ring.done(next)) link.bell.ring();
  message_header header;
  if (!check_header(link, message, header)) return false;
  const auto body = message.subspan(header_size);
  if (const decode_error error = check_body(header, body); error != decode_error::none)
    return close_link(link, text_of(error).data());
  handle(header, body);
  return true;
}

// A larger message, or a piece of one. The first has the header, which says how much is to come.
bool shm_transport::take_piece(incoming& link, const ring_reader::record& piece,
                               const handler& handle) {
  std::size_t from = 0;
  if (!link.in_pieces) {
    std::array<std::byte, header_size> copied;
    const auto head = std::span(copied).first(std::min(piece.size, copied.size()));
    link.ring.copy(head, 0);
    if (!check_header(link, head, link.header)) return false;
    from = header_size;
    link.whole_size = 0;
    if (link.whole.size() < link.header.body_length) link.whole.resize(link.header.body_length);
    link.in_pieces = true;
  }
  if (link.whole_size + (piece.size - from) > link.header.body_length)
    return close_link(link, "a message is longer than its header says");
  link.ring.copy(std::span(link.whole).subspan(link.whole_size, piece.size - from), from);
  link.whole_size += piece.size - from;
  if (link.ring.done(piece)) link.bell.ring();
  if (piece.kind == record_kind::more) return true;
  link.in_pieces = false;
  const auto body = std::span<const std::byte>(link.whole).first(link.whole_size);
  if (const decode_error error = check_body(link.header, body); error != decode_error::none)
    return close_link(link, text_of(error).data());
  handle(link.header, body);
  if (link.whole.size() > ring_memory::capacity) link.whole = {};
  return true;
}

// The header of a message whose body lies in the next segment of the socket.
bool shm_transport::take_segment(incoming& link, const ring_reader::record& announcement,
                                 const handler& handle) {
  std::array<std::byte, header_size> copied;
  const auto head = std::span(copied).first(std::min(announcement.size, copied.size()));
  link.ring.copy(head, 0);
  if (link.ring.done(announcement)) link.bell.ring();
  message_header header;
  if (link.in_pieces) return close_link(link, "a segment in the midst of another message");
  if (!check_header(link, head, header)) return false;
  std::size_t length = 0;
  std::vector<int> descriptors;
  if (!link.socket.receive_now(std::as_writable_bytes(std::span(&length, 1)), descriptors) ||
      descriptors.size() != 1) {
    close_all(descriptors);
    return close_link(
        link,
        "a segment did not come with its message; there may be no descriptor left (ulimit -n)");
  }
  try {
    const sealed_view body(descriptors[0], header.body_length);
    if (const decode_error error = check_body(header, body.bytes()); error != decode_error::none)
      return close_link(link, text_of(error).data());
    handle(header, body.bytes());
  } catch (const bad_segment& error) {
    return close_link(link, error.what());
  }
  return true;
}

bool shm_transport::check_header(incoming& link, std::span<const std::byte> head,
                                 message_header& header) {
  if (head.size() < header_size) return close_link(link, "a message without a header");
  const decode_result decoded =
      decode_local_header(head.first<header_size>(), chosen_.largest_body);
  if (!decoded) return close_link(link, text_of(decoded.error).data());
  header = decoded.header;
  if (header.source.process() == link.peer || link.peer == chosen_.forwarder) return true;
  return close_link(link, "a message claims another source");
}

// Comes back false: there is nothing more to take.
bool shm_transport::close_link(incoming& link, const std::string& why) {
  link.closed.store(true, std::memory_order_relaxed);
  link.whole = {};
  chosen_.warn("the link from process " + std::to_string(link.peer.process_number()) +
               " was closed: " + why);
  return false;
}

void shm_transport::forget(const mmps_name& process) {
  callbacks outs;  // nobody waits for what did not get out
  if (outgoing* link = to_[process.process_number()].load(std::memory_order_acquire);
      link && link->peer == process) {
    std::lock_guard guard(link->lock);
    link->gone.store(true, std::memory_order_relaxed);
    if (!link->waiting.empty()) waiting_to_send_.fetch_sub(1, std::memory_order_relaxed);
    link->has_waiting.store(false, std::memory_order_seq_cst);
    for (rest& one : link->waiting)
      if (one.when_out) outs.push_back(std::move(one.when_out));
    link->waiting.clear();
    link->memory.blank();
    link->bell_segment.blank();
    link->socket = unix_socket();
  }
  const std::size_t count = incoming_count_.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i) {
    incoming* link = from_[i].load(std::memory_order_acquire);
    if (link->peer != process || link->forgotten.load(std::memory_order_relaxed)) continue;
    std::lock_guard guard(link->lock);
    link->closed.store(true, std::memory_order_relaxed);
    link->whole = {};
    link->memory.blank();
    link->bell_segment.blank();
    link->socket = unix_socket();
    link->forgotten.store(true, std::memory_order_release);
  }
  for (const auto& out : outs) out();
}

// --- new peers, on a thread of their own

void shm_transport::listen_for_peers() {
  for (;;) {
    pollfd watched[] = {{door_.descriptor(), POLLIN, 0}, {stop_event_, POLLIN, 0}};
    if (poll(watched, 2, -1) < 0 && errno != EINTR) return;
    if (watched[1].revents) return;
    if ((watched[0].revents & POLLIN) == 0) continue;
    if (auto peer = door_.accept()) {
      try {
        welcome(std::move(*peer));
      } catch (const std::exception& error) {
        chosen_.warn(std::string("a process could not connect: ") + error.what());
      }
    } else if (errno == EMFILE || errno == ENFILE) {
      turn_away();
    }
  }
}

// There is no descriptor for who stands at the door. It is let in with the spare one, and out
// again: it learns that it cannot come in.
void shm_transport::turn_away() {
  chosen_.warn("a process could not connect: there is no descriptor left (ulimit -n)");
  if (spare_ >= 0) close(spare_);
  if (auto peer = door_.accept()) refuse(*peer);
  spare_ = dup(stop_event_);
  if (spare_ >= 0) return;
  pollfd stop{stop_event_, POLLIN, 0};  // somebody else was faster
  poll(&stop, 1, 10);
}

void shm_transport::welcome(unix_socket peer) {
  introduction theirs;
  std::vector<int> got;
  peer.set_timeout(handshake_ms);
  if (!receive_introduction(peer, theirs, got, 2) || theirs.whom != chosen_.self ||
      !theirs.who.is_process()) {
    if (errno == EMFILE) refuse(peer);
    return close_all(got);
  }
  segment memory, their_bell;
  try {
    memory = segment(std::exchange(got[0], -1), sizeof(ring_memory));
    their_bell = segment(std::exchange(got[1], -1), sizeof(bell_page));
  } catch (...) {
    if (got[1] >= 0) close(got[1]);
    throw;
  }
  std::size_t place = 0;
  const std::size_t count = incoming_count_.load(std::memory_order_relaxed);
  while (place < count &&
         !from_[place].load(std::memory_order_relaxed)->forgotten.load(std::memory_order_acquire))
    ++place;
  if (place == most_links)
    throw std::runtime_error("limits.processes: too many processes are connected");
  all_incoming_.push_back(std::make_unique<incoming>(theirs.who, std::move(memory),
                                                     std::move(their_bell), std::move(peer)));
  incoming& link = *all_incoming_.back();
  const introduction mine{.who = chosen_.self, .whom = theirs.who};
  const int descriptors[] = {bell_.descriptor()};
  from_[place].store(&link, std::memory_order_release);
  if (place == count) incoming_count_.store(count + 1, std::memory_order_release);
  link.socket.send(bytes_of(mine), descriptors);
}

}  // namespace mentat::mmps::shm
