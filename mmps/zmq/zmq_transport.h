// Processes of this host and of others over ZeroMQ [TOCS96 3.2.1]: ipc:// and tcp://.
//
// Sockets are one-way: a process binds one ROUTER, which only its receiving thread uses, and has a
// DEALER for each peer, guarded by a lock. So a thread that waits for messages never holds a lock
// that a sender needs. The transport's own thread, the keeper, makes and remakes connections, and
// answers the door (curve.h). libzmq itself never reconnects: the first message of each connection
// is a greeting that names both incarnations; messages of a connection without one are dropped.
//
// A message is one frame of header and body, or, for bodies above 4 KiB, two, without a copy of the
// body: the sender's is lent to libzmq, and a received one of 16 KiB or more remains libzmq's as
// long as the message lives.
//
// Safety: with keys both ends authenticate each other, and a greeting that names a host without its
// proved key is dropped. Without keys only addresses that stay on this host are accepted; nothing
// overrides that. Opening tests that a connection with a throw-away key is refused. Never set: a
// routing id; never used: ZMQ_CONNECT_ROUTING_ID. Limits: bodies `max_body`; on the way to a peer
// `high_water` messages, and 64 MiB of bodies that are not copied, or one; 4096 peers; 65536
// senders, one of each slot (senders.h), further greetings are dropped. Cost: a round trip 1.06
// (one core) to 1.13 (two cores) times that by hand on cppzmq; 2 to 3 us an exchange with 100 in
// flight (zmq_bench).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "mmps/transport/transport.h"
#include "mmps/zmq/curve.h"

namespace mentat::mmps::zeromq {

struct zmq_options {
  mmps_name self;
  std::string listen;  // tcp://127.0.0.1:0 takes any port
  std::optional<curve_keys> keys;
  std::uint32_t cluster = 0;  // peers of another cluster are misled
  std::size_t max_body = mentat_message::max_body;
  int high_water = 1000;
};

struct zmq_opened {
  std::unique_ptr<transport> endpoint;  // null: see error
  std::string error;
};

[[nodiscard]] zmq_opened open_zmq(const zmq_options& options);

}  // namespace mentat::mmps::zeromq
