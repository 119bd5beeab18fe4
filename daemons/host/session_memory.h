// A host's record of the session that it is a part of, so that after a crash it finds back
// instead of founding another session of the same name: a file beside its keys, made when it joins,
// or when the first host joins the one that it founded; removed when it leaves in order. Errors:
// texts with the path. Thread-safety: none.
#pragma once

#include <optional>
#include <string>

#include "daemons/host/session_place.h"

namespace mentat::host {

struct session_memory {
  std::string listen;           // as it was wanted
  std::string founder_address;  // tcp://10.0.0.1:7411; empty: this host was the founder
  std::string founder_key;      // Z85
};

/// `path`: of the file. Empty: there is none.
[[nodiscard]] expected<std::optional<session_memory>> recall_session(const std::string& path);
[[nodiscard]] expected<void> remember_session(const std::string& path, const session_memory& what);
void forget_session(const std::string& path);

}  // namespace mentat::host
