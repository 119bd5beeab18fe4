#include "bench/papers/then/findings.h"

#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <utility>

#include "mmps/base/check.h"

namespace mentat::bench::then {
namespace {

using table = std::pair<std::string, std::vector<finding> (*)()>;

const std::vector<table>& tables() {
  static const std::vector<table> all{
      {"linda86_ping_pong", linda86_ping_pong}, {"linda86_fig2_3", linda86_by_element},
      {"linda86_fig4", linda86_by_row},         {"rlinda_table1", rlinda_table1},
      {"dsm92_fig6", dsm92_basic_operations},   {"dsm92_fig7_10", dsm92_quotients},
      {"dsm92_appendix_a", dsm92_appendix_a},   {"dsm92_fig11", dsm92_messages},
      {"dsm92_fig12", dsm92_placement}};
  return all;
}

}  // namespace

bool finding::holds() const {
  switch (what) {
    case kind::close:
      return std::abs(ratio() - 1) <= tolerance;
    case kind::at_most:
      return ours <= paper;
    default:
      return true;
  }
}

const std::vector<std::string>& table_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const table& one : tables()) all.push_back(one.first);
    return all;
  }();
  return names;
}

std::vector<finding> findings_of(const std::string& name) {
  for (const table& one : tables()) {
    if (one.first != name) continue;
    std::vector<finding> rows = one.second();
    for (finding& row : rows) row.table = name;
    return rows;
  }
  MENTAT_CHECK(false, "one of table_names()");
  return {};
}

std::string text(const char* format, ...) {
  char buffer[400];
  va_list values;
  va_start(values, format);
  std::vsnprintf(buffer, sizeof buffer, format, values);
  va_end(values);
  return buffer;
}

}  // namespace mentat::bench::then
