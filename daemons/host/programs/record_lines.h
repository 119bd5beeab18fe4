// The lines of this host's daemon to the recorders of programs (recorded_parts.h): a socket to the
// recorder of a program that was started here, a pipe from that of a branch. Known by the number of
// the program. No function waits. Ownership: of the descriptors. Thread-safety: none.
#pragma once

#include <zmq.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "daemons/host/programs/executables.h"
#include "daemons/host/wire/record_packet.h"
#include "mmps/shm/unix_socket.h"

namespace mentat::host {

class record_lines {
 public:
  // False: that is no socket, or no pipe, or there is one already.
  [[nodiscard]] bool add_sink(std::uint32_t program, descriptor socket);
  [[nodiscard]] bool add_source(std::uint32_t program, descriptor pipe);

  // As recording_environment.
  bool pass(std::uint32_t program, const record_packet& packet, std::span<const std::byte> bytes);
  void end_sink(std::uint32_t program) { sinks_.erase(program); }
  [[nodiscard]] std::optional<std::vector<std::byte>> read_source(std::uint32_t program,
                                                                  std::size_t most);
  void close_source(std::uint32_t program) { sources_.erase(program); }

  // `wants`: whether the source of that program is to be read.
  void poll_items(std::vector<zmq_pollitem_t>& items,
                  const std::function<bool(std::uint32_t)>& wants);
  struct listener {
    std::function<void(std::uint32_t)> sink_is_free, sink_closed, source_has_input;
  };
  // To be called after poll, with the items of poll_items() at the same place.
  void serve(std::span<const zmq_pollitem_t> items, const listener& tell);

 private:
  struct sink {
    mmps::shm::unix_socket socket;
    bool is_full = false, is_closed = false;
  };

  std::map<std::uint32_t, sink> sinks_;
  std::map<std::uint32_t, descriptor> sources_;
  std::vector<std::uint32_t> polled_sinks_, polled_sources_;
};

}  // namespace mentat::host
