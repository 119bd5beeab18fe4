#pragma once

#include <string>
#include <vector>

#include "daemons/host/session_door.h"
#include "daemons/host/session_rows.h"
#include "mmps/shm/unix_socket.h"
#include "tools/mentat/problem.h"

namespace mentat::command {

/// The session that a verb is about. `session` is its name or folder; empty: what MENTAT_ADDRESS
/// says, else `default`.
expected<host::session_place> session_named(const std::string& session);

/// A connection to the daemon of this host. Waits for its answers, five seconds at most.
class session_client {
 public:
  static expected<session_client> connect(const host::session_place& place);
  expected<std::vector<host::session_row>> ask(const std::string& question);

 private:
  session_client(host::session_place place, mmps::shm::unix_socket socket)
      : place_(std::move(place)), socket_(std::move(socket)) {}
  host::session_place place_;
  mmps::shm::unix_socket socket_;
};

/// Connects, asks once.
expected<std::vector<host::session_row>> ask_session(const std::string& session,
                                                     const std::string& question);

/// "3 min", "2 h", since a second of the calendar.
std::string time_since(const std::string& second);

/// "250 ms", "40 s", of so many milliseconds.
std::string time_of(const std::string& milliseconds);

/// The rows of that kind as a table with a line of titles: pairs of the title and the value's name.
void print_table(const std::vector<host::session_row>& rows, const std::string& kind,
                 const std::vector<std::pair<std::string, std::string>>& columns);

/// The rows of that kind as JSON objects: numbers as numbers, yes and no as true and false.
class json_object;
std::vector<json_object> as_json(const std::vector<host::session_row>& rows,
                                 const std::string& kind);

}  // namespace mentat::command
