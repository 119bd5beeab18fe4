// The folder in which the processes of a session meet: in $XDG_RUNTIME_DIR/mentat, or if that does
// not exist, or its path is too long for sockets, in a private folder of the user under /tmp. Only
// the user can enter it (0700); a folder of another user, or that others can enter, is refused.
// Errors: std::runtime_error with the path and the remedy. Thread-safety: all functions.
#pragma once

#include <string>

namespace mentat::node {

// The parent folder of all session folders. Makes and checks nothing.
std::string folder_of_programs();
// Also removes folders of sessions whose processes were all killed: each process holds the folder's
// lock as long as it lives.
std::string make_session_folder();
void remove_session_folder(const std::string& folder) noexcept;

}  // namespace mentat::node
