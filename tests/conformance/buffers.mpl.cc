// Large values that are shared: buffers as arguments, results, members, elements and fields of
// structs, through ten stages; where all calls run in one process, they are never copied.
#include <mentat/buffer.h>
#include <mentat/mpl.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using samples = mentat::buffer<double>;

struct hit {
  int at;
  float score;
};

struct report {
  int number = 0;
  mentat::buffer<hit> hits;
  std::vector<mentat::text> lines;
};

class [[mentat::regular]] stage {
 public:
  samples make(int count) {
    rtf(samples::make(static_cast<std::size_t>(count), [](std::span<double> to) {
      for (std::size_t k = 0; k < to.size(); ++k) to[k] = static_cast<double>(k % 1000);
    }));
  }
  samples pass(samples values) { rtf(values); }
  samples hand_on(const samples& values, int times) {
    if (times == 0) return values;
    stage next;
    return next.hand_on(next.pass(values), times - 1);
  }
  std::uint64_t place(const samples& values) {
    return reinterpret_cast<std::uintptr_t>(values.data());
  }
  double sum(const samples& values) {
    double total = 0;
    for (const double one : values) total += one;
    rtf(total);
  }
  report find(const samples& values, double least) {
    std::vector<hit> found;
    for (std::size_t k = 0; k < values.size() && found.size() < 3; ++k)
      if (values[k] >= least) found.push_back({static_cast<int>(k), static_cast<float>(values[k])});
    report made;
    made.number = 7;
    made.hits = mentat::buffer<hit>(std::move(found));
    made.lines = {mentat::text::copy_of("first line"), mentat::text(),
                  mentat::text::copy_of("last line")};
    return made;
  }
  int last(const report& of) { return of.hits[of.hits.size() - 1].at; }
  std::vector<samples> halves(samples values) {
    const std::size_t half = values.size() / 2;
    return {values.slice(0, half), values.slice(half, values.size() - half)};
  }
  mentat::text shout(mentat::text what) {
    std::string loud(std::string_view{what});
    for (char& c : loud) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return mentat::text::copy_of(loud);
  }
};

class [[mentat::persistent]] archive {
 public:
  void keep(samples values) { kept_.push_back(values); }
  samples give(int k) { return kept_[static_cast<std::size_t>(k)]; }
  int size() { return static_cast<int>(kept_.size()); }

 private:
  std::vector<samples> kept_;
};

// All calls run in the process of `main`.
bool is_one_process() {
  const char* const mode = std::getenv("MENTAT_MODE");
  const std::string_view name = mode == nullptr ? "threads" : mode;
  return name == "threads" || name == "serial" || name == "adversarial";
}

int main() {
  stage s;
  constexpr int count = 1 << 19;  // 4 MiB
  samples first = s.make(count);
  const double whole = s.sum(first);

  // Ten stages, each with the result of the one before.
  std::vector<samples> at(10);
  at[0] = s.pass(first);
  for (int k = 1; k < 10; ++k) at[k] = s.pass(at[k - 1]);
  std::vector<std::uint64_t> places(10);
  for (int k = 0; k < 10; ++k) places[k] = s.place(at[k]);
  const samples tenth = s.hand_on(at[9], 10);
  bool shared = tenth.data() == first.data();
  for (const std::uint64_t one : places)
    shared = shared && one == reinterpret_cast<std::uintptr_t>(first.data());
  std::printf("shared: %d\n", static_cast<int>(shared || !is_one_process()));
  std::printf("equal: %d\n", static_cast<int>(tenth == first));
  std::printf("sums: %d\n", static_cast<int>(s.sum(tenth) == whole));

  // Members of structs, elements of vectors, slices.
  const report found = s.find(first, 998);
  std::printf("report %d: %zu hits, last at %d, score %g; %zu lines: %s..%s\n", found.number,
              found.hits.size(), s.last(found), found.hits[1].score, found.lines.size(),
              std::string(std::string_view(found.lines[0])).c_str(),
              std::string(std::string_view(found.lines[2])).c_str());
  const std::vector<samples> halves = s.halves(first.slice(10, 100001));
  std::printf("halves %zu %zu, from %g and %g\n", halves[0].size(), halves[1].size(), halves[0][0],
              halves[1][0]);
  std::printf("sums of halves: %d\n", static_cast<int>(s.sum(halves[0]) + s.sum(halves[1]) ==
                                                       s.sum(first.slice(10, 100001))));

  // The state of an object; an empty buffer.
  archive a;
  mentat::create(a);
  a.keep(first);
  a.keep(samples());
  a.keep(s.pass(halves[1]));
  const samples again = a.give(0), none = a.give(1), third = a.give(2);
  std::printf("kept %d: %d %d %d\n", a.size(), static_cast<int>(again == first),
              static_cast<int>(none.empty()), static_cast<int>(third == halves[1]));

  // Texts.
  const mentat::text loud = s.shout(mentat::text::copy_of("a text of some words"));
  std::printf("%s\n", std::string(std::string_view(loud)).c_str());
  try {
    const samples beyond = first.slice(count, 1);
    std::printf("%zu\n", beyond.size());
  } catch (const std::out_of_range& e) {
    std::printf("%s\n", e.what());
  }

  // The elements are results of calls.
  std::vector<double> parts(3);
  for (int k = 0; k < 3; ++k) parts[k] = s.sum(first.slice(0, 10 * (k + 1)));
  const samples of_parts(std::move(parts));
  std::printf("%g %g %g\n", of_parts[0], of_parts[1], s.sum(of_parts));
}
