// Parameters that are views where calls are accepted by mselect, copied to replicas, scattered over
// a group, and made by map and map_reduce.
// No elision: mselect has none.
#include <mentat/buffer.h>
#include <mentat/group.h>
#include <mentat/map.h>
#include <mentat/mpl.h>

#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

class [[mentat::persistent]] desk {
 public:
  int put(std::string_view word, std::span<const int> times) {
    words_ += std::string(word) + " ";
    int sum = 0;
    for (const int one : times) sum += one;
    return sum;
  }
  std::string all() { return words_ + seen_; }
  void serve() {
    for (;;) {
      mselect {
        (words_.size() < 60)
            : maccept put(std::string_view word, const std::span<const int>& times);
        // The elements last until the mselect is left.
        seen_ += std::to_string(word.size() + times.size()) + word[0];
        break;
        : maccept all();
        break;
      };
    }
  }

 private:
  std::string words_, seen_;
};

class [[mentat::replicated]] dictionary {
 public:
  int find(std::string_view word) const {
    for (std::size_t k = 0; k < words_.size(); ++k)
      if (words_[k] == word) return static_cast<int>(k);
    return -1;
  }
  int add(std::string_view word) {
    words_.emplace_back(word);
    return static_cast<int>(words_.size());
  }

 private:
  std::vector<std::string> words_;
};

class [[mentat::persistent]] strip {
 public:
  double energy(std::span<const double> values, double factor) {
    double total = 0;
    for (const double one : values) total += one * one;
    return total * factor;
  }
};

class [[mentat::regular]] measure {
 public:
  double sum(std::span<const double> values) {
    double total = 0;
    for (const double one : values) total += one;
    return total;
  }
  int count(std::string_view text, std::string_view of) {
    int found = 0;
    for (std::size_t at = text.find(of); at != std::string_view::npos; at = text.find(of, at + 1))
      ++found;
    return found;
  }
  double add(double a, double b) { return a + b; }
  int plus(int a, int b) { return a + b; }
  std::vector<double> ramp(int n) {
    std::vector<double> made;
    for (int k = 0; k < n; ++k) made.push_back(k);
    return made;
  }
};

void accepted() {
  desk d;
  mentat::create(d);
  measure m;
  std::vector<int> sums(3);
  for (int k = 0; k < 3; ++k)
    sums[k] = d.put(std::string(20, static_cast<char>('a' + k)), std::vector<int>(k + 1, 2));
  std::printf("%d %d %d %s\n", sums[0], sums[1], sums[2], d.all().c_str());
  mentat::destroy(d);
}

void replicated() {
  dictionary d;
  mentat::create(d);
  const int one = d.add("one"), two = d.add(std::string("two"));
  std::printf("%d %d %d %d\n", one, two, d.find("two"), d.find(std::string("three")));
}

void grouped() {
  mentat::group<strip> strips(3);
  measure m;
  const mentat::buffer<double> all(m.ramp(7));
  const auto shared = mentat::gather(strips.scatter(all, &strip::energy, 1.0));
  const auto copied = mentat::gather(strips.scatter(m.ramp(6), &strip::energy, 2.0));
  const auto same = mentat::gather(strips.each(&strip::energy, all, 0.5));
  std::printf("%g %g %g, %g %g %g, %g %g %g\n", shared[0], shared[1], shared[2], copied[0],
              copied[1], copied[2], same[0], same[1], same[2]);
}

void mapped() {
  measure m;
  const std::vector<int> counts{1, 2, 3, 4};
  auto ramps = mentat::map(m, &measure::ramp, counts);
  const auto sums = mentat::gather(mentat::map(m, &measure::sum, ramps));
  std::vector<std::vector<double>> rows;
  std::vector<std::string> texts;
  for (int k = 0; k < 100; ++k) {
    rows.emplace_back(static_cast<std::size_t>(k), 0.5);
    texts.push_back("ababab" + std::to_string(k));
  }
  const double total = mentat::map_reduce(m, &measure::sum, rows, &measure::add);
  const int found = mentat::map_reduce(m, &measure::count, texts, &measure::plus, "ab");
  std::printf("%g %g %g %g, %g %d\n", sums[0], sums[1], sums[2], sums[3], total, found);
}

int main() {
  accepted();
  replicated();
  grouped();
  mapped();
}
