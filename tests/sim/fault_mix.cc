#include "tests/sim/fault_mix.h"

#include "mmps/base/random.h"

namespace mentat::sim {
namespace {

class dice {
 public:
  explicit dice(std::uint64_t seed) : chance_(seed) {}
  bool percent(std::uint32_t chance) { return chance_.below(100) < chance; }
  std::uint32_t from(std::uint32_t least, std::uint32_t most) {
    return least + static_cast<std::uint32_t>(chance_.below(most - least + 1));
  }

 private:
  base::random chance_;
};

void choose_network(dice& dice, mmps::sim::way& way) {
  way.latency_least = dice.from(5, 100) * base::microsecond;
  way.latency_most = way.latency_least + dice.from(0, 1500) * base::microsecond;
  if (dice.percent(50)) way.loss = dice.from(1, 15) * 10'000;
  if (dice.percent(50)) way.duplication = dice.from(1, 15) * 10'000;
  way.reordering = dice.percent(50);
}

void choose_kills(dice& dice, fault_mix& mix) {
  if (dice.percent(50)) mix.kills = dice.from(1, 6);
  mix.most_kills = dice.percent(60) ? dice.from(1, 5) : 0;
  if (dice.percent(40)) mix.sites.unit_taken = dice.from(5, 100);
  if (dice.percent(40)) mix.sites.before_result = dice.from(5, 100);
  if (dice.percent(40)) mix.sites.after_result = dice.from(5, 100);
  if (dice.percent(40)) mix.sites.after_finished = dice.from(5, 100);
  mix.objects_may_die = dice.percent(30);
  if (dice.percent(30) && mix.hosts > 1) mix.lost_units = dice.from(1, mix.hosts > 2 ? 2 : 1);
  if (dice.percent(20)) mix.failing_starts = dice.from(50, 400);
  mix.slowest_news = dice.from(1, 100) * base::millisecond;
}

// From dice of their own, so that seeds keep their other faults.
void choose_selections(std::uint64_t seed, fault_mix& mix) {
  dice dice(seed ^ 0x73656c656374ull);
  if (dice.percent(50)) mix.buffers = dice.from(0, mix.objects);
  if (mix.buffers > 0) mix.hopeless = dice.percent(20);
}

}  // namespace

fault_mix choose_faults(std::uint64_t seed, std::optional<std::uint32_t> hosts) {
  dice dice(seed ^ 0x6661756c74ull);
  fault_mix mix;
  mix.hosts = dice.from(1, 6);
  if (hosts) mix.hosts = *hosts;
  mix.cores = dice.from(1, 3);
  mix.processes = dice.from(1, 4);
  mix.where = static_cast<falcon::location>(dice.from(0, 2));
  mix.roots = dice.from(1, 4);
  mix.depth = dice.from(1, mix.roots == 1 ? 4 : 3);
  mix.objects = dice.from(0, 2);
  if (mix.objects > 0 && dice.percent(50)) mix.direct = dice.from(1, 8);
  mix.throws = dice.percent(15);
  mix.poison = dice.percent(10);
  if (dice.percent(30)) mix.slow_hosts = dice.from(1, mix.hosts);
  choose_network(dice, mix.way);
  choose_kills(dice, mix);
  choose_selections(seed, mix);
  return mix;
}

fault_mix calm(std::uint32_t hosts) {
  fault_mix mix;
  mix.hosts = hosts;
  mix.depth = 5;
  return mix;
}

std::string text_of(const fault_mix& mix) {
  const auto number = [](const char* name, std::uint64_t value) {
    return value == 0 ? std::string() : " " + std::string(name) + "=" + std::to_string(value);
  };
  const kill_sites& sites = mix.sites;
  return "hosts=" + std::to_string(mix.hosts) + number("cores", mix.cores) +
         number("processes", mix.processes) +
         " location=" + std::string(falcon::name_of(mix.where)) + number("roots", mix.roots) +
         number("depth", mix.depth) + number("objects", mix.objects) +
         number("buffers", mix.buffers) + number("direct", mix.direct) +
         number("hopeless", mix.hopeless) + number("throws", mix.throws) +
         number("poison", mix.poison) + number("loss_ppm", mix.way.loss) +
         number("duplication_ppm", mix.way.duplication) + number("reordering", mix.way.reordering) +
         number("slow_hosts", mix.slow_hosts) + number("kills", mix.kills) +
         number("kills_at_sites", mix.most_kills) + number("unit_taken", sites.unit_taken) +
         number("before_result", sites.before_result) + number("after_result", sites.after_result) +
         number("after_finished", sites.after_finished) +
         number("objects_may_die", mix.objects_may_die) + number("lost_units", mix.lost_units) +
         number("failing_starts", mix.failing_starts);
}

}  // namespace mentat::sim
