#include "examples/protein_search/demo.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iomanip>
#include <sstream>
#include <vector>

#include <nlohmann/json.hpp>

#include "examples/protein_search/report.h"
#include "examples/protein_search/subprocess.h"

namespace {

using nlohmann::ordered_json;

enum way : std::size_t { serial, threads, plain, ways };
constexpr std::array<const char*, ways> names = {"serial", "threads", "plain loop"};

struct measurements {
  ordered_json first;  // the result of the first run, without its times
  std::array<std::vector<double>, ways> seconds;
  std::array<std::vector<double>, ways> gcups;
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

// The median over the rounds of a / b; each ratio is taken within one round.
double median_ratio(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ratios.push_back(a[i] / b[i]);
  }
  return median(ratios);
}

tl::expected<ordered_json, early_exit> run_once(const options& chosen, way which) {
  std::vector<std::string> arguments = chosen.for_rounds;
  if (which == plain) {
    arguments.emplace_back("--plain");
  }
  const auto output =
      output_of_myself(arguments, "MENTAT_MODE", which == threads ? "threads" : "serial");
  if (!output) {
    return tl::unexpected(early_exit{1, "protein_search: " + output.error() + "\n"});
  }
  if (output->status != 0) {
    return tl::unexpected(early_exit{output->status, ""});
  }
  ordered_json result = ordered_json::parse(output->text, nullptr, false);
  if (!result.is_object() || !result.contains("times")) {
    return tl::unexpected(early_exit{1, std::string("protein_search: the run of ") + names[which] +
                                            " did not print its result\n"});
  }
  return result;
}

// Names the first query whose hits differ from those of the first run.
std::string difference(const ordered_json& first, const ordered_json& other, way which, int round) {
  std::string where = "the description of the search";
  for (std::size_t q = 0; q < std::min(first["queries"].size(), other["queries"].size()); ++q) {
    if (first["queries"][q] != other["queries"][q]) {
      where = "the hits of query " + first["queries"][q]["id"].get<std::string>();
      break;
    }
  }
  return "protein_search: " + where + " differ between serial in round 1 and " + names[which] +
         " in round " + std::to_string(round) + "\n";
}

tl::expected<measurements, early_exit> measure(const options& chosen) {
  measurements all;
  for (int round = 1; round <= chosen.rounds; ++round) {
    for (const way which : {serial, threads, plain}) {
      auto result = run_once(chosen, which);
      if (!result) {
        return tl::unexpected(result.error());
      }
      all.seconds[which].push_back((*result)["times"]["seconds"]);
      all.gcups[which].push_back((*result)["times"]["gcups"]);
      result->erase("times");
      if (all.first.is_null()) {
        all.first = *result;
      } else if (*result != all.first) {
        return tl::unexpected(early_exit{1, difference(all.first, *result, which, round)});
      }
    }
  }
  return all;
}

std::string table_of_times(const measurements& all, int rounds) {
  std::ostringstream text;
  text << "\n              seconds   GCUPS\n" << std::fixed << std::setprecision(2);
  for (const way which : {plain, serial, threads}) {
    text << std::left << std::setw(12) << names[which] << std::right << std::setw(9)
         << median(all.seconds[which]) << std::setw(8) << median(all.gcups[which]) << "\n";
  }
  text << "threads are " << median_ratio(all.seconds[serial], all.seconds[threads])
       << " times as fast as serial; serial takes " << std::setprecision(3)
       << median_ratio(all.seconds[serial], all.seconds[plain])
       << " of the time of the plain loop\n"
       << "the same hits in all " << ways * static_cast<std::size_t>(rounds) << " runs (medians of "
       << rounds << (rounds == 1 ? " round" : " rounds")
       << "; GCUPS: 10^9 cell updates per second)\n";
  return text.str();
}

ordered_json json_of_times(const measurements& all) {
  ordered_json times;
  for (const way which : {serial, threads, plain}) {
    times[which == plain ? "plain_loop" : names[which]] = {{"seconds", median(all.seconds[which])},
                                                           {"gcups", median(all.gcups[which])}};
  }
  times["serial_over_threads"] = median_ratio(all.seconds[serial], all.seconds[threads]);
  times["serial_over_plain_loop"] = median_ratio(all.seconds[serial], all.seconds[plain]);
  return times;
}

}  // namespace

tl::expected<std::string, early_exit> run_demo(const options& chosen) {
  auto all = measure(chosen);
  if (!all) {
    return tl::unexpected(all.error());
  }
  if (chosen.json) {
    ordered_json result = all->first;
    result["times"] = json_of_times(*all);
    return printed(result);
  }
  return to_table(all->first) + table_of_times(*all, chosen.rounds);
}
