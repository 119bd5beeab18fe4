#include "tools/dashboard/report_page.h"

#include <sstream>
#include <string_view>

namespace mentat::dashboard {
namespace {

// A report is smaller than 2 MB.
constexpr std::size_t largest_part = 400'000;

struct part {
  const char *name, *target;
};
constexpr part parts[] = {{"about", "/api/v1/about"},
                          {"overview", "/api/v1/overview"},
                          {"timeline", "/api/v1/timeline?columns=1200"},
                          {"graph", "/api/v1/graph"},
                          {"profile", "/api/v1/profile"},
                          {"calls", "/api/v1/calls?limit=500"},
                          {"objects", "/api/v1/objects"},
                          {"messages", "/api/v1/messages"}};

// Texts that a script element can contain, and that mean the same there. In JSON `<` stands in
// strings alone, where it has another spelling; in JavaScript in comparisons, too.
std::string within_json(const std::string& text) {
  std::string made;
  for (const char one : text)
    if (one == '<')
      made += "\\u003c";
    else
      made += one;
  return made;
}

std::string within_script(std::string text) {
  for (const std::string_view end : {"</script", "<!--"})
    for (std::size_t at = 0; (at = text.find(end, at)) != std::string::npos;)
      text.insert(at + 1, "\\");
  return text;
}

// Modules have imports and exports at the begins of lines, and no two the same names.
std::string without_modules(const std::string& text) {
  std::istringstream lines(text);
  std::string made;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("import ")) continue;
    made += line.starts_with("export ") ? line.substr(7) : line;
    made += '\n';
  }
  return made;
}

std::string answers_of(recording_answers& answers) {
  std::string made = "{";
  for (const part& one : parts) {
    const answer came = answers.ask(*parse_target(one.target));
    const bool fits = came.body->size() <= largest_part;
    const std::string text =
        fits ? *came.body : R"({"error": "this part is too large for a report"})";
    made += (made.size() == 1 ? "\"" : ",\n\"") + std::string(one.name) + "\": " + text;
  }
  return made + "}";
}

}  // namespace

std::string report_page(const front_end& pages, recording_answers& answers) {
  std::string made =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
      "form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Mentat</title>\n";
  for (const char* const style : {"uplot.css", "style.css"})
    made += "<style>\n" + pages.text(style) + "</style>\n";
  made +=
      "</head>\n<body>\n<div id=\"app\"></div>\n<script type=\"application/json\" id=\"answers\">" +
      within_json(answers_of(answers)) + "</script>\n";
  for (const char* const library : {"htm-preact.js", "uplot.js", "dagre.js"})
    made += "<script>" + within_script(pages.text(library)) + "</script>\n";
  std::string program;
  for (const char* const module : {"parts.js", "overview.js", "timeline.js", "graph.js",
                                   "objects.js", "hosts.js", "profile.js", "log.js", "main.js"})
    program += without_modules(pages.text(module));
  return made + "<script type=\"module\">\n" + within_script(program) +
         "</script>\n</body>\n</html>\n";
}

}  // namespace mentat::dashboard
