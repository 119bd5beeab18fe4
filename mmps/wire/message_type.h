// The types and flags of messages (protocol, version 2): one byte and two bytes on the wire. The
// codec refuses other values.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mentat::mmps {

enum class message_type : std::uint8_t {
  hello = 1,  // first message of a link: the sender, and the messages it has received
  hello_ack,
  token,     // one argument of a computation, or (argument = to_waiting_caller) its result
  exec,      // a whole work unit: every argument of one call, in the order of parameters
  finished,  // the unit was executed, and all that it emitted is in custody; to a caller: these
             // units, the numbers of which are in the body
  ack,       // custody of the messages up to `link_acknowledged`
  ping,
  pong,
  instantiate,   // an object is wanted: of a regular class for the unit `tag`, or (flag persistent)
                 // a new one
  instantiated,  // the answer: the body is its name; with flag error: why there is none
  down,          // the process `source` has ended; the body says why
  cancel,
  query,
  bye,
  output,    // to the driver: output of the source
  arcs,      // more arcs for the future of a call that was sent before
  past,      // messages to others that precede the sender's next messages here
  withdraw,  // to an object: the call `tag` of the source fails with the error in the body, unless
             // it has begun
  update,    // from the driver: a step of the order of writes of replicated objects
  missing,   // of a link: the message whose number is in the body names a piece (flag elsewhere)
             // that its receiver does not find
  settled,   // from a token-matching unit: no message for these units is needed again; to one that
             // has asked: the source does not wait for their results (unit_claims.h)
  claims,    // to one that takes the place of an ended one: the source executes these units; from
             // it: does the receiver, their caller, wait for them?
  fetch,     // of no link: the source asks for the bytes of the piece that the body names
  fetched,   // the answer, under the same tag: the bytes; none: they are not there any more
  keep,      // from a token-matching unit: a token that a process had sent to it, which has ended:
             // the receiver, the caller of the unit, keeps it instead
  durable,   // of durable objects: a call, its answer, a record of its effect, or where one is
             // (rts/durable/messages.h)
};
inline constexpr std::uint8_t last_message_type = static_cast<std::uint8_t>(message_type::durable);

namespace flag {
inline constexpr std::uint16_t error = 1;  // the value is an error
// The sender may be executed again and send the same message again.
inline constexpr std::uint16_t replayable = 2;
// Of a result: no consumer needs its value, which is left out.
inline constexpr std::uint16_t no_value = 8;
// Of `arcs`, in the place of no_value: the caller has abandoned the value of the call.
inline constexpr std::uint16_t abandoned = no_value;
// Of `instantiate` and its answer: a place that serves many units, in a process of another host;
// refused at once if there is none.
inline constexpr std::uint16_t lease = no_value;
// Of an exec to a process: its arguments come from machines with different orders of bytes. Behind
// the future stand 8 bytes with a bit for each argument, set if its value is big-endian.
inline constexpr std::uint16_t mixed = 32;
inline constexpr std::uint16_t body_crc = 16;     // body_crc is set and must be right
inline constexpr std::uint16_t persistent = 128;  // of instantiate: an object that lasts
// The values in the body have the opposite byte order: on the wire they are big-endian, in a header
// in memory the order is not that of this machine (codec.cc).
inline constexpr std::uint16_t swapped = 256;
// An exec to an object; some of its arguments follow as tokens.
inline constexpr std::uint16_t partial = 512;
// Of `instantiate` and its answer: the object is durable.
inline constexpr std::uint16_t durable = partial;
// A piece of a large message; the sender's next message continues the body.
inline constexpr std::uint16_t more = 1024;
// The receiver keeps the body, which the sender may name later (mmps/net/repeated_pieces.h).
inline constexpr std::uint16_t repeated = 2048;
// Of `repeated`: the body is the name of one that the receiver has kept.
inline constexpr std::uint16_t named = 4096;
// Of `repeated`: the body names one that another process has received, of the receiver's host or of
// another one (mmps/net/spread_pieces.h).
inline constexpr std::uint16_t elsewhere = 8192;
inline constexpr std::uint16_t all = error | replayable | no_value | body_crc | mixed | persistent |
                                     swapped | partial | more | repeated | named | elsewhere;
}  // namespace flag

// Bytes of the cause in an exec that hands a unit over after the death of a process
// (daemons/tmu/token_matching_unit.h).
inline constexpr std::size_t max_cause_of_death = 1024;

inline constexpr std::uint16_t to_waiting_caller = 0xffff;  // argument number of a result

}  // namespace mentat::mmps
