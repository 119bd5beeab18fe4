#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace mentat::dashboard {

/// Puts a secret into a file that only this user can read. Readers see the old file or the new one.
/// Neither a link nor another user's file is written through, and nothing but a file is replaced.
tl::expected<void, std::string> write_token(const std::string& path, std::string_view token);

}  // namespace mentat::dashboard
