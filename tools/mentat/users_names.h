#pragma once

#include <string>
#include <string_view>

namespace mentat::command {

/// Replaces generated names in a compiler's messages by the user's names: `counter_impl__` becomes
/// `counter`, `void counter_impl__::add_body__(mentat::rtf_sink__<int>&, int)` becomes
/// `int counter::add(int)`. Keeps colours. Inverts mplc/text/emitted_names.h.
std::string in_users_names(std::string text);

}  // namespace mentat::command
