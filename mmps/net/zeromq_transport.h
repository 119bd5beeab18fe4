// The transport of a network over ZeroMQ. Listens at once. Errors: std::runtime_error. Safety:
// without keys it refuses addresses that other hosts can reach.
#pragma once

#include <memory>
#include <string>

#include "mmps/net/network.h"
#include "mmps/transport/transport.h"

namespace mentat::mmps::net {

struct zeromq_options {
  std::string listen;                  // ipc://PATH, tcp://ADDRESS:PORT
  std::string public_key, secret_key;  // of all processes of the session (Z85); empty: none
};

[[nodiscard]] std::unique_ptr<transport> zeromq_transport(const network_options& of,
                                                          const zeromq_options& chosen);

}  // namespace mentat::mmps::net
