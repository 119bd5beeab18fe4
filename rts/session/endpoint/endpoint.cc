#include "rts/session/endpoint/endpoint.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <random>
#include <string_view>

#include "mmps/net/zeromq_transport.h"
#include "mmps/shm/shared_blocks.h"
#include "mmps/wire/future_blob.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"
#include "rts/config/log.h"
#include "rts/session/endpoint/lent_blocks.h"

namespace mentat::node {

namespace {

using mmps::message_header;
using mmps::message_type;
using block_use = mmps::shm::incoming_link::block_use;

// exchange::handle() decodes calls and results before it returns, and keeps arguments that come
// before their calls, and requests for objects. The daemons keep messages and send them on.
block_use use_of_blocks(role by, const message_header& header) {
  const auto type = static_cast<message_type>(header.type);
  if (by == role::token_matching_unit)
    return type == message_type::exec || type == message_type::token ? block_use::keeps
                                                                     : block_use::copies;
  if (type == message_type::instantiate) return block_use::keeps;
  if (by == role::instantiation_manager) return block_use::copies;
  if (type == message_type::exec) return block_use::decodes;
  if (type != message_type::token) return block_use::copies;
  if (!header.destination.is_process()) return block_use::keeps;
  return header.argument == mmps::to_waiting_caller ? block_use::decodes : block_use::copies;
}

}  // namespace

endpoint_options endpoint_options::of_process(member& self) {
  endpoint_options chosen;
  chosen.seed = std::random_device{}();
  chosen.unreachable = [&self](const mmps::mmps_name& process, const std::string& why) {
    notice news;
    news.kind = notice_kind::unreachable;
    news.process = process;
    news.set_text(why);
    self.control.send(std::as_bytes(std::span(&news, 1)));
  };
  return chosen;
}

void endpoint_options::end_process() { _exit(125); }

endpoint::endpoint(const member& self, endpoint_options chosen)
    : chosen_(std::move(chosen)),
      self_(self.self),
      in_branch_(self.driver.bound()),
      within_host_(self.network.within_host || chosen_.transport != nullptr),
      host_of_ring_(chosen_.transport ? no_host : self.self.host) {
  const auto has_handled_of = [this](const mmps::mmps_name& process, std::uint64_t messages) {
    return has_handled(process, messages);
  };
  if (chosen_.transport) {
    own_page_ = std::make_unique<mmps::shm::doorbell>();
    bell_ = own_page_.get();
  } else {
    here_.emplace(mmps::shm::shm_transport::options{
        .folder = self.folder,
        .self = self.self,
        .forwarder = instantiation_manager_of(self.self),
        .use_of_blocks =
            [by = self.role](const message_header& header) { return use_of_blocks(by, header); },
        .warn = &log_warning,
        // The driver's calls fail; another process ends.
        .cut_off =
            [this, stays = self.role == role::driver](const std::string& why) {
              if (stays) return;
              chosen_.unreachable(self_, why);
              chosen_.end();
            },
        .only_announced = true,
        .unreachable = chosen_.unreachable,
        .has_handled = has_handled_of});
    bell_ = &here_->bell();
    shared_.emplace();
  }
  if (chosen_.transport || !self.network.listen.empty()) open_network(self);
}

void endpoint::open_network(const member& self) {
  mmps::net::network_options chosen;
  chosen.self = self.self;
  chosen.cluster = self.network.cluster;
  chosen.forwarder = instantiation_manager_of(self.self).process_number();
  chosen.seed = chosen_.seed;
  chosen.bug = chosen_.bug;
  chosen.clock = chosen_.clock;
  chosen.has_thread = chosen_.transport == nullptr;
  // A daemon has one thread for all its work: it keeps the messages that it cannot send.
  chosen.senders_wait =
      self.role == role::driver || self.role == role::worker || self.role == role::object;
  // It ends while the receivers of its last results go on.
  if (self.role == role::object) chosen.for_last_messages = 30 * base::second;
  chosen.sleeps_on = &bell().words[0];
  chosen.arrived = [this] {
    const bool first_slept = (bell().listening.load(std::memory_order_seq_cst) & 1) != 0;
    bell().ring();
    return first_slept;
  };
  chosen.warn = &log_warning;
  chosen.pieces = self.network.pieces;
  chosen.has_handled = [this](const mmps::mmps_name& process, std::uint64_t messages) {
    return has_handled(process, messages);
  };
  std::unique_ptr<mmps::transport> through = std::move(chosen_.transport);
  if (!through)
    through = mmps::net::zeromq_transport(chosen, {.listen = self.network.listen,
                                                   .public_key = self.network.public_key,
                                                   .secret_key = self.network.secret_key});
  network_ = std::make_unique<mmps::net::network>(std::move(through), std::move(chosen));
}

namespace {

std::vector<mmps::mentat_message> blocks_of(base::byte_buffer&& body,
                                            std::vector<borrowed_bytes>&& lent) {
  std::vector<mmps::mentat_message> blocks;
  const mmps::mentat_message whole = mmps::mentat_message::of(std::move(body));
  std::size_t done = 0;
  const auto add_until = [&](std::size_t end) {
    if (done == end) return;
    blocks.push_back(whole.part(done, end - done));
    done = end;
  };
  for (borrowed_bytes& one : lent) {
    add_until(one.at);
    blocks.emplace_back(std::move(one.storage), one.size);
    if (one.is_lasting) blocks.back().header.flags = mmps::flag::repeated;
  }
  add_until(whole.body().size());
  return blocks;
}

// Once. `limit`: its key; empty if none is reached.
void warn_of_copies(std::string_view limit) {
  static std::atomic_flag is_told;
  if (is_told.test_and_set()) return;
  log_warning("a large buffer is copied to another process of the host, and further ones may be: " +
              (limit.empty() ? "the system refuses memory that processes share"
                             : "the limit " + std::string(limit) + " is reached"));
}

// Puts buffers into shared blocks that are not there yet, once, if the receiver takes blocks. True:
// some are there.
bool put_into_blocks(const std::vector<borrowed_bytes>& lent, bool takes_blocks) {
  using mmps::shm::shared_blocks;
  shared_blocks& here = shared_blocks::here();
  bool any = false;
  for (const borrowed_bytes& one : lent) {
    if (!one.is_lasting || one.size < shared_blocks::least) continue;
    const bool is_there = takes_blocks && here.copy(one.storage.get(), one.size);
    any |= is_there;
    if (!is_there)
      warn_of_copies(takes_blocks ? here.limit_reached(one.size) : "fixed.shared_block_peers");
  }
  return any;
}

}  // namespace

endpoint::sent endpoint::give(mmps::message_header& header, base::byte_buffer&& body,
                              std::vector<borrowed_bytes>&& lent, std::function<void()>* when_out) {
  const mmps::mmps_name to = header.destination;
  probe::sends(to, header.type, body.size() + size_of(lent));
  prepare(to);
  const auto give_now = [&] {
    if (!note_way(by_network(to))) {
      if (lent.empty()) return send_here(header, body, when_out);
      if (to.host != host_of_ring_) return send_here(header, in_one(body, lent), when_out);
      const bool shares = put_into_blocks(lent, here_->passes_blocks(to.process()));
      if (!shares && !are_worth_records(lent))
        return send_here(header, in_one(body, lent), when_out);
      using there = mmps::shm::shm_transport::sent;
      const there result =
          here_->send_blocks(header, blocks_of(std::move(body), std::move(lent)), when_out);
      return result == there::yes ? sent::yes : note_gone(to);
    }
    if (lent.empty()) return network_->give(header, std::move(body), copy_of(when_out));
    return network_->give_blocks(header, blocks_of(std::move(body), std::move(lent)),
                                 copy_of(when_out));
  };
  const sent result = give_now();
  note_sent(to);
  return result;
}

endpoint::sent endpoint::send_whole(const mmps::mmps_name& to,
                                    const mmps::shm::compact_header& header,
                                    std::span<const std::byte> body) {
  mmps::message_header whole = header.whole(self_, to, static_cast<std::uint32_t>(body.size()));
  return send(whole, body);
}

endpoint::sent endpoint::send_without_ring(mmps::message_header& header,
                                           std::span<const std::byte> body,
                                           std::function<void()>* when_out) {
  if (!is_own(header.destination)) return sent::gone;
  if (!header.source.bound()) header.source = self_;
  own_.put(header, body);
  if (when_out) (*when_out)();
  return sent::yes;
}

// A branch ends with its instantiation manager, and its calls run again elsewhere. Before that no
// process outside may get a call's error that says that the manager could not be reached.
endpoint::sent endpoint::note_gone(const mmps::mmps_name& process) const {
  if (in_branch_ && process == instantiation_manager_of(self_)) chosen_.end();
  return sent::gone;
}

void endpoint::announce(const mmps::mmps_name& process, std::int32_t number) {
  // Processes of this host have its incarnation: their marks differ only by their numbers.
  if (here_ && process.host == self_.host && process.incarnation == self_.incarnation)
    here_->announce(process, number);
}

mmps::shm::doorbell* endpoint::page_of(const mmps::mmps_name& process) {
  if (process.host != self_.host) return nullptr;
  return here_ ? here_->page_of(process) : chosen_.page_of(process);
}

bool endpoint::has_mail_from(const mmps::mmps_name& process) const {
  return by_network(process) ? network_->has_mail_from(process)
                             : here_ && process.host == self_.host && here_->has_mail_from(process);
}

void endpoint::note_ending(const mmps::mmps_name& process) {
  if (by_network(process)) network_->note_ending(process);
}

std::string endpoint::why_unreachable(const mmps::mmps_name& process) const {
  return is_here(process) ? here_->cause_of(process) : std::string();
}

bool endpoint::is_cut_off_from(const mmps::mmps_name& process) const {
  return is_here(process) && here_->is_cut_off_from(process.process());
}

bool endpoint::await_calls(const mmps::mmps_name& but, const callback_maker* make) {
  const mmps::mmps_name process = but.process();
  const bool here = here_ && here_->await_room(process, make);
  return (network_ && network_->await_calls(process, make)) || here;
}

void endpoint::keep_open() {
  if (network_) network_->keep_open();
}

void endpoint::let_close() {
  if (network_) network_->let_close();
}

void endpoint::note_up(const mmps::mmps_name& process, const std::string& address) {
  if (by_network(process)) network_->connect(process, address);
}

mmps::net::network::drops endpoint::dropped() const {
  return network_ ? network_->dropped() : mmps::net::network::drops();
}

void endpoint::let_time_pass(unsigned thread) {
  constexpr base::duration longest = 100 * base::microsecond;
  if (chosen_.sleep)
    chosen_.sleep(bell().words[mmps::shm::doorbell::place_of(thread)].load(), longest);
}

mmps::shm::shm_transport::traffic endpoint::sent_here() const {
  return here_ ? here_->sent_in_all() : mmps::shm::shm_transport::traffic();
}

void endpoint::give_up(const mmps::mmps_name& process) const {
  chosen_.unreachable(self_, "process " + std::to_string(process.process_number()) +
                                 " cannot be reached: " + why_unreachable(process));
}

void endpoint::end_for_want_of_memory(const char* what) const {
  const std::string why = std::string("there was no memory for ") + what;
  log_warning(why + ": the process ends");
  chosen_.unreachable(self_, why);
  chosen_.end();
  _exit(125);
}

// --- causal order

// At the beginning of a message of type `past`; causes follow.
struct endpoint::past_head {
  std::uint64_t handled = 0;  // of the receiver's messages by the sender, plus one; 0: unknown
  std::uint64_t asks = 0;     // 1: the receiver is to say the same
};

std::uint64_t endpoint::link_counts::sent_to(const mmps::mmps_name& process) const {
  return of.is_here(process) ? of.here_->sent_to(process)
         : of.network_       ? of.network_->sent_to(process)
                             : 0;
}

std::uint64_t endpoint::link_counts::handled_by(const mmps::mmps_name& process) const {
  if (of.is_here(process)) return of.here_->handled_by(process);
  const std::lock_guard guard(of.acknowledging_);
  const auto found = of.acknowledged_.find(process);
  return found == of.acknowledged_.end() ? 0 : found->second.handled;
}

bool endpoint::has_handled(const mmps::mmps_name& from, std::uint64_t messages) const {
  const std::uint64_t handled = is_here(from) ? here_->handled_from(from)
                                : network_    ? network_->handled_from(from)
                                              : 0;
  return handled >= messages || order_.has_ended(from);
}

void endpoint::tell_causes(const mmps::mmps_name& to) {
  if (is_own(to)) return;
  if (is_here(to)) here_->reach(to.process());  // not with the lock of the order
  std::vector<cause> told;
  order_.prepare(to, [&](std::span<const cause> causes) {
    send_past(to, {.handled = handled_plus_one(to)}, causes);
    told.assign(causes.begin(), causes.end());
  });
  if (network_ && !told.empty()) ask_for_acknowledgements(told);
}

// 0 for a process of this host, which reads the count itself.
std::uint64_t endpoint::handled_plus_one(const mmps::mmps_name& from) const {
  return is_here(from) || !network_ ? 0 : network_->handled_from(from.process()) + 1;
}

void endpoint::send_past(const mmps::mmps_name& to, const past_head& head,
                         std::span<const cause> causes) {
  std::vector<std::byte> body(sizeof head + causes.size_bytes());
  std::ranges::copy(mmps::bytes_of_words(head), body.begin());
  std::byte* at = body.data() + sizeof head;
  for (const cause& one : causes) {
    mmps::put_name(at, one.from);
    mmps::put_name(at + mmps::name_size, one.to);
    mmps::put_little_endian(at + 2 * mmps::name_size, one.number);
    at += sizeof one;
  }
  mmps::message_header header = mmps::blank_header;
  header.type = static_cast<std::uint8_t>(mmps::message_type::past);
  header.destination = to.process();
  static_cast<void>(send_now(header, body, nullptr));
}

// Messages that this process has sent over the network are told to all others until their receiver
// reports that it has handled them: asks that receiver, once for the messages sent until now.
void endpoint::ask_for_acknowledgements(std::span<const cause> causes) {
  for (const cause& one : causes) {
    if (one.from != self_ || is_here(one.to)) continue;
    {
      const std::lock_guard guard(acknowledging_);
      acknowledgement& of = acknowledged_[one.to];
      if (of.asked > of.handled) continue;
      of.asked = one.number;
    }
    send_past(one.to, {.asks = 1}, {});
  }
}

void endpoint::take_past(const mmps::message_header& header, std::span<const std::byte> body) {
  const mmps::mmps_name from = header.source.process();
  if (body.size() < sizeof(past_head) || (body.size() - sizeof(past_head)) % sizeof(cause) != 0)
    return;
  const auto head = mmps::get_words<past_head>(body.data());
  std::vector<cause> told((body.size() - sizeof head) / sizeof(cause));
  const std::byte* at = body.data() + sizeof head;
  for (cause& one : told) {
    one = {mmps::get_name(at), mmps::get_name(at + mmps::name_size),
           mmps::get_little_endian<std::uint64_t>(at + 2 * mmps::name_size)};
    at += sizeof one;
  }
  if (!is_here(from) && head.handled != 0) {
    const std::lock_guard guard(acknowledging_);
    acknowledgement& of = acknowledged_[from];
    of.handled = std::max(of.handled, head.handled - 1);
  }
  for (const cause& one : order_.learn(told)) {
    if (chosen_.bug == base::seeded_bug::causes_not_awaited) break;
    if (has_handled(one.from, one.number)) continue;
    if (is_here(from))
      here_->wait_for(from, one.from, one.number);
    else
      network_->wait_for(from, one.from, one.number);
  }
  if (head.asks != 0) send_past(from, {.handled = handled_plus_one(from) + 1}, {});  // and this one
}

std::string endpoint::address() const { return network_ ? network_->address() : std::string(); }

void endpoint::forget(const mmps::mmps_name& process) {
  order_.forget(process);
  {
    const std::lock_guard guard(acknowledging_);
    acknowledged_.erase(process);
  }
  if (by_network(process)) network_->forget(process);
  if (here_ && process.host == self_.host) here_->forget(process);
  if (network_) network_->note_handled_elsewhere();
}

std::string network_path_of(const std::string& folder, const mmps::mmps_name& process) {
  return folder + "/n-" + std::to_string(process.process_number());
}

void use_network_within_host(member& self) {
  self.network.within_host = true;
  if (self.network.listen.empty())
    self.network.listen = "ipc://" + network_path_of(self.folder, self.self);
}

}  // namespace mentat::node
