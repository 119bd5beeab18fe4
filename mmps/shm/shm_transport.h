// Messages between the processes of one host through shared memory [TOCS96 3.2.1]: for each pair and direction one ring, which the
// sending process makes and passes over a Unix socket when it sends for the first time.
//
// Nothing is lost between two processes that live, and what one process sends to another arrives in the order in which it was sent.
// What does not fit into the ring waits in the sending process until the reader has made room. What a process had written
// before it ended can still be received.
// A message of a peer is copied out of the shared memory before it is looked at; what is malformed, or claims another source than the
// peer, closes the link. Thread-safety: send(), receive(), has_mail() from any thread; a message is handled by one.
// Cost of a small message: two copies of it and the check sums, some 100 ns on both sides together; no system call while both are awake.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
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
    std::string folder;  // where the processes meet; only their user can enter it
    mmps_name self;      // of this process
    std::size_t largest_body = std::size_t{1} << 30;
    std::function<void(const std::string&)> warn = [](const std::string&) {};
  };
  // Listens at once. Throws std::system_error.
  explicit shm_transport(options chosen);
  shm_transport(const shm_transport&) = delete;
  shm_transport& operator=(const shm_transport&) = delete;
  ~shm_transport();

  enum class sent { yes, gone };
  // To the process of header.destination. Fills in the source, the length of the body and the check sum. The bytes are the
  // caller's again when it comes back. gone: there is no such process.
  sent send(message_header& header, std::span<const std::byte> body);

  // Gives what has arrived to `handle`, at most some hundred messages. True if there was any. Also sends on what had to wait.
  using handler = std::function<void(const message_header&, std::span<const std::byte> body)>;
  bool receive(const handler& handle);
  [[nodiscard]] bool has_mail() const;
  // Something waits until a reader has made room.
  [[nodiscard]] bool has_to_send() const { return waiting_to_send_.load(std::memory_order_relaxed) != 0; }

  // Before a thread sleeps on its word of the bell it calls listen(); if has_mail() is false then, whoever sends will ring.
  [[nodiscard]] bell_page& bell() { return *reinterpret_cast<bell_page*>(bell_.data()); }

  // The process has ended. What it wrote has been received; nothing more is sent to it.
  void forget(const mmps_name& process);
  // What a process has written and nobody has received yet?
  [[nodiscard]] bool has_mail_from(const mmps_name& process) const;

  [[nodiscard]] static std::string path_of(const std::string& folder, const mmps_name& process);

 private:
  struct outgoing;
  struct incoming;

  outgoing* link_to(const mmps_name& process);
  bool flush(outgoing& link);
  bool flush_waiting();
  [[nodiscard]] bool can_send_on() const;
  bool receive_from(incoming& link, const handler& handle);
  bool take_record(incoming& link, const handler& handle);
  void handle_message(incoming& link, std::span<const std::byte> message, const handler& handle);
  void close_broken(incoming& link, const char* why);
  void listen_for_peers();
  void welcome(unix_socket peer);

  static constexpr std::size_t most_links = mmps_name::most_processes;

  options chosen_;
  segment bell_;
  unix_socket door_;
  int stop_event_ = -1;

  std::mutex connecting_;
  std::array<std::atomic<outgoing*>, most_links> to_{};
  std::vector<std::unique_ptr<outgoing>> all_outgoing_;
  std::array<std::atomic<outgoing*>, most_links> outgoing_{};  // the same, for threads without the lock
  std::atomic<std::size_t> outgoing_count_{0};
  std::atomic<unsigned> waiting_to_send_{0};  // links with messages that found no room

  std::array<std::atomic<incoming*>, most_links> from_{};
  std::atomic<std::size_t> incoming_count_{0};
  std::vector<std::unique_ptr<incoming>> all_incoming_;

  std::thread doorkeeper_;
};

}  // namespace mentat::mmps::shm
