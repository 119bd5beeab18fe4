// map and map_reduce over ranges, over results that are not there yet, with further arguments; sums
// of floats whose bits depend on the number of elements alone.
#include <mentat/group.h>
#include <mentat/map.h>
#include <mentat/mpl.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

struct reading {
  int at = 0;
  float value = 0;
};

class [[mentat::regular]] meter {
 public:
  float inverse(int k) { return 1.0f / static_cast<float>(k + 1); }
  reading read(int k, float scale, int modulus) {
    rtf(reading{k, scale * static_cast<float>(k % modulus)});
  }
  reading larger(const reading& a, const reading& b) { rtf(b.value > a.value ? b : a); }
  float add(float a, float b) { return a + b; }
  std::string shown(const reading& one) {
    rtf(std::to_string(one.at) + ":" + std::to_string(static_cast<int>(one.value)));
  }
  std::string join(const std::string& a, const std::string& b) { return a + " " + b; }
};

class [[mentat::persistent]] station {
 public:
  explicit station(int number) : number_(number) {}
  reading measure(const reading& base, int factor) {
    rtf(reading{base.at + factor, base.value * static_cast<float>(number_)});
  }

 private:
  int number_;
};

std::uint32_t bits(float value) {
  std::uint32_t all;
  std::memcpy(&all, &value, sizeof all);
  return all;
}

float added(float a, float b) { return a + b; }

int main() {
  meter w;
  std::vector<int> numbers;
  for (int k = 0; k < 1000; ++k) numbers.push_back(k);

  auto best = mentat::map_reduce(w, &meter::read, numbers, &meter::larger, 0.5f, 97);
  std::string text = w.shown(best);  // goes there without a visit
  std::printf("%s\n", text.c_str());

  for (const int count : {1, 2, 3, 7, 100, 999}) {
    const std::vector<int> some(numbers.begin(), numbers.begin() + count);
    float by_calls = mentat::map_reduce(w, &meter::inverse, some, &meter::add);
    float here = mentat::map_reduce(w, &meter::inverse, some, std::plus<>{});
    float reduced = mentat::reduce(mentat::map(w, &meter::inverse, some), &meter::add, 1.0f);
    float by_function = mentat::map_reduce(w, &meter::inverse, some, added);
    std::printf("%d: %08x %08x %08x %08x\n", count, bits(by_calls), bits(here), bits(reduced),
                bits(by_function));
  }
  // Leaves of two elements, and of three.
  for (const int count : {140'001, 200'000}) {
    std::vector<int> many;
    for (int k = 0; k < count; ++k) many.push_back(k);
    float by_calls = mentat::map_reduce(w, &meter::inverse, many, &meter::add);
    float here =
        mentat::map_reduce(w, &meter::inverse, many, [](float a, float b) { return a + b; });
    std::printf("%d: %08x %08x\n", count, bits(by_calls), bits(here));
  }

  // Leaves of a given length.
  for (const int length : {1, 7, 64, 5000}) {
    float by_calls =
        mentat::map_reduce(w, &meter::inverse, numbers, &meter::add, mentat::leaf(length));
    float here =
        mentat::map_reduce(w, &meter::inverse, numbers, std::plus<>{}, mentat::leaf(length));
    float by_function =
        mentat::map_reduce(w, &meter::inverse, numbers, added, mentat::leaf(length));
    std::printf("leaf of %d: %08x %08x %08x\n", length, bits(by_calls), bits(here),
                bits(by_function));
  }
  reading scaled =
      mentat::map_reduce(w, &meter::read, numbers, &meter::larger, mentat::leaf(10), 0.5f, 97);
  std::printf("%d\n", scaled.at);
  try {
    mentat::map_reduce(w, &meter::inverse, numbers, std::plus<>{}, mentat::leaf(0));
  } catch (const std::invalid_argument& error) {
    std::printf("%s\n", error.what());
  }

  mentat::group<station> stations(5, mentat::index);
  const mentat::result<reading> base = w.read(40, 2.0f, 30);
  const auto measured = stations.each(&station::measure, base, mentat::index);
  const auto shown = mentat::map(w, &meter::shown, measured);  // results of calls go to calls
  const std::string joined = mentat::reduce(shown, &meter::join);
  std::printf("%s\n", joined.c_str());
  const std::string words = mentat::map_reduce(w, &meter::shown, measured, &meter::join);
  std::printf("%s\n", words.c_str());
}
