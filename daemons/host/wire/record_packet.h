// What the daemon of the driver's host tells the recorder of the program, over a Unix socket
// (SOCK_SEQPACKET): one of these, followed by `size` bytes. When nothing more comes the daemon
// closes the socket. A value; trivially copyable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace mentat::host {

enum class record_packet_kind : std::uint32_t {
  own_host = 1,  // where the program was started; the bytes are its name
  other_host,    // takes part; the bytes are its name
  piece,         // the next bytes of its part
  end,           // of its part; the bytes say what is missing
  clock          // `asked` and `heard` by the clock of this host, `told` by that of the other one
};

struct record_packet {
  static constexpr std::size_t most_bytes = std::size_t{32} << 10;

  record_packet_kind kind{};
  std::uint32_t host = 0;
  std::uint64_t asked = 0, told = 0, heard = 0;  // ns of steady clocks
  std::uint32_t size = 0;
  std::uint32_t reserved = 0;
};
static_assert(std::is_trivially_copyable_v<record_packet>);

}  // namespace mentat::host
