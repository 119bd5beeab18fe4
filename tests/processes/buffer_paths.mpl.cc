// The ways on which a large buffer gets from one process of a host to another. The functions that
// get one check its elements. MENTAT_STATS tells whether bytes were copied.
//
//   buffer_paths calls        calls of a regular class with one buffer
//   buffer_paths slices       map over slices of a buffer
//   buffer_paths folded       map_reduce over slices, by a function that runs for long
//   buffer_paths produced     results of objects, as arguments of calls of other objects
//   buffer_paths chained      results of a regular class, as arguments of calls of it
//   buffer_paths several      one result for several consumers
//   buffer_paths matched      results of two objects, as arguments of a regular class
//   buffer_paths both         one delayed argument of an object's call, and one that is there
//   buffer_paths constructed  arguments of constructors
//   buffer_paths dies FILE    a process is killed while it executes a call with delayed arguments,
//                             the first time (FILE records that it has happened)
#include <mentat/buffer.h>
#include <mentat/map.h>
#include <mentat/mpl.h>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

using values = mentat::buffer<double>;

namespace {

constexpr std::size_t count = 1 << 17;  // 1 MiB

values counting(std::size_t size = count) {
  return values::make(size, [](std::span<double> to) { std::iota(to.begin(), to.end(), 0.0); });
}

// 1: the buffer counts from its first element on.
int is_right(const values& all) {
  for (std::size_t k = 1; k < all.size(); ++k)
    if (all[k] != all[k - 1] + 1) return 0;
  return all.empty() ? 0 : 1;
}

}  // namespace

class [[mentat::regular]] reader {
 public:
  values make() { return counting(); }
  int look(values all) { return is_right(all); }
  int look_long(values all) {
    usleep(12'000);  // such calls wait in the token-matching unit
    return is_right(all);
  }
  int look_at_two(values first, values second) { return is_right(first) + is_right(second); }
  int look_once(values first, values second, const std::string& file) {
    if (open(file.c_str(), O_CREAT | O_EXCL, 0600) >= 0) kill(getpid(), SIGKILL);
    return is_right(first) + is_right(second);
  }
};

class [[mentat::persistent]] holder {
 public:
  holder() = default;
  explicit holder(values one) : kept_(one) {}
  values make() { return counting(); }
  int look(values all) { return is_right(all); }
  int look_at_two(values first, values second) { return is_right(first) + is_right(second); }
  int look_at_kept() { return is_right(kept_); }

 private:
  values kept_;
};

namespace {

constexpr int times = 8;

int print(int right, int all) {
  std::printf("%d of %d are right\n", right, all);
  return 0;
}

int calls() {
  constexpr int number = 64;
  const values made = counting();
  reader far;
  std::vector<int> found(number);
  for (int& one : found) one = far.look(made);
  return print(std::accumulate(found.begin(), found.end(), 0), number);
}

std::vector<values> slices_of_one(std::size_t number) {
  const values made = counting(number * count);
  std::vector<values> parts;
  for (std::size_t k = 0; k < number; ++k) parts.push_back(made.slice(k * count, count));
  return parts;
}

int slices() {
  constexpr int number = 64;
  const std::vector<values> parts = slices_of_one(number);
  reader far;
  auto found = mentat::map(far, &reader::look, parts);
  int right = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    int one = found[k];
    right += one;
  }
  return print(right, number);
}

int folded() {
  constexpr int number = 32;
  const std::vector<values> parts = slices_of_one(number);
  reader far;
  const int right = mentat::map_reduce(far, &reader::look_long, parts, std::plus<>{});
  return print(right, number);
}

int produced() {
  holder from, to;
  mentat::create(from);
  mentat::create(to);
  int right = 0;
  for (int k = 0; k < times; ++k) {
    int one = to.look(from.make());
    right += one;
  }
  return print(right, times);
}

int chained() {
  reader far;
  std::vector<int> found(times);
  for (int& one : found) one = far.look(far.make());
  return print(std::accumulate(found.begin(), found.end(), 0), times);
}

int several() {
  holder from, first, second;
  mentat::create(from);
  mentat::create(first);
  mentat::create(second);
  reader far;
  int right = 0;
  for (int k = 0; k < times; ++k) {
    values made = from.make();
    int one = first.look(made), two = second.look(made), three = far.look(made);
    right += one + two + three + is_right(made);
  }
  return print(right, 4 * times);
}

int matched() {
  holder first, second;
  mentat::create(first);
  mentat::create(second);
  reader far;
  std::vector<int> found(times);
  for (int& one : found) one = far.look_at_two(first.make(), second.make());
  return print(std::accumulate(found.begin(), found.end(), 0), 2 * times);
}

int both() {
  const values made = counting();
  holder from, to;
  mentat::create(from);
  mentat::create(to);
  reader far;
  int right = 0;
  for (int k = 0; k < times; ++k) {
    int one = to.look_at_two(made, from.make()), two = far.look_at_two(from.make(), made);
    right += one + two;
  }
  return print(right, 4 * times);
}

int constructed() {
  const values made = counting();
  std::vector<holder> all(times);
  int right = 0;
  for (holder& one : all) mentat::create(one, made);
  for (holder& one : all) {
    int is = one.look_at_kept();
    right += is;
  }
  return print(right, times);
}

int dies(const std::string& file) {
  reader far;
  std::vector<int> found(times);
  for (int& one : found) one = far.look_once(far.make(), far.make(), file);
  return print(std::accumulate(found.begin(), found.end(), 0), 2 * times);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "calls") return calls();
  if (what == "slices") return slices();
  if (what == "folded") return folded();
  if (what == "produced") return produced();
  if (what == "chained") return chained();
  if (what == "several") return several();
  if (what == "matched") return matched();
  if (what == "both") return both();
  if (what == "constructed") return constructed();
  if (what == "dies" && argc > 2) return dies(argv[2]);
  return 2;
}
