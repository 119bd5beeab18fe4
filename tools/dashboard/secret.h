#pragma once

#include <string>
#include <string_view>

namespace mentat::dashboard {

/// 128 random bits, as 32 hexadecimal digits. Ends the process if the system gives none.
[[nodiscard]] std::string random_secret();

/// Takes the same time wherever the texts of one length differ.
[[nodiscard]] bool are_equal_secrets(std::string_view a, std::string_view b);

}  // namespace mentat::dashboard
