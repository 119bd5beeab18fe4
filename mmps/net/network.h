// A process's access to other processes over ZeroMQ [TOCS96 3.2.1]: a transport, on it a link to
// each process, and a thread that receives.
//
// Between two processes that live nothing is lost or repeated, and what one sends to another
// arrives in the order in which it was sent, also when connections break in between: the link keeps
// what the other one has not acknowledged, and the transport connects again. Only forget() ends a
// link.
//
// Who sends does it on its own thread. What arrives lies in a mailbox until somebody receives it;
// `arrived` is called when something has come. It acknowledges what lies there: a message is in the
// custody of the process that it was sent to, and has_mail_from() tells whether it has yet to be
// handled.
//
// Safety: with a pair of keys, who shows it is a member of the session, and which one is what it
// says. A message under the name of a process that did not send it is dropped, unless it comes from
// a forwarder. Without keys no address is accepted that other hosts can reach.
// Thread-safety: all functions; a message is handled by one thread, and one at a time. `arrived`
// and `when_out` are called without a lock. Errors: send() says false; what a peer does wrong is
// dropped. Limits: limits.link_queue (messages that wait for one process: 1 GiB, 1,048,576),
// limits.message, limits.peers; of one process at most 24 MiB, or one message, lie in the mailbox.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "mmps/base/instant.h"
#include "mmps/link/link_table.h"
#include "mmps/net/mailbox.h"
#include "mmps/transport/transport.h"
#include "mmps/wire/mentat_message.h"

namespace mentat::mmps::net {

struct network_options {
  mmps_name self;
  std::string listen;                  // ipc://PATH, tcp://ADDRESS:PORT
  std::uint32_t cluster = 0;           // others are strangers
  std::string public_key, secret_key;  // of all processes of the session (Z85); empty: none
  std::uint32_t forwarder = 1;  // the processes with this number may pass on what others have sent
  std::uint64_t seed = 1;
  std::function<void()> arrived = [] {};
  std::function<void(const std::string&)> warn = [](const std::string&) {};
};

class network {
 public:
  // Listens at once. Throws std::runtime_error.
  explicit network(network_options chosen);
  network(const network&) = delete;
  network& operator=(const network&) = delete;
  // Waits, not for long, until what was sent has arrived.
  ~network();

  [[nodiscard]] std::string address() const { return transport_->address(); }
  // From now on there is that process, and it is reached there.
  void connect(const mmps_name& process, const std::string& address);
  // It has ended. What is not acknowledged is lost; who waits for that is told that it is out.
  void forget(const mmps_name& process);

  // To the process of header.destination, not this one, of which connect() tells, or from which something has
  // come; else it waits a second for one of these. Fills in the source, if it is unbound, and what
  // the link needs. The bytes are the caller's again when it comes back. `when_out` is called when
  // the other process has the message, or has ended. False: there is no such process, or a limit.
  [[nodiscard]] bool send(message_header& header, std::span<const std::byte> body,
                          std::function<void()> when_out = nullptr);

  using handler = std::function<void(const message_header&, std::span<const std::byte> body)>;
  // Gives what has arrived to `handle`, at most some messages. True if there was any.
  bool receive(const handler& handle);
  [[nodiscard]] bool has_mail() const { return !mailbox_.empty(); }
  [[nodiscard]] bool has_mail_from(const mmps_name& process) const {
    return mailbox_.bytes_of(process) != 0;
  }
  // Something waits until a receiver has made room.
  [[nodiscard]] bool has_to_send() const;

 private:
  struct waiting_for_custody {
    std::uint64_t sequence;
    std::function<void()> when_out;
  };
  struct peer {
    std::deque<waiting_for_custody> outs;
    bool is_up = false;    // the transport says so
    bool stopped = false;  // it has no credit, because its messages fill the mailbox
    bool warned = false;
  };
  // What is left to do when the lock is given back.
  struct effects {
    bool mail = false;
    std::vector<std::function<void()>> outs;
  };

  [[nodiscard]] bool wait_for_peer(std::unique_lock<std::mutex>& guard, const mmps_name& process);
  [[nodiscard]] bool may_say(const mmps_name& from, const mmps_name& source) const;
  void pass_on(effects& after);
  void deliver(link_table_output::addressed& from, effects& after);
  void note_progress(const link_table_output::progress& one, effects& after);
  void note_events();
  void note_handled(const mmps_name& from, std::size_t left);
  effects take_in();
  void listen();
  [[nodiscard]] bool all_arrived() const;

  const network_options chosen_;
  std::unique_ptr<transport> transport_;

  mutable std::mutex lock_;  // of the links and the peers
  std::condition_variable changed_;
  link_table links_;
  std::map<mmps_name, peer> peers_;
  std::atomic<unsigned> stopped_{0};  // peers

  mailbox mailbox_;
  std::mutex handling_;
  std::vector<mailbox::letter> in_hand_;  // of the thread that handles

  std::vector<mailbox::letter> frames_;  // of the thread that listens
  std::atomic<bool> stopping_{false};
  std::thread listener_;
};

}  // namespace mentat::mmps::net
