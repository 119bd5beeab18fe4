// Messages between the processes of one host through shared memory [TOCS96 3.2.1]: for each pair
// and direction one ring, which the sending process makes and passes over a Unix socket when it
// sends for the first time.
//
// Nothing is lost between two processes that live, and what one process sends to another arrives in
// the order in which it was sent. What does not fit into the ring waits in the sending process
// until the reader has made room. What a process had written before it ended can still be received.
// A large message goes in pieces, which the reader takes out while the writer puts in the next.
// A message of a peer is copied out of memory that the peer can write
// to before it is looked at; what is malformed, or claims another source than the peer, closes the
// link. There are no check sums: who could damage the memory could damage those too. Thread-safety:
// send(), receive(), has_mail() from any thread; a message is handled by one. Cost of a small
// message: two copies of it, some 40 ns on both sides together; no system call while both are
// awake.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
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

#include "mmps/shm/bell.h"
#include "mmps/shm/ring.h"
#include "mmps/shm/segment.h"
#include "mmps/shm/unix_socket.h"
#include "mmps/wire/mentat_message.h"

namespace mentat::mmps::shm {

class shm_transport {
 public:
  struct options {
    std::string folder;   // where the processes meet; only their user can enter it
    mmps_name self;       // of this process
    mmps_name forwarder;  // the one that may pass on messages of others under their names
    std::size_t largest_body = std::size_t{1} << 30;
    std::function<void(const std::string&)> warn = [](const std::string&) {};
    // A process that is there cannot be reached, for want of descriptors or memory: answers that it
    // waits for will not come.
    std::function<void(const std::string&)> cut_off = [](const std::string&) {};
  };
  // Listens at once. Throws std::system_error.
  explicit shm_transport(options chosen);
  shm_transport(const shm_transport&) = delete;
  shm_transport& operator=(const shm_transport&) = delete;
  ~shm_transport();

  enum class sent { yes, gone };
  // To the process of header.destination. Fills in the source, if it is unbound, and the length of
  // the body. The bytes are the caller's again when it comes back. gone: there is no such process,
  // or it cannot be reached. `when_out`, if given, is called once the message lies where the
  // receiver finds it even if this process ends: in most cases before send() comes back.
  sent send(message_header& header, std::span<const std::byte> body,
            std::function<void()> when_out = nullptr);

  // Gives what has arrived to `handle`, at most some hundred messages. True if there was any. Also
  // sends on what had to wait.
  using handler = std::function<void(const message_header&, std::span<const std::byte> body)>;
  bool receive(const handler& handle);
  [[nodiscard]] bool has_mail() const;
  // Something waits until a reader has made room.
  [[nodiscard]] bool has_to_send() const {
    return waiting_to_send_.load(std::memory_order_relaxed) != 0;
  }

  // Before a thread sleeps on its word of the bell it calls listen(); if has_mail() is false then,
  // whoever sends will ring.
  [[nodiscard]] bell_page& bell() { return *reinterpret_cast<bell_page*>(bell_.data()); }

  // The page of a peer; valid as long as the transport. Null: there is no such process.
  bell_page* page_of(const mmps_name& process);

  // Why a process that should be there cannot be reached: limits of the system. Empty if nothing of
  // that kind is known.
  [[nodiscard]] std::string cause_of(const mmps_name& process) const;

  // The process has ended. What it wrote has been received; nothing more is sent to it. Gives back
  // what was shared with it. Not from a handler.
  void forget(const mmps_name& process);
  // Has a process written something that nobody has received and handled yet? Not from a handler.
  [[nodiscard]] bool has_mail_from(const mmps_name& process) const;

  [[nodiscard]] static std::string path_of(const std::string& folder, const mmps_name& process);

 private:
  struct outgoing;
  struct incoming;

  struct rest;

  outgoing* link_to(const mmps_name& process);
  outgoing* connect_to(const mmps_name& process);
  void note_unreachable(const mmps_name& process, const std::string& why);
  static std::size_t put_pieces(outgoing& link, std::span<const std::byte> head,
                                std::span<const std::byte> body);
  static bool put_when_there_is_room(outgoing& link, std::span<const std::byte> first,
                                     std::span<const std::byte> second, record_kind kind);
  using callbacks = std::vector<std::function<void()>>;
  bool flush(outgoing& link, callbacks& outs);
  bool flush_waiting();
  [[nodiscard]] bool can_send_on() const;
  bool receive_from(incoming& link, const handler& handle);
  bool take_record(incoming& link, const handler& handle);
  bool take_piece(incoming& link, const ring_reader::record& piece, const handler& handle);
  bool check_header(incoming& link, std::span<const std::byte> head, message_header& header);
  bool close_link(incoming& link, const std::string& why);
  void listen_for_peers();
  void turn_away();
  void welcome(unix_socket peer);

  static constexpr std::size_t most_links = mmps_name::most_processes;

  options chosen_;
  segment bell_;
  unix_socket door_;
  int stop_event_ = -1;
  int spare_ = -1;  // a descriptor, for turning away whom there is none for

  mutable std::mutex connecting_;
  std::map<mmps_name, std::string> unreachable_;
  std::array<std::atomic<outgoing*>, most_links> to_{};
  std::vector<std::unique_ptr<outgoing>> all_outgoing_;
  std::array<std::atomic<outgoing*>, most_links>
      outgoing_{};  // the same, for threads without the lock
  std::atomic<std::size_t> outgoing_count_{0};
  std::atomic<unsigned> waiting_to_send_{0};  // links with messages that found no room

  std::array<std::atomic<incoming*>, most_links> from_{};
  std::atomic<std::size_t> incoming_count_{0};
  std::vector<std::unique_ptr<incoming>> all_incoming_;

  std::thread doorkeeper_;
};

}  // namespace mentat::mmps::shm
