#include "tools/mentat/origin.h"

#include <sstream>

#include "tools/mentat/files.h"
#include "tools/mentat/process.h"

namespace mentat::command {
namespace {

expected<std::string> git(const installation& here, std::vector<std::string> words) {
  words.insert(words.begin(), {"git", "-C", here.checkout->string()});
  return output_of({.arguments = words, .standard_error = "/dev/null"});
}

}  // namespace

origin origin_of(const installation& here) {
  const auto line = here.checkout ? git(here, {"log", "-1", "--format=%h %cs"})
                                  : read_file(here.shared("commit"));
  origin known;
  if (line) std::istringstream(*line) >> known.commit >> known.date;
  if (here.checkout && !known.commit.empty() && !git(here, {"diff", "--quiet", "HEAD"}))
    known.commit += "-modified";
  return known;
}

std::string line_of(const origin& known) { return known.commit + " " + known.date + "\n"; }

}  // namespace mentat::command
