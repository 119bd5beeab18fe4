#include "rts/node/endpoint.h"

namespace mentat::node {

endpoint::endpoint(const options& chosen)
    : here_({.folder = chosen.folder, .self = chosen.self, .forwarder = chosen.forwarder, .warn = chosen.warn}) {}

}  // namespace mentat::node
