// Measures how much of the distance between no sharing (M/M/1) and perfect sharing (M/M/K) FALCON
// recovers: a simulation with the real instantiation managers. docs/falcon.md explains it and gives
// the results.
#include <algorithm>
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>

#include "bench/falcon_model.h"
#include "bench/falcon_studies.h"
#include "bench/plot.h"
#include "bench/rows.h"

namespace mentat::bench {
namespace {

const std::vector<double> all_loads{0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};
const std::vector<std::uint32_t> all_hosts{1, 2, 4, 10, 30, 100, 1000, 10'000};

void print_head() {
  std::printf(
      "times in mean service times; T threshold, L transfer limit, to: hosts told of room\n");
  std::printf("%-11s%-19s%6s%6s%3s%3s%4s%7s%7s%17s%8s%8s%7s%7s%7s\n", "study", "policy", "hosts",
              "load", "T", "L", "to", "cost", "news", "response", "alone", "perfect", "recov.",
              "trans.", "news");
}

void print(const finding& one) {
  const falcon_parameters& with = one.with;
  const bool tells = with.sharing && with.where == falcon::location::best_most_recently;
  std::printf("%-11s%-19s%6u%6.2f%3u%3u%4u%6.0f%%%6.0f%%%9.3f +-%6.3f%8.3f%8.3f", one.study.c_str(),
              one.policy.c_str(), with.hosts, with.load, with.threshold,
              with.sharing ? with.limit : 0, tells ? with.news_to : 0, 100 * with.transfer_cost,
              100 * with.news_cost, one.measured.response, one.measured.half_width, one.no_sharing,
              one.perfect);
  const double share = one.recovered_share();
  if (std::isnan(share))
    std::printf("%7s", "-");
  else
    std::printf("%6.1f%%", 100 * share);
  std::printf("%7.3f%7.3f\n", one.measured.transfers, one.measured.news);
  std::fflush(stdout);
}

std::string text_of(const char* format, auto... values) {
  char text[200];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

// `median` is the mean response, `min` and `p99` are the ends of its 95 % confidence interval, `n`
// is the number of tasks.
std::vector<row> rows_of(const std::vector<finding>& all) {
  std::vector<row> rows;
  for (const finding& one : all) {
    const falcon_parameters& with = one.with;
    const std::string name =
        text_of("%s_%s_hosts_%u_load_%g_threshold_%u_limit_%u_told_%u_cost_%g_%g",
                one.study.c_str(), one.policy.c_str(), with.hosts, with.load, with.threshold,
                with.limit, with.news_to, with.transfer_cost, with.news_cost);
    const falcon_measured& m = one.measured;
    const auto add = [&](const char* what, const char* system, const char* unit, double middle,
                         double low, double high) {
      row made{.bench = "falcon",
               .name = name + what,
               .system = system,
               .mode = "sim",
               .placement = "",
               .load = text_of("%g", with.load)};
      made.unit = unit;
      made.median = middle;
      made.min = low;
      made.p99 = high;
      made.n = m.tasks;
      rows.push_back(made);
    };
    add("", "mentat", "service times", m.response, m.response - m.half_width,
        m.response + m.half_width);
    add("_transfers", "mentat", "per task", m.transfers, m.transfers, m.transfers);
    add("_perfect", "limit", "service times", one.perfect, one.perfect, one.perfect);
    if (!std::isinf(one.no_sharing))
      add("_alone", "limit", "service times", one.no_sharing, one.no_sharing, one.no_sharing);
  }
  return rows;
}

char mark_of(const std::string& policy) {
  static const std::map<std::string, char> marks{
      {"no_sharing", 'n'}, {"random", 'r'}, {"round_robin", 'o'}, {"best_most_recently", 'b'}};
  return marks.at(policy);
}

void add_points(plot& to, const std::vector<finding>& all, const std::string& study,
                const std::string& policy,
                const std::function<std::pair<double, double>(const finding&)>& point) {
  curve made{policy, {}, mark_of(policy), false};
  for (const finding& one : all)
    if (one.study == study && one.policy == policy && !std::isnan(point(one).second))
      made.points.push_back(point(one));
  if (!made.points.empty()) to.curves.push_back(std::move(made));
}

plot response_by_load(const std::vector<finding>& all) {
  plot made{"Mean response by load, 500 hosts, transfers cost nothing",
            "load of each host",
            "mean response / mean service",
            {},
            8};
  curve alone{"M/M/1, closed form", {}, '1', true}, perfect{"M/M/500, closed form", {}, 'K', true};
  for (const double load : all_loads) {
    alone.points.emplace_back(load, mm1_response(load));
    perfect.points.emplace_back(load, mmk_response(load, 500));
  }
  made.curves = {alone, perfect};
  const auto point = [](const finding& one) {
    return std::pair(one.with.load, one.measured.response);
  };
  add_points(made, all, "no_sharing", "no_sharing", point);
  for (const char* policy : {"random", "round_robin", "best_most_recently"})
    add_points(made, all, "loads", policy, point);
  return made;
}

plot recovered_by_hosts(const std::vector<finding>& all) {
  plot made{"Part of the distance from M/M/1 to M/M/K that is recovered, load 0.8",
            "hosts",
            "%",
            {},
            100,
            true};
  const auto point = [](const finding& one) {
    return std::pair<double, double>(one.with.hosts, 100 * one.recovered_share());
  };
  for (const char* policy : {"random", "round_robin", "best_most_recently"})
    add_points(made, all, "hosts", policy, point);
  return made;
}

// Returns 0, or 2 with a message.
int write(const std::string& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.flush();
  if (out) return 0;
  std::fprintf(stderr, "falcon: cannot write %s\n", file.c_str());
  return 2;
}

int write_plots(const std::string& folder, const std::vector<finding>& all) {
  const plot loads = response_by_load(all), hosts = recovered_by_hosts(all);
  return std::max({write(folder + "/falcon_response.svg", as_svg(loads)),
                   write(folder + "/falcon_hosts.svg", as_svg(hosts)),
                   write(folder + "/falcon_plots.txt", as_text(loads) + "\n" + as_text(hosts))});
}

// Checks the invariants of every run; returns the number of faults.
int faults_of(const std::vector<finding>& all) {
  int faults = 0;
  const auto expect = [&](bool holds, const finding& one, const char* what) {
    if (holds) return;
    ++faults;
    std::printf("FAILED: %s, %s, %u hosts, load %g: %s\n", one.study.c_str(), one.policy.c_str(),
                one.with.hosts, one.with.load, what);
  };
  for (const finding& one : all) {
    const double response = one.measured.response;
    if (one.policy == "no_sharing") {
      expect(std::abs(response / one.no_sharing - 1) <= 0.03, one, "more than 3 % from M/M/1");
      continue;
    }
    expect(one.measured.max_transfers <= one.with.limit, one, "the transfer limit was passed");
    if (one.study != "loads" && one.study != "hosts") continue;
    if (one.with.hosts == 1) continue;
    expect(response <= one.no_sharing * 1.03, one, "worse than no sharing");
    expect(response >= one.perfect * 0.97, one, "better than perfect sharing");
    if (one.policy == "random" && one.with.hosts >= 100 && one.with.load <= 0.9)
      expect(std::abs(response /
                          threshold_response(one.with.load, one.with.threshold, one.with.limit) -
                      1) <= 0.03,
             one, "more than 3 % from the analysis of the threshold policy");
    if (one.policy == "best_most_recently" && one.with.load == 0.8 && one.with.hosts >= 10)
      expect(one.recovered_share() >= 0.75, one, "less than 75 % recovered");
  }
  return faults;
}

int run_falcon(int argc, char** argv) {
  CLI::App line(
      "FALCON against no sharing and perfect sharing, in a simulation with the real instantiation "
      "managers.",
      "falcon");
  std::string json, plots;
  bool quick = false;
  line.add_option("--json", json, "also write the figures to this file");
  line.add_option("--plots", plots, "also write plots, SVG and text, into this folder")
      ->check(CLI::ExistingDirectory);
  line.add_flag("--quick", quick, "a few seconds: 200 hosts, two loads, no search");
  try {
    line.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return line.exit(e) == 0 ? 0 : 2;
  }
  if (quick && !plots.empty()) {
    std::fprintf(stderr, "falcon: --plots needs the whole run, without --quick\n");
    return 2;
  }
  std::vector<finding> all;
  const report keep = [&](const finding& one) {
    print(one);
    all.push_back(one);
  };
  print_head();
  if (quick) {
    study_no_sharing({0.5, 0.8}, 1'000'000, keep);
    study_loads(200, {0.5, 0.8}, 120'000, keep);
  } else {
    study_no_sharing(all_loads, 1'000'000, keep);
    study_loads(500, all_loads, 200'000, keep);
    study_hosts(all_hosts, 200'000, keep);
    study_costs(40'000, 200'000, keep);
    study_disturbed(200'000, keep);
  }
  const int faults = faults_of(all);
  if (!json.empty())
    if (const int failed = write_json(json, this_machine(), rows_of(all))) return failed;
  if (!plots.empty())
    if (const int failed = write_plots(plots, all)) return failed;
  std::printf("%d faults\n", faults);
  return faults == 0 ? 0 : 1;
}

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) { return mentat::bench::run_falcon(argc, argv); }
