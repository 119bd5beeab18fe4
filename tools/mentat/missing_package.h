#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mentat::command {

/// The missing Debian package that made a translator, compiler or linker print these messages.
std::optional<std::string> missing_package(std::string_view messages);

/// "install it with `apt-get install g++`".
std::string what_to_install(std::string_view package);

}  // namespace mentat::command
