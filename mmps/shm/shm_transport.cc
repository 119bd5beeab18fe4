#include "mmps/shm/shm_transport.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "mmps/wire/codec.h"

namespace mentat::mmps::shm {
namespace {

constexpr std::size_t piece = ring_memory::largest_record;
constexpr int messages_at_a_time = 64;
constexpr int handshake_ms = 2000;

// The first packet of a connection, with the ring and the bell of the sender; the answer is the name again, with the bell.
struct introduction {
  std::array<char, 8> magic{'M', 'N', 'T', 'S', 'H', 'M', '0', '1'};
  mmps_name who;
  mmps_name whom;
};

template <class T>
std::span<const std::byte> bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

bool receive_introduction(unix_socket& from, introduction& got, std::vector<int>& descriptors, std::size_t expected) {
  const auto size = from.receive(std::as_writable_bytes(std::span(&got, 1)), descriptors);
  return size == sizeof got && got.magic == introduction{}.magic && descriptors.size() == expected;
}

void close_all(std::vector<int>& descriptors) {
  for (int one : descriptors) close(one);
  descriptors.clear();
}

}  // namespace

// --- what this process sends to one peer
struct shm_transport::outgoing {
  outgoing(const mmps_name& peer, segment ring_segment, segment peer_bell, unix_socket to)
      : peer(peer), memory(std::move(ring_segment)), bell_segment(std::move(peer_bell)), socket(std::move(to)),
        ring(*reinterpret_cast<ring_memory*>(memory.data())), bell(*reinterpret_cast<bell_page*>(bell_segment.data())) {}

  struct rest {
    std::vector<std::byte> bytes;  // of one message
    std::size_t sent = 0;
    std::function<void()> when_out;
  };

  const mmps_name peer;
  segment memory, bell_segment;
  unix_socket socket;
  std::mutex lock;
  ring_writer ring;
  bell_page& bell;
  std::deque<rest> waiting;  // found no room; before everything that comes later
  std::atomic<bool> has_waiting{false};
  std::atomic<bool> gone{false};
};

// --- what one peer sends to this process
struct shm_transport::incoming {
  incoming(const mmps_name& peer, segment ring_segment, segment peer_bell, unix_socket from)
      : peer(peer), memory(std::move(ring_segment)), bell_segment(std::move(peer_bell)), socket(std::move(from)),
        ring(*reinterpret_cast<ring_memory*>(memory.data())), bell(*reinterpret_cast<bell_page*>(bell_segment.data())) {}

