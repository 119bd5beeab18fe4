#include "tools/mentat/local_programs.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "mmps/base/shown_text.h"
#include "rts/session/observer/observer_door.h"

namespace mentat::command {
namespace {

using host::session_row;
using rows = std::vector<session_row>;

session_row shown(const session_row& row) {
  session_row made{row.kind, {}};
  for (const auto& [name, value] : row.values) made.add(name, base::shown(value));
  return made;
}

std::string began_at(const std::string& process) {
  struct stat about{};
  const std::string folder = "/proc/" + process;
  return stat(folder.c_str(), &about) == 0 ? std::to_string(about.st_mtime) : "";
}

// Of a process that does not answer, as much as the system knows.
session_row unheard(pid_t process) {
  std::error_code none;
  const std::string number = std::to_string(process);
  const std::string name =
      std::filesystem::read_symlink("/proc/" + number + "/exe", none).filename();
  char host[256] = "localhost";
  gethostname(host, sizeof host - 1);
  return session_row{"process", {}}
      .add("pid", number)
      .add("host", base::shown(host))
      .add("program_name", name.empty() ? "a program" : base::shown(name));
}

session_row program_row(const session_row& process, const std::string& state) {
  return session_row{"program", {}}
      .add("number", process.get("pid"))
      .add("name", process.get("program_name"))
      .add("state", state)
      .add("driver", process.get("host"))
      .add("since", began_at(process.get("pid")))
      .add("mode", process.get("mode"));
}

class collector {
 public:
  collector(std::string what, long program, std::size_t max_rows)
      : what_(std::move(what)), program_(program), max_rows_(max_rows) {}

  void ask(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
      std::string answer;
      pid_t listener = 0;
      const auto came =
          node::ask_observer(path, what_ + " " + std::to_string(max_rows_), answer, &listener);
      if (came == node::asked::nobody) continue;
      const rows all = host::rows_from_text(answer);
      const bool is_silent = came == node::asked::silent || all.empty() || all[0].kind != "process";
      const session_row process = is_silent ? unheard(listener) : shown(all[0]);
      if (number_.empty() && !begin(process, is_silent)) return;
      if (is_silent)
        silent_.push_back(session_row{"silent", {}}
                              .add("program", number_)
                              .add("what", "a process of " + process.get("program_name"))
                              .add("host", process.get("host"))
                              .add("pid", process.get("pid")));
      else
        take(process, all);
    }
  }

  rows result() {
    if (left_out_ > 0)
      found_.push_back(session_row{"left_out", {}}
                           .add("program", number_)
                           .add("count", std::to_string(left_out_)));
    found_.insert(found_.end(), silent_.begin(), silent_.end());
    return std::move(found_);
  }

 private:
  // The first process that is there names the program. False: another program is wanted.
  bool begin(const session_row& process, bool is_silent) {
    const std::string number = process.get("pid");
    if (program_ != 0 && number != std::to_string(program_)) return false;
    number_ = number;
    found_.push_back(program_row(process, is_silent ? "silent" : "running"));
    return true;
  }

  void take(const session_row& process, const rows& all) {
    for (std::size_t i = 1; i < all.size(); ++i) {
      const session_row one = shown(all[i]);
      if (one.kind == "left_out") {
        left_out_ += std::strtoull(one.get("count").c_str(), nullptr, 10);
      } else if (count_ == max_rows_) {
        ++left_out_;
      } else {
        ++count_;
        session_row row{one.kind, {}};
        row.add("program", number_).add("host", process.get("host"));
        row.add("process", process.get("name")).add("pid", process.get("pid"));
        row.values.insert(row.values.end(), one.values.begin(), one.values.end());
        found_.push_back(std::move(row));
      }
    }
  }

  const std::string what_;
  const long program_;
  const std::size_t max_rows_;
  std::string number_;  // of the program; empty: none of its processes is known yet
  rows found_, silent_;
  std::size_t count_ = 0;
  unsigned long long left_out_ = 0;
};

}  // namespace

rows ask_local_programs(const std::string& what, long program, std::size_t max_rows) {
  rows all;
  for (const auto& paths : node::observed_programs()) {
    collector one(what, program, max_rows);
    one.ask(paths);
    const rows found = one.result();
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

}  // namespace mentat::command
