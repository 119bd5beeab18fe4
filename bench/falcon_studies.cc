#include "bench/falcon_studies.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "bench/falcon_model.h"

namespace mentat::bench {
namespace {

constexpr std::array policies{falcon::location::random, falcon::location::round_robin,
                              falcon::location::best_most_recently};
constexpr std::uint64_t seed = 1986, search_seed = 1991;
constexpr double infinite = std::numeric_limits<double>::infinity();

finding found(std::string study, const falcon_parameters& with) {
  finding made{std::move(study), "no_sharing", with, simulate(with), 0, 0};
  if (with.sharing) made.policy = falcon::name_of(with.where);
  made.no_sharing = mg1_response(with.load, with.squared_variation);
  // Exact for exponential service; else the approximation of Lee and Longton.
  const double wait = mmk_response(with.load, with.hosts) - 1;
  made.perfect = 1 + wait * (1 + with.squared_variation) / 2;
  if (with.slow_hosts) {
    const double arrivals = with.load * 0.875;  // at each host
    made.no_sharing =
        arrivals < 0.5 ? 0.75 / (1 - arrivals) + 0.25 * 2 / (1 - 2 * arrivals) : infinite;
    made.perfect = 1;  // each task runs at once on a host of full speed
  }
  return made;
}

falcon_parameters usual(std::uint32_t hosts, double load, std::uint64_t tasks) {
  falcon_parameters with;
  with.hosts = hosts;
  with.load = load;
  with.tasks = tasks;
  with.seed = seed;
  return with;
}

// Busier queues have a longer memory: the same precision takes more tasks.
std::uint64_t more_when_busy(double load, double least, double most, std::uint64_t tasks) {
  const double factor = std::clamp(0.04 / std::pow(1 - load, 2), least, most);
  return static_cast<std::uint64_t>(factor * static_cast<double>(tasks));
}

// The best parameters of a small grid for this cost.
falcon_parameters searched(falcon_parameters with) {
  falcon_parameters best = with;
  double lowest = infinite;
  const bool tells = with.where == falcon::location::best_most_recently;
  with.seed = search_seed;
  for (const std::uint32_t threshold : {1u, 2u, 3u})
    for (const std::uint8_t limit : {1, 2, 3})
      for (const std::uint32_t told : tells ? std::vector{1u, 2u, 4u} : std::vector{0u}) {
        with.threshold = threshold;
        with.limit = limit;
        with.news_to = told;
        const double response = simulate(with).response;
        if (response >= lowest) continue;
        lowest = response;
        best = with;
      }
  return best;
}

}  // namespace

double finding::recovered_share() const {
  if (std::isinf(no_sharing) || no_sharing - perfect < 1e-9) return std::nan("");
  return recovered(measured.response, no_sharing, perfect);
}

void study_no_sharing(const std::vector<double>& loads, std::uint64_t tasks, const report& to) {
  for (const double load : loads) {
    falcon_parameters with = usual(50, load, more_when_busy(load, 0.2, 8, tasks));
    with.sharing = false;
    to(found("no_sharing", with));
  }
}

void study_loads(std::uint32_t hosts, const std::vector<double>& loads, std::uint64_t tasks,
                 const report& to) {
  for (const double load : loads)
    for (const falcon::location where : policies) {
      falcon_parameters with = usual(hosts, load, more_when_busy(load, 1, 4, tasks));
      with.where = where;
      to(found("loads", with));
    }
}

void study_hosts(const std::vector<std::uint32_t>& hosts, std::uint64_t tasks, const report& to) {
  for (const std::uint32_t many : hosts)
    for (const falcon::location where : policies) {
      falcon_parameters with =
          usual(many, 0.8, std::max<std::uint64_t>(tasks, std::uint64_t{100} * many));
      with.where = where;
      to(found("hosts", with));
    }
}

void study_costs(std::uint64_t search_tasks, std::uint64_t tasks, const report& to) {
  struct price {
    double transfer, news;
  };
  for (const price each : {price{0, 0}, price{0.01, 0}, price{0.01, 0.01}, price{0.1, 0}})
    for (const falcon::location where : policies) {
      const bool tells = where == falcon::location::best_most_recently;
      if (each.news > 0 && !tells) continue;
      falcon_parameters with = usual(100, 0.8, search_tasks);
      with.where = where;
      with.transfer_cost = each.transfer;
      with.news_cost = each.news;
      with = searched(with);
      with.seed = seed;
      with.tasks = tasks;
      to(found("costs", with));
    }
}

void study_disturbed(std::uint64_t tasks, const report& to) {
  for (const bool slow : {false, true})
    for (const double load : {0.5, 0.8})
      for (const falcon::location where : policies) {
        falcon_parameters with = usual(100, load, tasks);
        with.where = where;
        with.squared_variation = slow ? 1 : 10;
        with.slow_hosts = slow;
        to(found(slow ? "slow_hosts" : "heavy_tail", with));
      }
}

}  // namespace mentat::bench
