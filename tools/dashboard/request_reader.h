// Reads the head of a request with Boost.Beast, as the server does.
#pragma once

#include <utility>  // Asio 1.74 needs it, and does not include it

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <cstdint>

#include "tools/dashboard/request_guard.h"

namespace mentat::dashboard {

/// A longer head is refused.
inline constexpr std::uint32_t longest_head = 8192;

using head_parser = boost::beast::http::request_parser<boost::beast::http::empty_body>;

/// Of a parser whose header is complete.
[[nodiscard]] request_head head_of(const head_parser& read);

}  // namespace mentat::dashboard
