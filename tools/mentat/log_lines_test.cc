#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/log_lines.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <vector>

using namespace mentat::command;

TEST_CASE("a line becomes one object, with its time if it has one") {
  CHECK(log_line_as_json("2026-11-28T07:00:00.123Z host n1 is up") ==
        R"({"time":"2026-11-28T07:00:00.123Z","what":"host n1 is up"})");
  for (const char* const none :
       {"", "text", "2026-11-28T07:00:00.123Z", "2026-11-28 07:00:00.123Z x"})
    CHECK(log_line_as_json(none) == R"({"what":")" + std::string(none) + "\"}");
}

TEST_CASE("any bytes give one line of valid JSON") {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  for (const std::string& text :
       {all, std::string("\"\\</script>\x1b[31m"), std::string("\xc3\xc3")}) {
    const std::string made = log_line_as_json(text);
    CHECK(made.find('\n') == std::string::npos);
    CHECK(nlohmann::json::accept(made));
  }
}

TEST_CASE("pieces of any size give the same lines") {
  const std::string text =
      "one\n\ntwo\x1b\n" + std::string(log_lines::longest_line + 5, 'x') + "\nend";
  std::vector<std::string> whole;
  for (const std::size_t size : {text.size(), std::size_t{1}, std::size_t{7}}) {
    std::vector<std::string> found;
    log_lines lines([&](const std::string& line) { found.push_back(line); });
    for (std::size_t at = 0; at < text.size(); at += size)
      lines.take(std::string_view(text).substr(at, size));
    lines.flush();
    lines.flush();
    if (whole.empty()) whole = found;
    CHECK(found == whole);
  }
  CHECK(whole.size() == 6);
}
