#include "tools/mentat/origin.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>

#include "mmps/base/shown_text.h"
#include "tools/mentat/files.h"
#include "tools/mentat/process.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

expected<std::string> git(const fs::path& checkout, std::vector<std::string> words) {
  words.insert(words.begin(), {"git", "-C", checkout.string()});
  return output_of({.arguments = words, .standard_error = "/dev/null"});
}

/// 52446bdf or 52446bdf-modified
bool is_commit(std::string text) {
  if (text.ends_with("-modified")) text.resize(text.size() - std::string("-modified").size());
  return !text.empty() && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

bool is_date(const std::string& text) {
  return text.size() == 10 && text[4] == '-' && text[7] == '-' &&
         std::ranges::count_if(text, [](char c) { return c >= '0' && c <= '9'; }) == 8;
}

/// The checkout of this tree if Bazel built it: the output folder names it.
std::optional<fs::path> checkout_of_outputs(const fs::path& prefix) {
  for (fs::path at = prefix; at.has_relative_path(); at = at.parent_path()) {
    if (at.filename() != "execroot") continue;
    const auto checkout = read_file(at.parent_path() / "DO_NOT_BUILD_HERE");
    if (checkout && checkout->starts_with('/')) return *checkout;
  }
  return std::nullopt;
}

}  // namespace

origin origin_of(const installation& here) {
  const auto checkout = here.checkout ? here.checkout : checkout_of_outputs(here.prefix);
  const auto line = checkout ? git(*checkout, {"log", "-1", "--format=%h %cs"})
                             : read_file(here.shared("commit"));
  origin known;
  if (line) std::istringstream(*line) >> known.commit >> known.date;
  if (!checkout && !known.commit.empty() && (!is_commit(known.commit) || !is_date(known.date)))
    return {{},
            {},
            here.shared("commit").string() + " is damaged: expected COMMIT DATE, not " +
                base::shown_value(*line)};
  if (checkout && !known.commit.empty() && !git(*checkout, {"diff", "--quiet", "HEAD"}))
    known.commit += "-modified";
  return known;
}

std::string line_of(const origin& known) { return known.commit + " " + known.date + "\n"; }

}  // namespace mentat::command
