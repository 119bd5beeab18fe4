// A program on two hosts with different orders of bytes: values of all kinds as arguments and results,
// objects on either host, calls whose arguments come straight from both, exceptions with their fields,
// tuples and copies of a replicated object. Its output does not depend on where what is executed.
//
//   two_orders LITTLE BIG             LITTLE and BIG are the names of the hosts
//   two_orders LITTLE BIG refusals    what cannot be converted is refused
#include <mentat/buffer.h>
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <bit>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace mentat::literals;

struct measure {
  int id = 0;
  double value = 0;
  std::string unit;
  std::vector<short> raw;
};

struct bad_input : std::runtime_error {
  bad_input(const std::string& what, int c, double w) : std::runtime_error(what), code(c), where(w) {}
  int code;
  double where;
};

// Without a default constructor it travels as its memory.
struct image {
  explicit image(int n) : number(n) {}
  int number;
};
struct pixel {
  int red, green;
};

using samples = mentat::buffer<double>;

class [[mentat::persistent]] station {
 public:
  explicit station(int first) : first_(first) {}
  int is_big() { return std::endian::native == std::endian::big ? 1 : 0; }
  int number(int n) { return first_ + 3 * n; }
  double real(double d) { return d / 3; }
  std::string text(const std::string& of) { return of + ", seen"; }
  std::vector<long> numbers(const std::vector<long>& of) {
    std::vector<long> made(of.rbegin(), of.rend());
    for (long& one : made) one *= 1000003;
    return made;
  }
  measure measured(const measure& of) {
    measure made = of;
    made.value += 0.5;
    made.raw.push_back(static_cast<short>(of.id));
    return made;
  }
  samples scaled(const samples& of, double by) {
    rtf(samples::make(of.size(), [&](std::span<double> to) {
      for (std::size_t k = 0; k < to.size(); ++k) to[k] = of[k] * by;
    }));
  }
  std::map<std::string, std::complex<float>> table(int n) {
    return {{"one", {1.5f, -2.f}}, {"two", {static_cast<float>(n), 0.25f}}};
  }
  int fails(int code) { throw bad_input("station does not know it", code, code / 8.0); }
  int put(mentat::space bag, int k) {
    bag.out("reading"_name, k, k / 4.0, std::vector<int>{k, 2 * k});
    return k;
  }
  int take(mentat::space bag, int k) {
    const auto [half, list] = bag.in("reading"_name, k, mentat::formal<double>, mentat::formal<std::vector<int>>);
    return static_cast<int>(half * 4) + list[1];
  }
  int see(image of) { return of.number; }
  int red(const mentat::buffer<pixel>& of) { return of[0].red; }
  double precise(long double of) { return static_cast<double>(of); }

 private:
  int first_;
};

class [[mentat::replicated]] board {
 public:
  void write(int key, double value) { values_[key] = value; }
  double read(int key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? -1 : found->second;
  }

 private:
  std::map<int, double> values_;
};

class [[mentat::regular]] worker {
 public:
  int is_big(int) { return std::endian::native == std::endian::big ? 1 : 0; }
  std::string joined(int a, double b, const std::string& c, const std::vector<long>& d, const measure& e,
                     const samples& f) {
    double sum = 0;
    for (const double one : f) sum += one;
    char text[400];
    std::snprintf(text, sizeof text, "%d %.17g %s %zu:%ld:%ld %d/%.17g/%s/%d %zu:%.17g", a, b, c.c_str(), d.size(),
                  d.front(), d.back(), e.id, e.value, e.unit.c_str(), e.raw.back(), f.size(), sum);
    return text;
  }
  long plus(long a, long b) { return a + b; }
  double look(board at, int key) { return at.read(key); }
};

