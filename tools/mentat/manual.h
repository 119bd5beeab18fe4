#pragma once

#include <string>
#include <vector>

#include "tools/mentat/usage.h"

namespace mentat::command {

struct manual_page {
  std::string file;  // "mentat-run.1"
  std::string text;  // for man(1)
};

/// Makes mentat.1 and a page for each verb.
std::vector<manual_page> manual_pages(const usage_table& table, const std::string& version);

}  // namespace mentat::command
