#include "rts/why/verdict.h"

#include <map>

namespace mentat::why {
namespace {

constexpr std::size_t most_silent = 8;
constexpr std::size_t most_runners = 3;

std::string text_of_runners(const std::map<std::string, std::size_t>& all) {
  std::string text;
  std::size_t named = 0, more = 0, sum = 0;
  for (const auto& [name, count] : all) {
    sum += count;
    if (++named > most_runners) {
      more += count;
      continue;
    }
    text += (text.empty() ? "" : ", ") + (count == 1 ? "" : std::to_string(count) + " ") + name;
  }
  if (more != 0) text += " and " + std::to_string(more) + " more";
  return text + (sum == 1 ? " runs." : " run.");
}

// What was looked for and not found; what waits nevertheless, and what may end that.
std::vector<std::string> without_circle(const wait_graph& graph) {
  std::vector<std::string> said{"No circle of waits was found."};
  const auto runners = graph.runners();
  const auto waiting = graph.waiting();
  if (!runners.empty()) said.back() += " " + text_of_runners(runners);
  if (waiting.number == 0 && graph.patterns().empty()) {
    said.back() += " No wait was found either.";
    return said;
  }
  if (waiting.number != 0)
    said.back() += std::string(waiting.is_exact ? " " : " At least ") +
                   counted(waiting.number, "call") +
                   (waiting.number == 1 ? " or function waits." : " and functions wait.");
  if (!runners.empty() || !graph.busy().empty())
    said.push_back("Only a call that still runs can end these waits" +
                   std::string(graph.has_timers() ? ", or a time that is set for one." : "."));
  else if (graph.has_timers())
    said.push_back("Nothing runs; only a time that is set for a wait can end it.");
  return said;
}

}  // namespace

std::string counted(std::size_t number, const std::string& thing) {
  return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

std::string text_of_silent(const silent_one& one) {
  const std::string host = one.host.empty() ? "" : " on host " + one.host;
  if (one.pid.empty()) return "No answer from " + one.what + host;
  return "Process " + one.pid + host + " does not answer; if it is stopped: kill -CONT " + one.pid;
}

std::vector<std::string> verdict(const wait_graph& graph) {
  std::vector<std::string> said;
  const std::size_t circles = graph.circles().size();
  if (circles == 1) said.push_back("One circle of waits is stuck for ever.");
  if (circles > 1)
    said.push_back(std::to_string(circles) + " circles of waits are stuck for ever.");
  std::size_t silent = 0;
  for (const silent_one& one : graph.silent())
    if (++silent <= most_silent) said.push_back(text_of_silent(one));
  if (silent > most_silent)
    said.push_back("and " + std::to_string(silent - most_silent) + " more do not answer");
  if (graph.left_out() != 0)
    said.push_back(std::to_string(graph.left_out()) +
                   (graph.left_out() == 1 ? " row is" : " rows are") + " not shown.");
  if (!graph.is_whole())
    said.push_back(std::string("So nothing can be said about ") +
                   (circles == 0 ? "whether something is stuck." : "the other waits."));
  if (!said.empty()) return said;
  if (graph.is_still())
    return {"Nothing runs that could end these waits, and nothing has changed between two looks."};
  return without_circle(graph);
}

}  // namespace mentat::why
