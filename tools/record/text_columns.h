// A table in plain text: the first two columns to the left, the others to the right. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mentat::command {

class text_columns {
 public:
  explicit text_columns(std::vector<std::string> titles) { add(std::move(titles)); }

  /// Before the first row.
  void add_titles(const std::vector<std::string>& more) {
    rows_.front().insert(rows_.front().end(), more.begin(), more.end());
  }
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace mentat::command
