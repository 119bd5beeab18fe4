// An event of a recording: 32 bytes, as a worker writes it into its ring. A pure value.
#pragma once

#include <cstdint>
#include <type_traits>

namespace mentat::record {

enum class event_kind : std::uint8_t {
  ran = 1,    // a call, from its begin to its end; `other`: the call on whose stack it ran
  suspended,  // the call stood, and left its worker; `other`: the call for which it waited, or 0
  called,     // a call was made; `other`: the call that made it; `length` tells objects apart, and
              // is 0 for a call of a regular class
  cut_off,    // the call ran when its process ended
  stolen,     // the worker took a stolen_item, `method`, from another one's queue: `call`, or 0
  received,  // a message_kind, `method`, of `length` bytes came; `other`: its sender, the number of
             // the host above that of the process
  argument,  // the call takes the result of the call `other`
  awaited,   // the call needs the result of the call `other`, at the place `method`
  forwarded,  // the result of the call is that of the call `other`
  // The ends of the messages of a call in another process. `call` is its number in the process that
  // records; `other` is the number under which the caller waits for it, and `length` the process at
  // the other end (peer_of): so the two numbers can be brought together.
  call_sent,
  call_came,
  result_sent,
  result_came,
  of_object,    // the call, which came, is of the object `length`, as in `called`
  object_made,  // of the class of `method`, which is create_function: `length`; during `call`
  object_ended
};
inline constexpr auto last_event_kind = event_kind::object_ended;
// Hosts and processes of a session, in one word.
constexpr std::uint32_t peer_of(std::uint32_t host, std::uint32_t process) {
  constexpr std::uint32_t most = 0xffff;
  return (host < most ? host : most) << 16 | (process < most ? process : most);
}
enum class stolen_item : std::uint16_t { call = 1, object, function };  // function: one that waited
enum class message_kind : std::uint16_t { other, call, value, finished };

// `length` counts units of 16 ticks; with is_long, of 2^20 ticks.
inline constexpr std::uint8_t is_long = 1;
inline constexpr unsigned unit_shift = 4, long_unit_shift = 20;

// The numbers of the methods that every recording has; those of the program follow.
inline constexpr std::uint16_t unknown_method = 0, method_of_main = 1, first_method = 2;
// The call of the main program. The others are numbers that tell the calls of one process that live
// at the same time apart.
inline constexpr std::uint64_t call_of_main = 1;
// The number of a place in the user's text that is not known.
inline constexpr std::uint16_t unknown_place = 0;

struct event {
  std::uint64_t begin = 0;   // in ticks
  std::uint32_t length = 0;  // ticks() tells it
  event_kind kind{};
  std::uint8_t flags = 0;
  std::uint16_t method = 0;  // of `suspended`: the ring of the worker that it left
  std::uint64_t call = 0;
  std::uint64_t other = 0;

  void set_ticks(std::uint64_t ticks) {
    const bool fits = ticks >> unit_shift <= UINT32_MAX;
    flags = fits ? flags & ~is_long : flags | is_long;
    length = static_cast<std::uint32_t>(ticks >> (fits ? unit_shift : long_unit_shift));
  }
  [[nodiscard]] std::uint64_t ticks() const {
    return std::uint64_t{length} << (flags & is_long ? long_unit_shift : unit_shift);
  }
  friend bool operator==(const event&, const event&) = default;
};
static_assert(sizeof(event) == 32 && std::is_trivially_copyable_v<event>);

}  // namespace mentat::record
