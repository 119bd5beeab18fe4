// A session of two hosts on this machine, for mode cluster. Its name, folders, keys and loopback
// ports are its own, so that it meets no other session. It begins with the object. A separate
// keeper process stops it and removes its folder when the object or this process ends, in any
// way. [docs/hosts.md]
//
// Errors: `address()` is empty, and `why_not()` gives the reason. REQUIRES: no threads yet.
#pragma once

#include <sys/types.h>

#include <string>

namespace mentat::bench {

class private_session {
 public:
  // REQUIRES: `command` is the program `mentat`.
  explicit private_session(const std::string& command);
  private_session(const private_session&) = delete;
  private_session& operator=(const private_session&) = delete;
  ~private_session();

  [[nodiscard]] const std::string& address() const { return address_; }  // for MENTAT_ADDRESS
  [[nodiscard]] const std::string& why_not() const { return why_not_; }

 private:
  pid_t keeper_ = -1;
  int ours_ = -1;  // its closing tells the keeper that this process has ended
  std::string address_, why_not_;
};

}  // namespace mentat::bench