namespace {

void calls(station& little, station& big) {
  worker w;
  std::vector<std::string> lines(24);
  const std::vector<long> list{1, -2, 1L << 40};
  std::vector<double> many(100'000);
  for (std::size_t k = 0; k < many.size(); ++k) many[k] = static_cast<double>(k % 17) / 16;
  const samples shared(std::vector<double>{many});
  for (int k = 0; k < 24; ++k) {
    station& one = k % 2 == 0 ? little : big;
    station& other = k % 2 == 0 ? big : little;
    const measure m{k, k * 1.25, "kelvin", {7, static_cast<short>(-k)}};
    lines[static_cast<std::size_t>(k)] =
        w.joined(one.number(k), other.real(k), one.text("line " + std::to_string(k)), other.numbers(list),
                 one.measured(m), other.scaled(shared, 0.5 * k));
  }
  for (const std::string& line : lines) std::printf("%s\n", line.c_str());
  std::vector<long> sums(40);
  for (int k = 0; k < 40; ++k)
    sums[static_cast<std::size_t>(k)] = w.plus(little.number(k), w.plus(big.number(k), 1L << (k % 50)));
  long all = 0;
  for (const long one : sums) all += one;
  std::printf("sums %ld\n", all);
  for (station* at : {&little, &big}) {
    const auto table = at->table(9);
    for (const auto& [name, value] : table)
      std::printf("%s %g %g\n", name.c_str(), static_cast<double>(value.real()), static_cast<double>(value.imag()));
    try {
      const int never = at->fails(77);
      std::printf("%d\n", never);
    } catch (const bad_input& error) {
      std::printf("bad_input %s, %d, %g\n", error.what(), error.code, error.where);
    }
  }
}

void tuples(station& little, station& big) {
  mentat::space bag;
  mentat::create(bag);
  for (int k = 0; k < 20; ++k) {
    const int done = (k % 2 == 0 ? little : big).put(bag, k);
    if (done != k) std::printf("put %d\n", done);
  }
  long sum = 0;
  for (int k = 0; k < 20; ++k) {
    const int taken = (k % 4 < 2 ? little : big).take(bag, k);
    sum = 31 * sum % 1000003 + taken;
  }
  std::printf("tuples %ld\n", sum);
}

void copies() {
  board b;
  mentat::create(b);
  for (int key = 0; key < 10; ++key) b.write(key, key / 8.0);
  worker w;
  std::vector<double> seen(30);
  for (int k = 0; k < 30; ++k) seen[static_cast<std::size_t>(k)] = w.look(b, k % 11);
  double sum = 0;
  for (const double one : seen) sum += one;
  std::printf("copies %g\n", sum);
}

template <class Call>
void attempt(const char* what, Call&& call) {
  try {
    std::printf("%s: %d\n", what, call());
  } catch (const std::exception& error) {
    std::printf("%s: %s\n", what, error.what());
  }
}

void refusals(station& little, station& big) {
  for (station* at : {&little, &big}) {
    attempt("image", [&] { return at->see(image(7)); });
    attempt("buffer of structs", [&] {
      return at->red(mentat::buffer<pixel>(std::vector<pixel>{{5, 6}, {7, 8}}));
    });
    attempt("long double", [&] { return static_cast<int>(at->precise(1.5L)); });
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  station little, big;
  mentat::create(little, mentat::on(argv[1]), 100);
  mentat::create(big, mentat::on(argv[2]), 200);
  const int little_is_big = little.is_big(), big_is_big = big.is_big();
  std::fprintf(stderr, "orders: %d %d\n", little_is_big, big_is_big);
  if (argc > 3 && std::string_view(argv[3]) == "refusals") {
    refusals(little, big);
    return 0;
  }
  calls(little, big);
  tuples(little, big);
  copies();
  worker w;
  std::vector<int> where(40);
  for (int k = 0; k < 40; ++k) where[static_cast<std::size_t>(k)] = w.is_big(k);
  int on_big = 0;
  for (const int one : where) on_big += one;
  std::fprintf(stderr, "calls on the big-endian host: %s\n", on_big > 0 ? "some" : "none");
  return 0;
}
