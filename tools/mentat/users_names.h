#pragma once

#include <string>
#include <string_view>

namespace mentat::command {

/// What a compiler says of translated text, in the names that the user wrote: `counter_impl__` is
/// `counter`, `void counter_impl__::add_body__(mentat::rtf_sink__<int>&, int)` is
/// `int counter::add(int)`. Colors stay. See mplc/text/emitted_names.h for what is undone here.
std::string in_users_names(std::string text);

}  // namespace mentat::command
