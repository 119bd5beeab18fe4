#include "tools/dashboard/front_end.h"

#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "mmps/base/check.h"

namespace mentat::dashboard {
namespace {

struct page_file {
  std::string_view name, type;
};
constexpr std::string_view script = "text/javascript; charset=utf-8",
                           style = "text/css; charset=utf-8";
constexpr page_file page_files[] = {
    {"index.html", "text/html; charset=utf-8"},
    {"style.css", style},
    {"parts.js", script},
    {"overview.js", script},
    {"timeline.js", script},
    {"graph.js", script},
    {"objects.js", script},
    {"hosts.js", script},
    {"profile.js", script},
    {"log.js", script},
    {"main.js", script},
    {"htm-preact.js", script},
    {"uplot.js", script},
    {"uplot.css", style},
    {"dagre.js", script},
};

}  // namespace

tl::expected<front_end, std::string> front_end::load(const std::filesystem::path& folder) {
  front_end made;
  for (const page_file& one : page_files) {
    std::ifstream file(folder / one.name, std::ios::binary);
    if (!file)
      return tl::unexpected((folder / one.name).string() +
                            " cannot be read: the installation is not whole");
    answer page;
    page.type = one.type;
    page.body = std::make_shared<const std::string>(std::istreambuf_iterator<char>(file),
                                                    std::istreambuf_iterator<char>());
    made.pages_.emplace("/" + std::string(one.name), std::move(page));
  }
  return made;
}

answer front_end::page(const std::string& path) const {
  const auto found = pages_.find(path == "/" ? "/index.html" : path);
  return found == pages_.end() ? refusal(404, "there is no such page") : found->second;
}

const std::string& front_end::text(const std::string& name) const {
  const auto found = pages_.find("/" + name);
  MENTAT_CHECK(found != pages_.end(), "a file of the pages is missing");
  return *found->second.body;
}

}  // namespace mentat::dashboard
