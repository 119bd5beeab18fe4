#pragma once

#include <string>

namespace mentat::command {

/// For `auto` the address of this machine on its way to that node: the route into the world may be
/// another one, or missing. Otherwise, and where that is not known, `listen` unchanged.
std::string address_towards(const std::string& node, const std::string& listen);

/// Whether it is the number of an address of this machine. Of 127.0.0.0/8 only 127.0.0.1 is: the
/// others are where tests have further hosts.
bool is_own_address(const std::string& number);

}  // namespace mentat::command
