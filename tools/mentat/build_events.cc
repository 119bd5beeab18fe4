#include "tools/mentat/build_events.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

namespace mentat::command {
namespace {

using nlohmann::json;

constexpr std::string_view file_scheme = "file://";

std::string text_of(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::string label_of(const json& event, const char* kind) {
  const auto id = event.find("id");
  if (id == event.end() || !id->is_object() || !id->contains(kind) || !(*id)[kind].is_object())
    return "";
  return text_of((*id)[kind], "label");
}

std::filesystem::path log_of(const json& summary) {
  for (const char* list : {"failed", "passed"}) {
    if (!summary.contains(list) || !summary[list].is_array()) continue;
    for (const json& file : summary[list])
      if (const std::string uri = text_of(file, "uri"); uri.starts_with(file_scheme))
        return uri.substr(file_scheme.size());
  }
  return {};
}

void judge(test_result& result, const json& summary) {
  const std::string status = text_of(summary, "overallStatus");
  result.log = log_of(summary);
  if (status == "PASSED") {
    std::ifstream log(result.log);
    result.reason = skip_reason(log);
    result.outcome = result.reason.empty() ? test_outcome::passed : test_outcome::skipped;
    return;
  }
  if (status == "FLAKY") {
    result.outcome = test_outcome::flaky;
    result.reason = "it failed, and passed at another attempt";
    return;
  }
  result.reason = status.empty() ? "no verdict" : status;
  for (char& c : result.reason)
    c = c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

}  // namespace

std::vector<test_result> read_build_events(std::istream& events) {
  std::map<std::string, test_result> results;
  const auto result_of = [&](const std::string& label) -> test_result& {
    test_result& result = results[label];
    if (result.name.empty()) result = {label, test_outcome::failed, "did not build", {}};
    return result;
  };
  for (std::string line; std::getline(events, line);) {
    const json event = json::parse(line, nullptr, false);
    if (!event.is_object()) continue;
    if (const std::string label = label_of(event, "targetConfigured"); !label.empty()) {
      if (event.contains("configured") && event["configured"].is_object() &&
          !text_of(event["configured"], "testSize").empty())
        result_of(label);
    } else if (const std::string summarised = label_of(event, "testSummary");
               !summarised.empty() && event.contains("testSummary")) {
      judge(result_of(summarised), event["testSummary"]);
    }
  }
  std::vector<test_result> sorted;
  for (auto& [label, result] : results) sorted.push_back(std::move(result));
  return sorted;
}

std::string skip_reason(std::istream& log) {
  constexpr std::string_view mark = "SKIPPED: ";
  std::string last;
  for (std::string line; std::getline(log, line);)
    if (!line.empty()) last = line;
  return last.starts_with(mark) ? last.substr(mark.size()) : "";
}

std::deque<std::string> last_lines(std::istream& log) {
  constexpr std::size_t most_lines = 20, most_bytes = 300;
  std::deque<std::string> lines;
  for (std::string line; std::getline(log, line);) {
    lines.push_back(line.substr(0, most_bytes));
    if (lines.size() > most_lines) lines.pop_front();
  }
  return lines;
}

}  // namespace mentat::command
