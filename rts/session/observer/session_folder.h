// The folder in which the processes of a session meet: in $XDG_RUNTIME_DIR/mentat, or if that is
// not there, or its path too long for sockets in it, in a private folder of the user under /tmp.
// Only the user can enter it (0700); a folder that is somebody else's, or that others can enter, is
// refused. Errors: std::runtime_error with the path and what to do. Thread-safety: all functions.
#pragma once

#include <string>

namespace mentat::node {

// The folder in which those of all sessions are. Makes and checks nothing.
std::string folder_of_programs();
// Also removes what sessions have left whose processes were all killed: each of them holds the
// folder's lock as long as it lives.
std::string make_session_folder();
void remove_session_folder(const std::string& folder) noexcept;

}  // namespace mentat::node
