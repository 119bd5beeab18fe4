#include "rts/session/observer/deadlock_text.h"

#include <sstream>
#include <string>

#include "rts/why/wait_text.h"

namespace mentat::node {
namespace {

constexpr std::size_t most_lines = 30;

}  // namespace

std::string text_of_deadlock(const executor& runs, const wait_sources& session) {
  rows all(max_rows);
  list_standing_waits(runs, session, all);
  const why::wait_graph graph(why::rows_from_text(all.take()));
  const std::string circles = why::explain_circles(graph);
  std::istringstream lines(circles.empty() ? why::explain_waits(graph) : circles);
  std::string text;
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line) && count < most_lines; ++count)
    text += line + "\n";
  return text;
}

}  // namespace mentat::node
