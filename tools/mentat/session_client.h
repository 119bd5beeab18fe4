#pragma once

#include <string>
#include <vector>

#include "daemons/host/session/session_door.h"
#include "daemons/host/wire/session_rows.h"
#include "mmps/shm/unix_socket.h"
#include "tools/mentat/problem.h"

namespace mentat::command {

/// The session of a verb. `session` is its name or folder; empty: MENTAT_ADDRESS, else `default`.
expected<host::session_place> session_named(const std::string& session);

/// A connection to the daemon of this host. Waits for each answer at most five seconds.
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

/// Connects and asks one question.
expected<std::vector<host::session_row>> ask_session(const std::string& session,
                                                     const std::string& question);

/// The time since a second of the calendar: "3 min", "2 h".
std::string time_since(const std::string& second);

/// A duration in milliseconds for people: "250 ms", "40 s".
std::string time_of(const std::string& milliseconds);

/// The columns of a table: the title of each, and its key in a row.
using table_columns = std::vector<std::pair<std::string, std::string>>;
const table_columns& host_columns();
const table_columns& program_columns();

/// Prints the rows of a kind as a table with a header.
void print_table(const std::vector<host::session_row>& rows, const std::string& kind,
                 const table_columns& columns);

/// Converts the rows of a kind to JSON objects: numbers to numbers, yes and no to true and false.
class json_object;
std::vector<json_object> as_json(const std::vector<host::session_row>& rows,
                                 const std::string& kind);

}  // namespace mentat::command
