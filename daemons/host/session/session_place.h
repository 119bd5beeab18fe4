// Where a session of hosts is found on this host: a folder that only the user can enter,
// `$XDG_RUNTIME_DIR/mentat/SESSION`, else `/tmp/mentat-UID/SESSION`. In it: `control`, the socket
// of the host's daemon; `lock`, which the running daemon holds, so that the folder of one that was
// killed is known by its free lock and taken over. Beside it: the keys of the host in the session
// (below $XDG_CONFIG_HOME) and its logs (below $XDG_STATE_HOME). Errors: texts with the path and
// the remedy. Thread-safety: all functions, while no thread changes the environment.
#pragma once

#include <string>
#include <utility>

#include <tl/expected.hpp>

#include "mmps/trust/trusted_path.h"

namespace mentat::host {

template <class T>
using expected = tl::expected<T, std::string>;

struct session_place {
  std::string name;    // of the session on this host: letters, digits, - _ .
  std::string folder;  // absolute

  [[nodiscard]] std::string control() const { return folder + "/control"; }
};

// `address` is the name of a session or the path of its folder. Empty: the value of MENTAT_ADDRESS,
// else `default`. Creates nothing.
[[nodiscard]] expected<session_place> find_place(const std::string& address);

using mmps::trust::make_private_folder;

[[nodiscard]] expected<std::string> keys_folder();  // $XDG_CONFIG_HOME/mentat/keys
[[nodiscard]] expected<std::string> logs_folder();  // $XDG_STATE_HOME/mentat/sessions

// Held by the daemon of a session and those of its children that inherit it, until they end.
class place_lock {
 public:
  // Makes the folder. An error if another process holds the lock.
  [[nodiscard]] static expected<place_lock> take(const session_place& place);
  place_lock(place_lock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  place_lock& operator=(place_lock&&) = delete;
  ~place_lock();

 private:
  explicit place_lock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

// The folder belongs to a host with a lease: no other start takes it over.
[[nodiscard]] expected<void> mark_as_leased(const session_place& place);
// Removes the folders of hosts with a lease all of whose processes were killed, and those that a
// start or an end left empty because it was killed.
void remove_abandoned_leases();
void remove_place(const session_place& place);

}  // namespace mentat::host
