#include "rts/node/endpoint.h"

#include <unistd.h>

#include <random>

#include "rts/api/large_pages.h"
#include "rts/node/log.h"

namespace mentat::node {

namespace {

// A process whose answers cannot arrive ends: who waits for them hears from the supervisor that it
// has. The driver's calls fail.
void end(const std::string&) { _exit(125); }
void stay(const std::string&) {}

// The supervisor sees to it.
void report(member& self, const mmps::mmps_name& process) {
  notice silent;
  silent.kind = notice_kind::silent;
  silent.process = process;
  self.control.send(std::as_bytes(std::span(&silent, 1)));
}

}  // namespace

endpoint::endpoint(member& self)
    : self_(self.self),
      within_host_(self.network.within_host),
      here_({.folder = self.folder,
             .self = self.self,
             .forwarder = instantiation_manager_of(self.self),
             .warn = &log_warning,
             .cut_off = self.role == role::driver ? &stay : &end,
             .only_announced = true,
             .silent = [&self](const mmps::mmps_name& process) { report(self, process); }}) {
  if (self.network.listen.empty()) return;
  mmps::net::network_options chosen;
  chosen.self = self.self;
  chosen.listen = self.network.listen;
  chosen.cluster = self.network.cluster;
  chosen.public_key = self.network.public_key;
  chosen.secret_key = self.network.secret_key;
  chosen.forwarder = instantiation_manager_of(self.self).process_number();
  chosen.seed = std::random_device{}();
  // A daemon has one thread, for everybody: it keeps what it cannot send.
  chosen.senders_wait =
      self.role == role::driver || self.role == role::worker || self.role == role::object;
  // It ends while those go on to whom it has sent its last results.
  if (self.role == role::object) chosen.for_last_messages = 30 * base::second;
  chosen.sleeps_on = &bell().words[0];
  chosen.arrived = [this] {
    const bool first_slept = (bell().listening.load(std::memory_order_seq_cst) & 1) != 0;
    bell().ring();
    return first_slept;
  };
  chosen.warn = &log_warning;
  network_ = std::make_unique<mmps::net::network>(std::move(chosen));
}

namespace {

std::vector<mmps::mentat_message> blocks_of(base::byte_buffer&& body,
                                            std::vector<lent_bytes>&& lent) {
  std::vector<mmps::mentat_message> blocks;
  const mmps::mentat_message whole = mmps::mentat_message::of(std::move(body));
  std::size_t done = 0;
  const auto add_until = [&](std::size_t end) {
    if (done == end) return;
    blocks.push_back(whole.part(done, end - done));
    done = end;
  };
  for (lent_bytes& one : lent) {
    add_until(one.at);
    blocks.emplace_back(std::move(one.storage), one.size);
  }
  add_until(whole.body().size());
  return blocks;
}

base::byte_buffer in_one(const base::byte_buffer& body, const std::vector<lent_bytes>& lent) {
  base::byte_buffer whole;
  whole.reserve(body.size() + size_of(lent));
  prefer_large_pages(whole.data(), whole.capacity());
  std::size_t done = 0;
  for (const lent_bytes& one : lent) {
    whole.append(body.data() + done, one.at - done);
    whole.append(one.storage.get(), one.size);
    done = one.at;
  }
  whole.append(body.data() + done, body.size() - done);
  return whole;
}

}  // namespace

endpoint::sent endpoint::give(mmps::message_header& header, base::byte_buffer&& body,
                              std::vector<lent_bytes>&& lent, std::function<void()>* when_out) {
  if (!note_way(by_network(header.destination)))
    return lent.empty() ? send_here(header, body, when_out)
                        : send_here(header, in_one(body, lent), when_out);
  if (lent.empty()) return network_->give(header, std::move(body), copy_of(when_out));
  return network_->give_blocks(header, blocks_of(std::move(body), std::move(lent)),
                               copy_of(when_out));
}

void endpoint::note_up(const mmps::mmps_name& process, const std::string& address) {
  if (by_network(process)) network_->connect(process, address);
}

std::string endpoint::address() const { return network_ ? network_->address() : std::string(); }

void endpoint::forget(const mmps::mmps_name& process) {
  if (by_network(process)) network_->forget(process);
  if (process.host == self_.host) here_.forget(process);
}

void use_network_within_host(member& self) {
  self.network.within_host = true;
  if (self.network.listen.empty())
    self.network.listen =
        "ipc://" + self.folder + "/n-" + std::to_string(self.self.process_number());
}

}  // namespace mentat::node
