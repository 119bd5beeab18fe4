// A host's record of its session: a file beside its keys. With it a host returns to its session
// after a crash, instead of founding another one of the same name. The file is made when the host
// joins, or when the first host joins the session that it founded. It is removed when the host
// leaves in order. Errors: texts with the path. Thread-safety: none.
#pragma once

#include <optional>
#include <string>

#include "daemons/host/session/session_place.h"

namespace mentat::host {

struct session_memory {
  std::string listen;           // as requested at the start
  std::string founder_address;  // tcp://10.0.0.1:7411; empty: this host was the founder
  std::string founder_key;      // Z85
  std::string name;             // of this host, as requested at the start; empty: the machine's
};

/// `path`: of the file. Empty: there is none.
[[nodiscard]] expected<std::optional<session_memory>> recall_session(const std::string& path);
[[nodiscard]] expected<void> remember_session(const std::string& path, const session_memory& what);
void forget_session(const std::string& path);

}  // namespace mentat::host
