// Facts about the machine on which a host daemon runs. Thread-safety: all functions.
// Errors: none; a fact that cannot be read has a usual value.
#pragma once

#include <cstdint>
#include <string>

namespace mentat::host {

// Runnable tasks, this one not counted, in hundredths.
std::uint32_t load_now();
std::uint32_t usable_cores();
// By which the session knows this host. Several sessions on one machine are several hosts of
// different names.
std::string host_name(const std::string& session);
std::string program_name(int process);
// Many connections need many descriptors.
void raise_descriptor_limit();
// The text in a file that a process of this user has given; at most so many bytes. Empty: it is no
// such file.
std::string read_given_file(int file, std::size_t most);

}  // namespace mentat::host
