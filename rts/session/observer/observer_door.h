// Finds and queries the observers (observer.h) of this user's programs. Their sockets are in
// folders that only the user can enter, and each end checks that the other is the same user.
// Thread-safety: all functions.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mentat::node {

// The prefixes of socket names; a number follows. For a program of one process it is the process
// id, else the number of the process in its program, from 1 on. In a session of hosts the daemon
// queries the processes, and only the driver uses these.
inline const std::string door_of_one = "program-", door_of_several = "door-",
                         door_in_session = "member-";

// The path for one of several processes, by its number in its program.
std::string door_path(const std::string& folder, const std::string& prefix, std::uint32_t process);
using doors = std::map<long, std::string>;  // paths by number
doors doors_in(const std::string& folder, const std::string& prefix);

// Removes from `folder`, which only this user can enter, the sockets on which no process listens:
// killed programs of one process leave them. Does not check whether a process with the id exists: a
// container has ids of its own.
void remove_abandoned_doors(const std::string& folder);

// The socket paths of each program that is in no session of hosts, in the order of its processes.
// Some processes may have ended. Removes abandoned sockets.
std::vector<std::vector<std::string>> observed_programs();

enum class asked {
  answered,
  silent,  // no answer in time, or a malformed one
  nobody,  // the process has ended, or is not this user's
};
// `listener`: set to the id of the process, if it is there.
asked ask_observer(const std::string& path, const std::string& question, std::string& answer,
                   pid_t* listener = nullptr);

}  // namespace mentat::node
