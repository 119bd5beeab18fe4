#include "mmps/shm/shm_transport.h"

#include <poll.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "mmps/wire/message_type.h"

namespace mentat::mmps::shm {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// The supervisor announces a new process to all at once; a busy process may learn of it late.
constexpr auto until_announced = milliseconds(10'000);
constexpr std::size_t max_pending_peers = 64;          // not announced yet
constexpr std::ptrdiff_t max_pending_per_process = 4;  // of them, with the same pid

constexpr const char* no_descriptor = "it has no descriptor left (ulimit -n)";
constexpr const char* no_memory = "it has no memory left";
constexpr int max_attempts_to_reject = 100;  // in a second

std::uint32_t this_core() { return static_cast<std::uint32_t>(sched_getcpu()) + 1; }

}  // namespace

shm_transport::shm_transport(options chosen)
    : chosen_(std::move(chosen)),
      user_(geteuid()),
      bell_(sizeof(doorbell)),
      door_(unix_socket::listen_at(path_of(chosen_.folder, chosen_.self))),
      acceptor_event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (acceptor_event_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  spare_ = dup(acceptor_event_);
  announced_.note(chosen_.self, getpid());
  acceptor_ = std::thread([this] { listen_for_peers(); });
}

shm_transport::~shm_transport() {
  stopping_.store(true);
  eventfd_write(acceptor_event_, 1);
  acceptor_.join();
  close(acceptor_event_);
  if (spare_ >= 0) close(spare_);
  unlink(path_of(chosen_.folder, chosen_.self).c_str());
}

std::string shm_transport::path_of(const std::string& folder, const mmps_name& process) {
  return folder + "/p" + std::to_string(process.process_number()) + "." +
         std::to_string(process.generation >> mmps_name::object_bits);
}

template <class Link>
template <class IsOver>
Link& shm_transport::link_list<Link>::add(std::unique_ptr<Link> link, IsOver is_over) {
  std::size_t place = 0;
  const std::size_t count = size_.load(std::memory_order_relaxed);
  while (place < count && !is_over(at(place))) ++place;
  if (place == max_links)
    throw std::runtime_error("fixed.processes: more than " + std::to_string(max_links) +
                             " processes of this host are connected");
  all_.push_back(std::move(link));
  Link& added = *all_.back();
  places_[place].store(&added, std::memory_order_release);
  if (place == count) size_.store(count + 1, std::memory_order_release);
  return added;
}

// --- sending

outgoing_link* shm_transport::new_link_to(const mmps_name& process) {
  std::atomic<outgoing_link*>& place = to_[process.process_number()];
  std::unique_lock guard(connecting_);
  for (;;) {
    outgoing_link* const link = place.load(std::memory_order_acquire);
    if (link && link->peer() == process) return link->gone() ? nullptr : link;
    if (being_connected_.insert(process).second) break;
    connected_.wait(guard);
  }
  guard.unlock();
  std::optional<connection> made;
  std::string why, its_fault;
  try {
    made = connect_to(process);
    if (!made) its_fault = "it has closed its socket";
  } catch (const shm::not_admitted& error) {
    its_fault = error.what();
  } catch (const std::exception& error) {
    why = error.what();
  }
  guard.lock();
  being_connected_.erase(process);
  connected_.notify_all();
  try {
    // The process may have ended meanwhile; a link that is made now would never learn of it.
    const bool is_there = !chosen_.only_announced || announced_.number_of(process);
    if (made && is_there) return publish(process, std::move(*made));
  } catch (const std::exception& error) {
    why = error.what();
  }
  if (!why.empty()) note_cut_off(process, why);
  if (!its_fault.empty() && note_unreachable(process, its_fault))
    chosen_.unreachable(process, its_fault);
  return nullptr;
}

// Empty: no process listens there.
std::optional<unix_socket> shm_transport::knock_at(const mmps_name& process) {
  if (geteuid() != user_) throw std::runtime_error("this process has changed its user");
  auto socket = unix_socket::connect_to(path_of(chosen_.folder, process));
  if (!socket && errno != ENOENT && errno != ECONNREFUSED)
    throw std::system_error(errno, std::generic_category(), "its socket");
  return socket;
}

// May take long. REQUIRES: `connecting_` is not held.
std::optional<shm_transport::connection> shm_transport::connect_to(const mmps_name& process) {
  auto socket = knock_at(process);
  if (!socket) return std::nullopt;
  if (chosen_.only_announced) {
    auto number = announced_.number_of(process);
    if (!number) {  // keeps no open connection during the wait
      socket.reset();
      number = announced_.wait_for(process, until_announced);
      if (!number) throw std::runtime_error("it has not been announced");
      socket = knock_at(process);
      if (!socket) return std::nullopt;
    }
    if (*number != socket->peer()) throw std::runtime_error("another process listens in its place");
  }
  if (!bell_.has_its_descriptor())
    throw std::runtime_error("this process has closed descriptors that it had not opened");
  segment ring(sizeof(ring_memory));
  const bool passes = peers_with_blocks_.load() < fixed::shared_block_peers.value;
  auto server = introduce(*socket, chosen_.self, process, ring, bell_, passes, chosen_.patience,
                          [&] { chosen_.unreachable(process, "it does not answer"); });
  if (!server) return std::nullopt;
  if (!server->takes_blocks) return connection{std::move(ring), std::move(server->bell), {}};
  peers_with_blocks_.fetch_add(1);
  return connection{std::move(ring), std::move(server->bell), block_channel(std::move(*socket))};
}

// REQUIRES: `connecting_` is held.
outgoing_link* shm_transport::publish(const mmps_name& process, connection made) {
  outgoing_link& link =
      outgoing_.add(std::make_unique<outgoing_link>(chosen_.self, process, std::move(made.ring),
                                                    std::move(made.bell), bell(), links_that_wait_,
                                                    std::move(made.blocks)),
                    [](const outgoing_link& one) { return one.gone(); });
  unreachable_.erase(process);
  cut_off_.erase(process);
  to_[process.process_number()].store(&link, std::memory_order_release);
  return &link;
}

// False: `why` was noted already. REQUIRES: `connecting_` is held.
bool shm_transport::note_unreachable(const mmps_name& process, const std::string& why) {
  std::string& known = unreachable_[process];
  if (known == why) return false;
  known = why;
  return true;
}

// REQUIRES: `connecting_` is held.
void shm_transport::note_cut_off(const mmps_name& process, const std::string& why) {
  cut_off_.insert(process);
  if (!note_unreachable(process, why)) return;
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

bool shm_transport::is_cut_off_from(const mmps_name& process) const {
  std::lock_guard guard(connecting_);
  return cut_off_.contains(process);
}

doorbell* shm_transport::page_of(const mmps_name& process) {
  outgoing_link* link = link_to(process);
  return link ? &link->bell() : nullptr;
}

shm_transport::sent shm_transport::send(message_header& header, std::span<const std::byte> body,
                                        std::function<void()>* when_out) {
  outgoing_link* link = link_to(header.destination.process());
  if (!link) return sent::gone;
  complete(header, body.size());
  return link->send(header, body, when_out) ? sent::yes : sent::gone;
}

shm_transport::sent shm_transport::send_patiently(message_header& header,
                                                  std::span<const std::byte> body,
                                                  std::function<void()>* when_out) {
  outgoing_link* link = link_to(header.destination.process());
  if (!link) return sent::gone;
  complete(header, body.size());
  return link->send_patiently(header, body, when_out) ? sent::yes : sent::gone;
}

shm_transport::sent shm_transport::send_blocks(message_header& header,
                                               std::vector<mentat_message>&& blocks,
                                               std::function<void()>* when_out) {
  outgoing_link* link = link_to(header.destination.process());
  if (!link) return sent::gone;
  std::size_t size = 0;
  for (const mentat_message& one : blocks) size += one.header.body_length;
  complete(header, size);
  return link->send_blocks(header, std::move(blocks), when_out) ? sent::yes : sent::gone;
}

void shm_transport::complete(message_header& header, std::size_t body_size) const {
  if (!header.source.bound()) header.source = chosen_.self;
  header.body_length = static_cast<std::uint32_t>(body_size);
  header.header_crc = 0;
  if ((header.flags & flag::body_crc) == 0) header.body_crc = 0;
}

// --- counting

std::uint64_t shm_transport::sent_to(const mmps_name& process) const {
  const outgoing_link* const link = to_[process.process_number()].load(std::memory_order_acquire);
  return link && link->peer() == process ? link->sent() : 0;
}

std::uint64_t shm_transport::handled_by(const mmps_name& process) const {
  const outgoing_link* const link = to_[process.process_number()].load(std::memory_order_acquire);
  return link && link->peer() == process ? link->handled() : 0;
}

shm_transport::traffic shm_transport::sent_in_all() const {
  std::lock_guard guard(connecting_);
  traffic sum;
  for (const auto& link : outgoing_.all()) {
    sum.messages += link->sent();
    sum.bytes += link->bytes();
  }
  return sum;
}

incoming_link* shm_transport::link_from(const mmps_name& process) const {
  for (std::size_t i = 0, count = incoming_.size(); i < count; ++i)
    if (incoming_.at(i).peer() == process && !incoming_.at(i).forgotten()) return &incoming_.at(i);
  return nullptr;
}

std::uint64_t shm_transport::handled_from(const mmps_name& process) const {
  const incoming_link* const link = link_from(process);
  return link ? link->handled() : 0;
}

void shm_transport::wait_for(const mmps_name& peer, const mmps_name& process,
                             std::uint64_t messages) {
  if (incoming_link* const link = link_from(peer)) link->wait_for(process, messages);
}

// --- receiving

bool shm_transport::has_mail() const {
  for (std::size_t i = 0, count = incoming_.size(); i < count; ++i)
    if (incoming_.at(i).has_mail()) return true;
  if (has_to_send())
    for (std::size_t i = 0, count = outgoing_.size(); i < count; ++i)
      if (outgoing_.at(i).can_send_on()) return true;
  return false;
}

bool shm_transport::has_mail_from(const mmps_name& process) const {
  for (std::size_t i = 0, count = incoming_.size(); i < count; ++i)
    if (incoming_.at(i).peer() == process && incoming_.at(i).has_unhandled()) return true;
  return false;
}

bool shm_transport::receive(const handler& handle, const compact_handler* compact) {
  bool any = false;
  for (std::size_t i = 0, count = incoming_.size(); i < count; ++i) {
    incoming_link& link = incoming_.at(i);
    if (!link.receive(handle, compact)) continue;
    any = true;
    if (last_from_.load(std::memory_order_relaxed) != &link)
      last_from_.store(&link, std::memory_order_relaxed);
  }
  if (!note_received(any) && core_is_old_.load(std::memory_order_relaxed)) note_core();
  if (has_to_send())
    for (std::size_t i = 0, count = outgoing_.size(); i < count; ++i)
      any |= outgoing_.at(i).send_on();
  return any;
}

bool shm_transport::await_room(const mmps_name& but, const outgoing_link::callback_maker* make) {
  if (!has_to_send()) return false;
  bool any = false;
  for (std::size_t i = 0, count = outgoing_.size(); i < count; ++i)
    if (outgoing_.at(i).peer() != but) any |= outgoing_.at(i).await_room(make);
  return any;
}

void shm_transport::note_core() {
  core_is_old_.store(false, std::memory_order_relaxed);
  const std::uint32_t here = this_core();
  if (bell().core.load(std::memory_order_relaxed) != here)
    bell().core.store(here, std::memory_order_relaxed);
}

bool shm_transport::shares_core() const {
  const incoming_link* const last = last_from_.load(std::memory_order_relaxed);
  return last && last->core_of_peer() == this_core();
}

void shm_transport::forget(const mmps_name& process) {
  outgoing_link* const link = to_[process.process_number()].load(std::memory_order_acquire);
  if (link && link->peer() == process) link->forget();
  for (std::size_t i = 0, count = incoming_.size(); i < count; ++i)
    if (incoming_.at(i).peer() == process) incoming_.at(i).forget();
  announced_.forget(process);
  std::lock_guard guard(connecting_);
  unreachable_.erase(process);
  cut_off_.erase(process);
}

// --- new peers, on a thread of their own

void shm_transport::announce(const mmps_name& process, pid_t number) {
  announced_.note(process, number);
  eventfd_write(acceptor_event_, 1);
}

void shm_transport::listen_for_peers() {
  while (serve_acceptor()) {
  }
  pending_peers_.clear();  // they would wait in vain
  door_ = unix_socket();
  if (failed_rejections_ == 0) return;
  const std::string text = "no process can connect to this one: " + std::string(no_descriptor);
  chosen_.warn(text);
  chosen_.cut_off(text);
}

// False: no process can connect any more.
bool shm_transport::serve_acceptor() {
  const auto left =
      pending_peers_.empty()
          ? milliseconds(-1)
          : std::max(milliseconds(0),
                     ceil<milliseconds>(pending_peers_.front().until - steady_clock::now()));
  pollfd watched[] = {{door_.descriptor(), POLLIN, 0}, {acceptor_event_, POLLIN, 0}};
  if (poll(watched, 2, static_cast<int>(left.count())) < 0 && errno != EINTR) {
    ++failed_rejections_;  // the limit does not even allow poll() of two descriptors
    return false;
  }
  if (stopping_.load()) return false;
  // The program has closed our descriptor.
  if ((watched[0].revents | watched[1].revents) & POLLNVAL) return false;
  eventfd_t none;
  if (watched[1].revents) eventfd_read(acceptor_event_, &none);
  if (watched[0].revents & POLLIN) take_peer();
  std::erase_if(pending_peers_, [this](pending_peer& one) { return authenticate(one); });
  return failed_rejections_ < max_attempts_to_reject;
}

void shm_transport::take_peer() {
  if (auto peer = door_.accept()) {
    try {
      accept_introduction(*peer);
    } catch (const std::bad_alloc&) {
      refuse_at_fault(*peer, no_memory);
    } catch (const std::exception& error) {
      refuse_at_fault(*peer, error.what());
    }
  } else if (errno == EMFILE || errno == ENFILE) {
    reject();
  }
}

// There is no descriptor for the connecting process. Accepts it on the spare one, refuses it, and
// closes the connection.
void shm_transport::reject() {
  if (spare_ >= 0) close(spare_);
  auto peer = door_.accept();
  if (peer) refuse_at_fault(*peer, no_descriptor);
  failed_rejections_ = peer ? 0 : failed_rejections_ + 1;
  peer.reset();
  spare_ = dup(acceptor_event_);
  if (spare_ >= 0) return;
  pollfd stop{acceptor_event_, POLLIN, 0};  // another thread took the descriptor
  poll(&stop, 1, 10);
}

void shm_transport::accept_introduction(unix_socket& peer) {
  auto theirs = receive_introduction(peer, chosen_.self);
  if (!theirs) return;
  pending_peer one{std::move(peer), std::move(*theirs), steady_clock::now() + until_announced};
  if (authenticate(one)) return;
  const auto of_the_same = std::ranges::count_if(pending_peers_, [&](const pending_peer& each) {
    return each.socket.peer() == one.socket.peer();
  });
  if (pending_peers_.size() < max_pending_peers && of_the_same < max_pending_per_process)
    return pending_peers_.push_back(std::move(one));
  refuse(one, "it is one of too many that nobody has announced");
}

// True: the peer was let in, or refused. False: it waits for its announcement.
bool shm_transport::authenticate(pending_peer& one) {
  const auto number = announced_.number_of(one.says.who);
  if (!chosen_.only_announced || number == one.socket.peer()) {
    try {
      admit(one);
    } catch (const std::bad_alloc&) {
      refuse_at_fault(one.socket, no_memory);
    } catch (const std::exception& error) {
      refuse_at_fault(one.socket, error.what());
    }
    return true;
  }
  if (number)
    refuse(one, "it is not that process");
  else if (steady_clock::now() >= one.until)
    refuse(one, "it has not been announced");
  else
    return false;
  return true;
}

void shm_transport::admit(pending_peer& one) {
  incoming_link::rules rules{.self = chosen_.self,
                             .largest_body = chosen_.largest_body,
                             .may_forward = one.says.who == chosen_.forwarder,
                             .use_of_blocks = chosen_.use_of_blocks,
                             .warn = chosen_.warn,
                             .cut_off = chosen_.cut_off,
                             .has_handled = chosen_.has_handled};
  const bool takes =
      one.says.passes_blocks && peers_that_pass_blocks_.load() < fixed::shared_block_peers.value;
  block_channel blocks = takes ? block_channel(one.socket.duplicate()) : block_channel();
  incoming_.add(std::make_unique<incoming_link>(one.says.who, std::move(one.says.ring),
                                                std::move(one.says.bell), std::move(rules),
                                                std::move(blocks)),
                [](const incoming_link& link) { return link.forgotten(); });
  if (takes) peers_that_pass_blocks_.fetch_add(1);
  answer_introduction(one.socket, chosen_.self, one.says.who, bell_, takes);
}

base::instant shm_transport::now() {
  return {duration_cast<std::chrono::nanoseconds>(steady_clock::now().time_since_epoch()).count()};
}

void shm_transport::refuse_at_fault(unix_socket& peer, const char* why) {
  refuse_introduction(peer, why);
  try {
    if (const auto times = not_admitted_.note(now()))
      chosen_.warn("a process could not connect: " + std::string(why) + "; " +
                   std::to_string(*times) + " since the last such line");
  } catch (const std::bad_alloc&) {  // the peer reports it
  }
}

void shm_transport::refuse(pending_peer& one, const std::string& why) {
  if (const auto times = refused_.note(now()))
    chosen_.warn(
        "process " + std::to_string(one.socket.peer()) + " of the system says that it is process " +
        std::to_string(one.says.who.process_number()) + " of the session, and is refused: " + why +
        "; " + std::to_string(*times) + " since the last such line");
  refuse_stranger(one.socket);  // last: the warning is out by then
}

}  // namespace mentat::mmps::shm
