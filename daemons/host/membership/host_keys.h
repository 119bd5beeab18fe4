// The keys of this host in a session, made once and kept in a file that only the user can read
// (0600). Errors: texts with the path and the remedy. Thread-safety: all functions.
#pragma once

#include <optional>
#include <string>

#include "daemons/host/session/session_place.h"
#include "mmps/zmq/curve.h"

namespace mentat::host {

// Reads `folder`/`name`.key, or makes it. A file that others can read, or that does not hold a pair
// of keys, is refused.
[[nodiscard]] expected<mmps::zeromq::key_pair> load_keys(const std::string& folder,
                                                         const std::string& name);

// The pair of a secret key in hexadecimal; none: the text is not a key.
[[nodiscard]] std::optional<mmps::zeromq::key_pair> pair_of(const std::string& secret_hex);

// Converts Z85 text to hexadecimal and back, for lines that a shell reads. An empty result: the
// text is not a key.
[[nodiscard]] std::string key_as_hex(const std::string& z85);
[[nodiscard]] std::string key_from_hex(const std::string& hex);

}  // namespace mentat::host