  const mmps_name peer;
  segment memory, bell_segment;
  unix_socket socket;
  std::mutex lock;
  ring_reader ring;
  bell_page& bell;
  std::vector<std::byte> whole;   // a message that came in pieces, as far as it is here
  std::size_t whole_size = 0;
  std::atomic<bool> broken{false};
};

shm_transport::shm_transport(options chosen)
    : chosen_(std::move(chosen)), bell_(sizeof(bell_page)), door_(unix_socket::listen_at(path_of(chosen_.folder, chosen_.self))),
      stop_event_(eventfd(0, EFD_CLOEXEC)) {
  if (stop_event_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  doorkeeper_ = std::thread([this] { listen_for_peers(); });
}

shm_transport::~shm_transport() {
  const std::uint64_t one = 1;
  static_cast<void>(!write(stop_event_, &one, sizeof one));
  doorkeeper_.join();
  close(stop_event_);
  unlink(path_of(chosen_.folder, chosen_.self).c_str());
}

std::string shm_transport::path_of(const std::string& folder, const mmps_name& process) {
  return folder + "/p" + std::to_string(process.process_number()) + "." + std::to_string(process.generation >> mmps_name::object_bits);
}

// --- sending

shm_transport::outgoing* shm_transport::link_to(const mmps_name& process) {
  std::atomic<outgoing*>& place = to_[process.process_number()];
  outgoing* link = place.load(std::memory_order_acquire);
  if (link && link->peer == process) return link->gone.load(std::memory_order_relaxed) ? nullptr : link;

  std::lock_guard guard(connecting_);
  link = place.load(std::memory_order_acquire);
  if (link && link->peer == process) return link->gone.load(std::memory_order_relaxed) ? nullptr : link;
  auto socket = unix_socket::connect_to(path_of(chosen_.folder, process));
  if (!socket) return nullptr;
  segment memory(sizeof(ring_memory));
  const introduction mine{.who = chosen_.self, .whom = process};
  const int descriptors[] = {memory.descriptor(), bell_.descriptor()};
  introduction answer;
  std::vector<int> got;
  socket->set_timeout(handshake_ms);
  if (!socket->send(bytes_of(mine), descriptors) || !receive_introduction(*socket, answer, got, 1) || answer.who != process) {
    close_all(got);
    return nullptr;
  }
  all_outgoing_.push_back(std::make_unique<outgoing>(process, std::move(memory), segment(got[0], sizeof(bell_page)), std::move(*socket)));
  link = all_outgoing_.back().get();
  const std::size_t count = outgoing_count_.load(std::memory_order_relaxed);
  if (count == most_links) return nullptr;
  outgoing_[count].store(link, std::memory_order_release);
  outgoing_count_.store(count + 1, std::memory_order_release);
  place.store(link, std::memory_order_release);
  return link;
}

bell_page* shm_transport::page_of(const mmps_name& process) {
  outgoing* link = link_to(process);
  return link ? &link->bell : nullptr;
}

shm_transport::sent shm_transport::send(message_header& header, std::span<const std::byte> body, std::function<void()> when_out) {
  outgoing* link = link_to(header.destination.process());
  if (!link) return sent::gone;
  if (!header.source.bound()) header.source = chosen_.self;
  header.body_length = static_cast<std::uint32_t>(body.size());
  std::array<std::byte, header_size> head;
  encode_header(header, head);
  {
    std::lock_guard guard(link->lock);
    if (!link->waiting.empty() || head.size() + body.size() > piece || !link->ring.put(head, body, false)) {
      outgoing::rest whole;
      whole.bytes.reserve(head.size() + body.size());
      whole.bytes.insert(whole.bytes.end(), head.begin(), head.end());
      whole.bytes.insert(whole.bytes.end(), body.begin(), body.end());
      whole.when_out = std::exchange(when_out, nullptr);
      if (link->waiting.empty()) {
        waiting_to_send_.fetch_add(1, std::memory_order_relaxed);
        link->has_waiting.store(true, std::memory_order_seq_cst);
      }
      link->waiting.push_back(std::move(whole));
      flush(*link);
    }
  }
  link->bell.ring();
  if (when_out) when_out();
  return sent::yes;
}

// With the link's lock. True if something was written.
bool shm_transport::flush(outgoing& link) {
  bool any = false;
  while (!link.waiting.empty()) {
    outgoing::rest& first = link.waiting.front();
    const std::size_t left = first.bytes.size() - first.sent;
    const std::size_t now = std::min(left, piece);
    if (!link.ring.put(std::span(first.bytes).subspan(first.sent, now), {}, now < left)) {
      if (link.ring.ask_for_room()) return any;
      continue;
    }
    any = true;
    first.sent += now;
    if (first.sent < first.bytes.size()) continue;
    const auto when_out = std::move(first.when_out);
    link.waiting.pop_front();
    if (when_out) when_out();
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
    if (!guard || link->waiting.empty() || !flush(*link)) continue;
    guard.unlock();
    link->bell.ring();
    any = true;
  }
  return any;
}

// --- receiving

bool shm_transport::has_mail() const {
  const std::size_t count = incoming_count_.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i) {
    const incoming* link = from_[i].load(std::memory_order_acquire);
    if (!link->broken.load(std::memory_order_relaxed) && !link->ring.empty()) return true;
  }
  return has_to_send() && can_send_on();
}

bool shm_transport::can_send_on() const {
  const std::size_t count = outgoing_count_.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i) {
    const outgoing* link = outgoing_[i].load(std::memory_order_acquire);
    if (link->has_waiting.load(std::memory_order_seq_cst) && link->ring.room_was_made()) return true;
  }
  return false;
}

bool shm_transport::has_mail_from(const mmps_name& process) const {
  const std::size_t count = incoming_count_.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i) {
    const incoming* link = from_[i].load(std::memory_order_acquire);
    if (link->peer == process && !link->broken.load(std::memory_order_relaxed) && !link->ring.empty()) return true;
  }
  return false;
}

bool shm_transport::receive(const handler& handle) {
  bool any = false;
  const std::size_t count = incoming_count_.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i) {
    incoming& link = *from_[i].load(std::memory_order_acquire);
    if (link.broken.load(std::memory_order_relaxed) || link.ring.empty()) continue;
    std::unique_lock guard(link.lock, std::try_to_lock);
    if (guard) any |= receive_from(link, handle);
  }
  if (waiting_to_send_.load(std::memory_order_relaxed) != 0) any |= flush_waiting();
  return any;
}

bool shm_transport::receive_from(incoming& link, const handler& handle) {
  int taken = 0;
  while (taken < messages_at_a_time && !link.broken.load(std::memory_order_relaxed) && take_record(link, handle)) ++taken;
  return taken != 0;
}

