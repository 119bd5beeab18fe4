// The results of the machines in virtual time beside those of the papers: one finding a row. A row
// that misses its tolerance says why, with measurements. Deterministic.
#pragma once

#include <string>
#include <vector>

namespace mentat::bench::then {

struct finding {
  enum class kind {
    close,     // ours / paper is within `tolerance` of 1
    at_most,   // ours is not more than the paper's
    given,     // the paper's figure is an input of the machine
    reported,  // nothing is claimed
  };
  std::string table, row;
  double paper = 0;  // 0: the paper has none
  double ours = 0;
  kind what = kind::reported;
  double tolerance = 0;
  std::string why{};  // of a miss

  double ratio() const { return paper != 0 ? ours / paper : 0; }
  bool holds() const;
};

/// The names of the tables, in the order of the papers.
const std::vector<std::string>& table_names();
/// The rows of one table. REQUIRES: one of table_names().
std::vector<finding> findings_of(const std::string& table);

// By paper; for findings.cc.
std::vector<finding> linda86_ping_pong();
std::vector<finding> linda86_by_element();
std::vector<finding> linda86_by_row();
std::vector<finding> rlinda_table1();
std::vector<finding> dsm92_basic_operations();
std::vector<finding> dsm92_quotients();
std::vector<finding> dsm92_appendix_a();
std::vector<finding> dsm92_messages();
std::vector<finding> dsm92_placement();

/// printf into a string.
[[gnu::format(printf, 1, 2)]] std::string text(const char* format, ...);

}  // namespace mentat::bench::then
