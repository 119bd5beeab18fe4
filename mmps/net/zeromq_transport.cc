#include "mmps/net/zeromq_transport.h"

#include <stdexcept>
#include <utility>

#include "mmps/net/window.h"
#include "mmps/zmq/zmq_transport.h"

namespace mentat::mmps::net {

// The mark exceeds the messages that a link sends unacknowledged plus those that libzmq has taken
// but not yet counted (half of the mark): only lent bodies can fill the way.
std::unique_ptr<transport> zeromq_transport(const network_options& of,
                                            const zeromq_options& chosen) {
  zeromq::zmq_options options{
      .self = of.self, .listen = chosen.listen, .keys = {}, .cluster = of.cluster};
  options.high_water = static_cast<int>(4 * window_messages);
  if (!chosen.public_key.empty()) {
    options.keys.emplace();
    options.keys->own = {chosen.public_key, chosen.secret_key};
    options.keys->shared = true;
  }
  zeromq::zmq_opened opened = zeromq::open_zmq(options);
  if (!opened.endpoint) throw std::runtime_error("the network cannot be reached: " + opened.error);
  return std::move(opened.endpoint);
}

}  // namespace mentat::mmps::net
