#include "rts/api/profile.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <tuple>

#include "rts/core/class_registry.h"
#include "rts/core/program_graph.h"

namespace mentat::profile {
namespace {

using clock = std::chrono::steady_clock;

struct waits {
  std::uint64_t times = 0;
  clock::duration taken{};
};

using key =
    std::tuple<std::string, unsigned, std::string, std::string>;  // file, line, class, function

std::mutex lock;
std::map<key, waits> all;

key key_of(const computation_instance& call, source_place at) {
  const method_description* function =
      call.of_class() ? find_function(*call.of_class(), call.function()) : nullptr;
  return {at.file_name(), at.line(),
          call.of_class() ? call.of_class()->description->name : "",
          function ? function->name : ""};
}

}  // namespace

void timed_wait(computation_instance& call, source_place at, bool is_use) {
  const bool is_here = result_of(call).future.is_closed();
  const auto begin = clock::now();
  current_activation->runtime->wait(call, at);
  const auto taken = is_here ? clock::duration{} : clock::now() - begin;
  key place = key_of(call, is_use ? at : source_place());
  std::lock_guard guard(lock);
  waits& here = all[std::move(place)];
  ++here.times;
  here.taken += taken;
}

std::string to_json() {
  std::lock_guard guard(lock);
  std::vector<std::pair<key, waits>> longest(all.begin(), all.end());
  std::stable_sort(longest.begin(), longest.end(),
                   [](const auto& a, const auto& b) { return a.second.taken > b.second.taken; });
  auto rows = nlohmann::ordered_json::array();
  for (const auto& [place, of] : longest) {
    const auto& [file, line, class_name, function] = place;
    rows.push_back(
        {{"file", file.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(file)},
         {"line", line},
         {"class", class_name},
         {"function", function},
         {"times", of.times},
         {"seconds", std::chrono::duration<double>(of.taken).count()}});
  }
  return nlohmann::ordered_json{{"waits", std::move(rows)}}.dump(1);
}

}  // namespace mentat::profile
