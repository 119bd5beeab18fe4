// Where the observers (observer.h) of this user's programs listen, and how they are asked. Sockets
// lie in folders that only the user can enter, and each end checks that the other is the same user.
// Thread-safety: all functions.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mentat::node {

// What the names of sockets begin with; a number follows. Of a program of one process: of the
// process, as the system numbers it; else of the process in its program, from 1 on. What is in a
// session of hosts is asked by its daemon, and only the driver uses these.
inline const std::string door_of_one = "program-", door_of_several = "door-",
                         door_in_session = "member-";

// Of a process of several; by its number in its program.
std::string door_path(const std::string& folder, const std::string& prefix, std::uint32_t process);
using doors = std::map<long, std::string>;  // paths by number
doors doors_in(const std::string& folder, const std::string& prefix);

// Removes from `folder`, which is this user's alone, what programs of one process have left that
// were killed: sockets at which nobody listens. That a process has the number of one does not
// count, nor that there seems to be no such process: a container has numbers of its own.
void remove_abandoned_doors(const std::string& folder);

// For each program that is in no session of hosts the paths of its processes, the first one's
// first. Some may have ended. Removes abandoned sockets.
std::vector<std::vector<std::string>> observed_programs();

enum class asked {
  answered,
  silent,  // it does not answer in time, or nonsense
  nobody,  // it has ended, or is not this user's
};
asked ask_observer(const std::string& path, const std::string& question, std::string& answer);

}  // namespace mentat::node
