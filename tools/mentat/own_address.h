#pragma once

#include <string>

namespace mentat::command {

/// For `auto` the address of this machine on its way to that node: the route into the world may be
/// another one, or missing. Otherwise, and where that is not known, `listen` unchanged.
std::string address_towards(const std::string& node, const std::string& listen);

}  // namespace mentat::command
