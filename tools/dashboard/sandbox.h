#pragma once

#include <string>

#include <tl/expected.hpp>

namespace mentat::dashboard {

/// From now on this process and its threads cannot execute programs, gain privileges, debug, or
/// make sockets but those of the local domain, by which the programs of this user are asked; and
/// have bounded numbers of files. REQUIRES: the listening socket is open.
tl::expected<void, std::string> give_up_powers();

}  // namespace mentat::dashboard
