// Facts about the machine on which a host daemon runs. Thread-safety: all functions. Errors: none;
// a fact that cannot be read gets a default value.
#pragma once

#include <cstdint>
#include <string>

namespace mentat::host {

// Runnable tasks, without this one, in hundredths.
std::uint32_t load_now();
// The name by which the session knows this host. Several sessions on one machine are several hosts
// with different names.
std::string host_name(const std::string& session);
std::string program_name(int process);
// Raises the limit of descriptors, because each connection needs some.
void raise_descriptor_limit();
// The text in a file that a process of this user has passed; at most so many bytes. Empty: it is
// not such a file.
std::string read_given_file(int file, std::size_t most);

}  // namespace mentat::host
