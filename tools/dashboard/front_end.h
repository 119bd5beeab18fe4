// The files of the pages: read once, from share/mentat/dashboard of the installation.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include <tl/expected.hpp>

#include "tools/dashboard/answer.h"

namespace mentat::dashboard {

class front_end {
 public:
  static tl::expected<front_end, std::string> load(const std::filesystem::path& folder);

  /// Only what was loaded is there: no path leads elsewhere.
  [[nodiscard]] answer page(const std::string& path) const;
  /// The text of a file. REQUIRES: it is one of ours.
  [[nodiscard]] const std::string& text(const std::string& name) const;

 private:
  std::map<std::string, answer> pages_;  // "/app.js"
};

}  // namespace mentat::dashboard
