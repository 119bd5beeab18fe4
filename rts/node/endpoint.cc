#include "rts/node/endpoint.h"

#include <unistd.h>

#include "rts/node/log.h"

namespace mentat::node {

namespace {

// A process whose answers cannot arrive ends: who waits for them hears from the supervisor that it has. The driver's calls fail.
void end(const std::string&) { _exit(125); }
void stay(const std::string&) {}

}  // namespace

endpoint::endpoint(const member& self)
    : here_({.folder = self.folder,
             .self = self.self,
             .forwarder = instantiation_manager_of(self.self),
             .warn = &log_warning,
             .cut_off = self.role == role::driver ? &stay : &end}) {}

void endpoint::note_up(const mmps::mmps_name&, const std::string&) {}

std::string endpoint::address() const { return {}; }

}  // namespace mentat::node
