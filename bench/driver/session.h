// A session of two hosts on this machine, for mode cluster: its own name, folders, keys and ports
// on the loopback, so that it meets no other session. It begins with the object and is stopped, its
// folder removed, when the object or this process ends, however it ends: a process of its own keeps
// it. [docs/hosts.md]
//
// Errors: `address()` is empty, and `why_not()` says why. Construct it before there is a thread.
#pragma once

#include <sys/types.h>

#include <string>

namespace mentat::bench {

class private_session {
 public:
  // `command` is the program `mentat`.
  explicit private_session(const std::string& command);
  private_session(const private_session&) = delete;
  private_session& operator=(const private_session&) = delete;
  ~private_session();

  [[nodiscard]] const std::string& address() const { return address_; }  // for MENTAT_ADDRESS
  [[nodiscard]] const std::string& why_not() const { return why_not_; }

 private:
  pid_t keeper_ = -1;
  int ours_ = -1;  // closed when this process ends, which the keeper sees
  std::string address_, why_not_;
};

}  // namespace mentat::bench
