#include "tools/mentat/local_programs.h"

#include <sys/stat.h>

#include <cstdlib>

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

session_row program_row(const session_row& process) {
  return session_row{"program", {}}
      .add("number", process.get("pid"))
      .add("name", process.get("program_name"))
      .add("state", "running")
      .add("driver", process.get("host"))
      .add("since", began_at(process.get("pid")))
      .add("mode", process.get("mode"));
}

class collector {
 public:
  collector(std::string what, long program, std::size_t max_rows)
      : what_(std::move(what)), program_(program), max_rows_(max_rows) {}

  void ask(const std::vector<std::string>& paths) {
    session_row first;
    for (const std::string& path : paths) {
      std::string answer;
      const auto came = node::ask_observer(path, what_ + " " + std::to_string(max_rows_), answer);
      const rows all = host::rows_from_text(answer);
      if (came == node::asked::nobody) continue;
      if (came == node::asked::silent || all.empty() || all[0].kind != "process") {
        silent_.push_back(session_row{"silent", {}}.add("what", path).add("host", "this one"));
        continue;
      }
      if (first.kind.empty()) {
        first = shown(all[0]);
        if (program_ != 0 && first.get("pid") != std::to_string(program_)) return silent_.clear();
        found_.push_back(program_row(first));
      }
      take(first, shown(all[0]), all);
    }
  }

  rows result() {
    if (left_out_ > 0)
      found_.push_back(session_row{"left_out", {}}.add("count", std::to_string(left_out_)));
    found_.insert(found_.end(), silent_.begin(), silent_.end());
    return std::move(found_);
  }

 private:
  void take(const session_row& first, const session_row& process, const rows& all) {
    for (std::size_t i = 1; i < all.size(); ++i) {
      const session_row one = shown(all[i]);
      if (one.kind == "left_out") {
        left_out_ += std::strtoull(one.get("count").c_str(), nullptr, 10);
      } else if (count_ == max_rows_) {
        ++left_out_;
      } else {
        ++count_;
        session_row row{one.kind, {}};
        row.add("program", first.get("pid")).add("host", process.get("host"));
        row.add("process", process.get("name")).add("pid", process.get("pid"));
        row.values.insert(row.values.end(), one.values.begin(), one.values.end());
        found_.push_back(std::move(row));
      }
    }
  }

  const std::string what_;
  const long program_;
  const std::size_t max_rows_;
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
