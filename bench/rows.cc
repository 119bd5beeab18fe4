#include "bench/rows.h"

#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <thread>

#include "mmps/futex/futex.h"

namespace mentat::bench {
namespace {

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown";
}

double now_us() {
  return std::chrono::duration<double, std::micro>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

double wake_latency() {
  std::atomic<std::uint32_t> word{0};
  std::atomic<double> woken_at{0};
  std::atomic<bool> asleep{false};
  constexpr std::uint32_t rounds = 101;
  std::thread sleeper([&] {
    for (std::uint32_t round = 0; round < rounds; ++round) {
      asleep.store(true);
      while (word.load() == round) base::futex_wait(word, round, 0, false);
      woken_at.store(now_us());
    }
  });
  std::vector<double> samples;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    while (!asleep.exchange(false)) std::this_thread::yield();
    const double begin = now_us();
    while (now_us() - begin < 200) sched_yield();  // until its core is idle
    woken_at.store(0);
    const double sent = now_us();
    word.fetch_add(1);
    base::futex_wake(word, false);
    while (woken_at.load() == 0) sched_yield();
    samples.push_back(woken_at.load() - sent);
  }
  sleeper.join();
  std::nth_element(samples.begin(), samples.begin() + rounds / 2, samples.end());
  return samples[rounds / 2];
}

}  // namespace

void summarise(std::vector<double> samples, row& into) {
  std::sort(samples.begin(), samples.end());
  into.n = samples.size();
  into.mean = std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(into.n);
  into.median = samples[samples.size() / 2];
  into.min = samples.front();
  into.p99 = samples[std::min(samples.size() - 1, samples.size() * 99 / 100)];
}

machine this_machine() {
  machine here;
  utsname system{};
  uname(&system);
  here.host = system.nodename;
  here.kernel = system.release;
  here.processor = processor_name();
#if defined(__clang__)
  here.compiler = "clang " __clang_version__;
#else
  here.compiler = "g++ " __VERSION__;
#endif
  here.cores = std::thread::hardware_concurrency();
  const std::time_t now = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  here.date = text;
  here.wake_us = wake_latency();
  return here;
}

std::string mode_of_this_process() {
  const char* mode = std::getenv("MENTAT_MODE");
  return mode && *mode ? mode : "threads";
}

int write_json(const std::string& file, const machine& measured_on, const std::vector<row>& rows,
               const std::vector<skip>& skipped) {
  using nlohmann::ordered_json;
  // One line for each row makes files readable, and comparable with diff.
  const auto lines = [](const std::vector<ordered_json>& all) {
    std::string text;
    for (const ordered_json& each : all) text += (text.empty() ? "\n  " : ",\n  ") + each.dump();
    return text;
  };
  const ordered_json machine = {
      {"host", measured_on.host},         {"processor", measured_on.processor},
      {"cores", measured_on.cores},       {"kernel", measured_on.kernel},
      {"compiler", measured_on.compiler}, {"date", measured_on.date},
      {"wake_us", measured_on.wake_us}};
  std::vector<ordered_json> all, left_out;
  for (const row& r : rows)
    all.push_back({{"bench", r.bench},
                   {"row", r.name},
                   {"system", r.system},
                   {"mode", r.mode},
                   {"placement", r.placement},
                   {"load", r.load},
                   {"unit", r.unit},
                   {"median", r.median},
                   {"mean", r.mean},
                   {"min", r.min},
                   {"p99", r.p99},
                   {"n", r.n}});
  for (const skip& s : skipped)
    left_out.push_back(
        {{"bench", s.bench}, {"system", s.system}, {"mode", s.mode}, {"why", s.why}});
  const std::string document = "{\"machine\": " + machine.dump() + ",\n \"rows\": [" + lines(all) +
                               "],\n \"skipped\": [" + lines(left_out) + "]}";
  const std::string unfinished = file + ".unfinished";
  {
    std::ofstream out(unfinished);
    out << document << '\n';
    out.flush();
    if (!out) {
      std::fprintf(stderr, "bench: cannot write %s\n", unfinished.c_str());
      std::error_code ignored;
      std::filesystem::remove(unfinished, ignored);
      return 2;
    }
  }
  std::error_code failed;
  std::filesystem::rename(unfinished, file, failed);
  if (!failed) return 0;
  std::fprintf(stderr, "bench: cannot write %s: %s\n", file.c_str(), failed.message().c_str());
  return 2;
}

int read_json(const std::string& file, machine& measured_on, std::vector<row>& rows,
              std::vector<skip>& skipped) {
  try {
    std::ifstream in(file);
    const auto document = nlohmann::json::parse(in);
    const auto& on = document.at("machine");
    measured_on.host = on.at("host");
    measured_on.processor = on.at("processor");
    measured_on.cores = on.at("cores");
    measured_on.kernel = on.at("kernel");
    measured_on.compiler = on.at("compiler");
    measured_on.date = on.at("date");
    measured_on.wake_us = on.at("wake_us");
    for (const auto& r : document.at("rows")) {
      row made{.bench = r.at("bench"),
               .name = r.at("row"),
               .system = r.at("system"),
               .mode = r.at("mode")};
      made.placement = r.at("placement");
      made.load = r.at("load");
      made.unit = r.at("unit");
      const auto number = [&r](const char* name) {
        const auto& value = r.at(name);
        return value.is_null() ? std::nan("") : value.template get<double>();
      };
      made.median = number("median");
      made.mean = number("mean");
      made.min = number("min");
      made.p99 = number("p99");
      made.n = r.at("n");
      rows.push_back(made);
    }
    for (const auto& s : document.value("skipped", nlohmann::json::array()))
      skipped.push_back({s.at("bench"), s.at("system"), s.at("mode"), s.at("why")});
    return 0;
  } catch (const nlohmann::json::exception& e) {
    std::fprintf(stderr, "bench: %s is not a file of figures: %s\n", file.c_str(), e.what());
    return 2;
  }
}

}  // namespace mentat::bench
