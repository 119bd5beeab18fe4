// The log of a host in a session: lines of text with the time, in `FOLDER/host.log`. A full file
// becomes host.log.1, and so on; the oldest is deleted. Several processes may write the same file:
// each line is one write. Errors: a line that cannot be written is lost; no error of the log ends a
// process. Thread-safety: none.
#pragma once

#include <cstddef>
#include <string>

#include "daemons/host/session/session_place.h"

namespace mentat::host {

class host_log {
 public:
  static constexpr long max_bytes = 4 << 20;  // size of one file
  static constexpr int kept = 3;              // files beside the newest
  static constexpr std::size_t longest_line = 2000;

  static constexpr std::size_t kept_of_leases = 64;  // folders

  // Makes a new folder `logs`/TIME-NAME and points `logs`/latest at it. A launcher starts many
  // hosts with leases: of their folders the newest ones are kept, and those written to for a day.
  [[nodiscard]] static expected<host_log> begin(const std::string& logs, const std::string& name,
                                                bool is_leased = false);

  void write(const std::string& line);
  enum class echo { none, text, json };
  void echo_to_stderr(echo as) { echo_ = as; }
  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] std::string path() const { return folder_ + "/host.log"; }

 private:
  explicit host_log(std::string folder) : folder_(std::move(folder)) {}
  void rotate() const;

  std::string folder_;
  echo echo_ = echo::none;
};

}  // namespace mentat::host
