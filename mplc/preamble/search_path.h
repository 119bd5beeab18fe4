// The folders in which the preprocessor looks for headers. Finds the files that a list of names
// leads to in them.
//
// Thread-safety: none needed, it is immutable. Errors: a file that cannot be examined counts as
// missing.
#pragma once

#include <ctime>
#include <optional>
#include <string>
#include <vector>

namespace mentat::mplc {

struct search_folder {
  std::string path;
  bool is_system = false;
  bool is_for_quotes = false;  // -iquote
};

struct found_header {
  std::string path;
  bool is_system = false;
};

// One name that was looked up is '<name', '"name', or an absolute path.
[[nodiscard]] std::string look_up_entry(const std::string& name, bool angled);

class search_path {
 public:
  explicit search_path(std::vector<search_folder> folders) : folders_(std::move(folders)) {}

  [[nodiscard]] std::optional<found_header> find(const std::string& name, bool angled,
                                                 const std::string& includer_folder) const;

  struct state {
    std::string hash;
    std::time_t newest = 0;  // when any of the files changed last
  };
  // Of all files that the names lead to, not only the first for each name: <x> may continue with
  // the next x.
  [[nodiscard]] state look_up(const std::vector<std::string>& entries) const;

 private:
  std::vector<search_folder> folders_;
};

}  // namespace mentat::mplc