bool shm_transport::take_record(incoming& link, const handler& handle) {
  ring_reader::record next;
  switch (link.ring.look(next)) {
    case ring_reader::found::nothing: return false;
    case ring_reader::found::broken: close_broken(link, "its ring is damaged"); return false;
    case ring_reader::found::record: break;
  }
  constexpr std::size_t small = 2048;
  if (!next.more && link.whole.empty() && next.size <= small) {
    std::array<std::byte, small> message;
    link.ring.copy(std::span(message).first(next.size), 0);
    if (link.ring.done(next)) link.bell.ring();
    handle_message(link, std::span(message).first(next.size), handle);
    return true;
  }
  if (link.whole.empty()) {  // the first piece has the header, which says how much is to come
    std::array<std::byte, header_size> head;
    if (next.size < head.size()) {
      close_broken(link, "a message without a header");
      return false;
    }
    link.ring.copy(head, 0);
    const decode_result header = decode_header(head, chosen_.largest_body);
    if (!header) {
      close_broken(link, text_of(header.error).data());
      return false;
    }
    link.whole.resize(header_size + header.header.body_length);
    link.whole_size = 0;
  }
  if (link.whole_size + next.size > link.whole.size()) {
    close_broken(link, "a message is longer than its header says");
    return false;
  }
  link.ring.copy(std::span(link.whole).subspan(link.whole_size, next.size), 0);
  link.whole_size += next.size;
  if (link.ring.done(next)) link.bell.ring();
  if (!next.more) {
    const std::vector<std::byte> message = std::exchange(link.whole, {});
    if (link.whole_size != message.size()) close_broken(link, "a message is shorter than its header says");
    else handle_message(link, message, handle);
  }
  return true;
}

void shm_transport::handle_message(incoming& link, std::span<const std::byte> message, const handler& handle) {
  if (message.size() < header_size) return close_broken(link, "a message without a header");
  const decode_result header = decode_header(message.first<header_size>(), chosen_.largest_body);
  if (!header) return close_broken(link, text_of(header.error).data());
  const std::span<const std::byte> body = message.subspan(header_size);
  if (const decode_error error = check_body(header.header, body); error != decode_error::none)
    return close_broken(link, text_of(error).data());
  if (header.header.source.process() != link.peer && link.peer != chosen_.forwarder) return close_broken(link, "a message claims another source");
  handle(header.header, body);
}

void shm_transport::close_broken(incoming& link, const char* why) {
  link.broken.store(true, std::memory_order_relaxed);
  chosen_.warn("the link from process " + std::to_string(link.peer.process_number()) + " was closed: " + why);
}

void shm_transport::forget(const mmps_name& process) {
  if (outgoing* link = to_[process.process_number()].load(std::memory_order_acquire); link && link->peer == process) {
    std::lock_guard guard(link->lock);
    link->gone.store(true, std::memory_order_relaxed);
    if (!link->waiting.empty()) waiting_to_send_.fetch_sub(1, std::memory_order_relaxed);
    link->has_waiting.store(false, std::memory_order_seq_cst);
    link->waiting.clear();
  }
}

// --- new peers, on a thread of their own

void shm_transport::listen_for_peers() {
  for (;;) {
    pollfd watched[] = {{door_.descriptor(), POLLIN, 0}, {stop_event_, POLLIN, 0}};
    if (poll(watched, 2, -1) < 0 && errno != EINTR) return;
    if (watched[1].revents) return;
    if (watched[0].revents & POLLIN)
      if (auto peer = door_.accept()) {
        try {
          welcome(std::move(*peer));
        } catch (const std::exception& error) {
          chosen_.warn(std::string("a process could not connect: ") + error.what());
        }
      }
  }
}

void shm_transport::welcome(unix_socket peer) {
  introduction theirs;
  std::vector<int> got;
  peer.set_timeout(handshake_ms);
  if (!receive_introduction(peer, theirs, got, 2) || theirs.whom != chosen_.self || !theirs.who.is_process()) {
    close_all(got);
    return;
  }
  segment memory, their_bell;
  try {
    memory = segment(std::exchange(got[0], -1), sizeof(ring_memory));
    their_bell = segment(std::exchange(got[1], -1), sizeof(bell_page));
  } catch (...) {
    if (got[1] >= 0) close(got[1]);
    throw;
  }
  std::size_t place = incoming_count_.load(std::memory_order_relaxed);
  if (place == most_links) throw std::runtime_error("limits.processes: too many processes are connected");
  all_incoming_.push_back(std::make_unique<incoming>(theirs.who, std::move(memory), std::move(their_bell), std::move(peer)));
  incoming& link = *all_incoming_.back();
  const introduction mine{.who = chosen_.self, .whom = theirs.who};
  const int descriptors[] = {bell_.descriptor()};
  from_[place].store(&link, std::memory_order_release);
  incoming_count_.store(place + 1, std::memory_order_release);
  link.socket.send(bytes_of(mine), descriptors);
}

}  // namespace mentat::mmps::shm
