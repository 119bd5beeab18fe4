#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>

#include "mmps/base/shown_text.h"
#include "tools/mentat/nearest.h"
#include "tools/mentat/recording_file.h"
#include "tools/mentat/verbs.h"
#include "tools/record/profile.h"
#include "tools/record/profile_text.h"

namespace mentat::command {
namespace {

constexpr int most_workers = 65'536;

// Finds the function, gives its number; `matrix.row` is `matrix::row`, too.
expected<std::uint16_t> function_of(std::string name, const trace& in) {
  if (const auto dot = name.rfind('.'); dot != std::string::npos) name.replace(dot, 1, "::");
  std::vector<std::string> known;
  for (std::size_t i = 0; i < in.methods.size() && i <= UINT16_MAX; ++i) {
    if (in.methods[i].name == name) return static_cast<std::uint16_t>(i);
    known.push_back(in.methods[i].name);
  }
  return fail("--faster: the recorded program has no function '" + base::shown_value(name) + "'" +
              suggestion(name, known));
}

// "f=2,g=1.5"
expected<std::vector<double>> speeds_of(const std::string& text, const trace& in) {
  constexpr double least = 0.001, most = 1'000'000;
  std::vector<double> speeds;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) {
    const auto equals = word.find('=');
    char* end = nullptr;
    const double times =
        equals == std::string::npos ? 0 : std::strtod(word.c_str() + equals + 1, &end);
    if (!end || *end != '\0' || end == word.c_str() + equals + 1 || !std::isfinite(times) ||
        times < least || times > most)
      return fail("--faster: expected FUNCTION=TIMES with TIMES from 0.001 to 1000000, not '" +
                      base::shown_value(word) + "'",
                  2);
    const auto function = function_of(word.substr(0, equals), in);
    if (!function) return tl::unexpected(function.error());
    if (speeds.size() <= *function) speeds.resize(*function + std::size_t{1}, 1);
    speeds[*function] = times;
  }
  return speeds;
}

}  // namespace

int run_profile(const installation&, const arguments& given) {
  command_line line("profile");
  std::string faster, output, file;
  int workers = 0;
  bool json = false;
  line.option("--faster", faster);
  line.option("--workers", workers, 1, most_workers);
  line.option("--output", output);
  line.flag("--json", json);
  line.positional("FILE", file, true);
  if (const auto done = line.parse(given)) return *done;
  if (const auto good = check_output(file, output); !good) return report(good.error());
  const auto read = read_recording(file);
  if (!read) return report(read.error());
  if (read->calls.empty())
    return report({base::shown_value(file) + " has no call: the program made none, or was ended"});
  if (read->events() > most_profiled_events)
    return report({base::shown_value(file) + " has " + std::to_string(read->events()) +
                   " events, and a profile is made of at most " +
                   std::to_string(most_profiled_events) +
                   ": record a shorter run, or without MENTAT_RECORD=full"});
  profile_question asked{.speed = {}, .workers = static_cast<unsigned>(workers)};
  auto speeds = speeds_of(faster, *read);
  if (!speeds) return report(speeds.error());
  asked.speed = std::move(*speeds);
  const profile made = profile_of(*read, asked);
  if (asked.is_there() && !made.why_incomplete.empty())
    return report({"nothing can be predicted: " + made.why_incomplete});
  return write_result(json ? as_json(made, *read) : as_text(made, *read), output);
}

}  // namespace mentat::command
