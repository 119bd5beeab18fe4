#include "shop.mpl.h"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <thread>

void shop::put(item added) { items_.push_back(std::move(added)); }

item shop::get(const std::string& name) const {
  for (const item& one : items_)
    if (one.name == name) return one;
  throw std::out_of_range("no " + name);
}

double mathematics::sum_and_rest(std::span<const double> numbers) {
  rtf(sum(numbers));
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

std::vector<double> mathematics::range(int n) {
  std::vector<double> made(static_cast<std::size_t>(n));
  std::iota(made.begin(), made.end(), 0.0);
  return made;
}

double mathematics::sum(std::span<const double> numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

mentat::buffer<double> mathematics::squares(int n) {
  return mentat::buffer<double>::make(static_cast<std::size_t>(n), [](std::span<double> made) {
    for (std::size_t i = 0; i < made.size(); ++i) made[i] = static_cast<double>(i * i);
  });
}

std::map<std::string, std::optional<int>> mathematics::index(std::vector<std::string> words) {
  std::map<std::string, std::optional<int>> made;
  for (const std::string& word : words)
    made[word] = word.empty() ? std::nullopt : std::optional<int>(static_cast<int>(word.size()));
  return made;
}

int mathematics::process() { return getpid(); }

int mathematics::wait_for_file(std::string begun, std::string end) {
  std::ofstream(begun).put('1');
  while (!std::filesystem::exists(end)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return 7;
}
