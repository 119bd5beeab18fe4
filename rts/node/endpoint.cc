#include "rts/node/endpoint.h"

#include "rts/node/log.h"

namespace mentat::node {

endpoint::endpoint(const member& self)
    : here_({.folder = self.folder,
             .self = self.self,
             .forwarder = instantiation_manager_of(self.self),
             .warn = &log_warning}) {}

void endpoint::note_up(const mmps::mmps_name&, const std::string&) {}

std::string endpoint::address() const { return {}; }

}  // namespace mentat::node
