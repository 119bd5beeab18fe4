// Parameters that are views: std::span<const T> and std::string_view of vectors, arrays, strings,
// buffers and their slices, of results that are still to come, also in a map, across waits, guards
// and rtf.
#include <mentat/buffer.h>
#include <mentat/map.h>
#include <mentat/mpl.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct hit {
  int at;
  float score;
};

class [[mentat::regular]] reader {
 public:
  double sum(std::span<const double> values) {
    double total = 0;
    for (const double one : values) total += one;
    return total;
  }
  int count(std::string_view text, char of) {
    int found = 0;
    for (const char one : text) found += one == of ? 1 : 0;
    return found;
  }
  int length(std::span<const char> letters) { return static_cast<int>(letters.size()); }
  int best(const std::span<const hit>& hits, int beyond = 0) {
    int best = -1;
    for (const hit& one : hits)
      if (one.at >= beyond && (best < 0 || one.score > hits[static_cast<std::size_t>(best)].score))
        best = static_cast<int>(&one - hits.data());
    return best;
  }
  std::vector<double> ramp(int count) {
    std::vector<double> made(static_cast<std::size_t>(count));
    for (std::size_t k = 0; k < made.size(); ++k) made[k] = static_cast<double>(k);
    return made;
  }
  mentat::buffer<double> shared_ramp(int count) { return mentat::buffer<double>(ramp(count)); }
  std::array<double, 4> corners(double of) { return {of, 2 * of, 3 * of, 4 * of}; }
  std::vector<hit> hits(int count) {
    std::vector<hit> made;
    for (int k = 0; k < count; ++k) made.push_back({k, static_cast<float>(k * 7 % 5)});
    return made;
  }
  std::string name(int of) { return "name " + std::to_string(of) + std::string(40, 'n'); }
  mentat::text shared_name(int of) { return mentat::text(name(of)); }
  std::uint64_t place(std::span<const double> values) {
    return reinterpret_cast<std::uintptr_t>(values.data());
  }

  // The elements are there behind each wait, and behind rtf.
  double halves(std::span<const double> values) {
    reader r;
    const double first = r.sum(values.first(values.size() / 2));
    const double second = r.sum(values.subspan(values.size() / 2));
    const double both = first + second;
    rtf(both + values.back());
    const double again = r.sum(values);
    if (again != both) throw std::logic_error("the elements have changed");
  }
  double in_turn(std::span<const double> values, int depth) {
    reader r;
    if (depth == 0) return r.sum(values);
    return r.in_turn(values.subspan(1), depth - 1);
  }
  std::string twice(std::string_view text) {
    std::string made(text);
    made += text;
    return made;
  }
};

// Its results go from object to object, without a visit of the caller.
class [[mentat::persistent]] source {
 public:
  std::vector<double> ramp(int count) { return reader().ramp(count); }
  mentat::buffer<double> shared_ramp(int count) { return mentat::buffer<double>(ramp(count)); }
  std::string name(int of) { return "source " + std::to_string(of); }
  mentat::text shared_name(int of) { return mentat::text(name(of)); }
};

class [[mentat::persistent]] board {
 public:
  void write(std::string_view line) { lines_.emplace_back(line); }
  void set(std::span<const double> values) { values_.assign(values.begin(), values.end()); }
  double dot(std::span<const double> with) {
    mentat::guard(with.size() == values_.size());
    double total = 0;
    for (std::size_t k = 0; k < with.size(); ++k) total += with[k] * values_[k];
    return total;
  }
  std::string all() {
    std::string made;
    for (const std::string& line : lines_) made += line + ";";
    return made;
  }

 private:
  std::vector<std::string> lines_;
  std::vector<double> values_;
};

template <class T>
class [[mentat::regular]] measured {
 public:
  T total(std::span<const T> values, std::string_view unit) {
    T sum = 0;
    for (const T one : values) sum += one;
    return sum * static_cast<T>(unit.size());
  }
};

// All calls run in the process of `main`, and encode nothing.
bool shares() {
  const char* const mode = std::getenv("MENTAT_MODE");
  const std::string_view name = mode == nullptr ? "threads" : mode;
  return name == "threads" || name == "serial";
}

void sequences(reader& r) {
  std::vector<double> some(1000, 0.5);
  const double of_vector = r.sum(some);
  some[0] = 1000;  // of its own copy
  const std::array<double, 3> three{1, 2, 3};
  const double array[] = {4, 5, 6};
  const double of_array = r.sum(three), of_c_array = r.sum(array);
  const mentat::buffer<double> all(r.ramp(100000));
  const double of_buffer = r.sum(all), of_slice = r.sum(all.slice(10, 5));
  const std::span<const double> view = std::span(some).first(2);
  const double of_view = r.sum(view), of_nothing = r.sum({});
  const double of_moved = r.sum(std::move(some));
  std::printf("%g %g %g %g %g %g %g %g\n", of_vector, of_array, of_c_array, of_buffer, of_slice,
              of_view, of_nothing, of_moved);
  const std::uint64_t at = r.place(all), second = r.place(all.slice(1, 3));
  const bool same = at == reinterpret_cast<std::uintptr_t>(all.data()) && second == at + 8;
  std::printf("shared: %d\n", static_cast<int>(same || !shares()));
}

void texts(reader& r) {
  const std::string text = "a text of several words, longer than a short string";
  const char letters[] = {'a', 'b', 'a'};
  const int of_string = r.count(text, 'e'), of_literal = r.count("see the sea", 'e');
  const int of_text = r.count(mentat::text::copy_of(text), 'e');
  const int of_view = r.count(std::string_view(text).substr(0, 8), 'e');
  const int of_letters = r.count({letters, 3}, 'a'), of_nothing = r.count({}, 'a');
  const int length = r.length(letters), with_zero = r.length("abc");
  std::printf("%d %d %d %d %d %d %d %d\n", of_string, of_literal, of_text, of_view, of_letters,
              of_nothing, length, with_zero);
}

void results(reader& r) {
  std::vector<double> ramp = r.ramp(1000);
  mentat::buffer<double> shared = r.shared_ramp(2000);
  std::array<double, 4> corners = r.corners(1.5);
  std::string name = r.name(7);
  mentat::text shared_name = r.shared_name(8);
  const double first = r.sum(ramp), second = r.sum(shared), third = r.sum(corners);
  const int fourth = r.count(name, 'n'), fifth = r.count(shared_name, 'n');
  const double nested = r.sum(r.ramp(10)), nested_buffer = r.sum(r.shared_ramp(20));
  const int nested_text = r.count(r.twice(r.name(1)), 'n');
  const int best = r.best(r.hits(9)), later = r.best(r.hits(9), 5),
            none = r.best(std::vector<hit>());
  std::printf("%g %g %g %d %d %g %g %d %d %d %d\n", first, second, third, fourth, fifth, nested,
              nested_buffer, nested_text, best, later, none);
  std::printf("%g %g\n", r.halves(ramp), r.in_turn(shared, 5));
  std::vector<double> parts(3);
  for (int k = 0; k < 3; ++k) parts[k] = r.sum(shared.slice(0, 10 * (k + 1)));
  std::printf("%g\n", r.sum(parts));
  try {
    std::printf("%g\n", r.sum(shared.slice(1999, 2)));
  } catch (const std::out_of_range& e) {
    std::printf("%s\n", e.what());
  }
}

void objects(reader& r) {
  board b;
  mentat::create(b);
  b.write("literal");
  b.write(r.name(2));
  b.write(std::string("string"));
  b.set(r.ramp(4));
  std::printf("%g\n", b.dot(r.corners(2)));
  source s;
  mentat::create(s);
  b.set(s.ramp(5));
  b.write(s.name(3));
  b.write(s.shared_name(4));
  std::printf("%g\n", b.dot(s.shared_ramp(5)));
  std::printf("%s\n", b.all().c_str());
  measured<int> m;
  measured<double> n;
  const std::vector<int> numbers{1, 2, 3};
  std::printf("%d %g\n", m.total(numbers, "metre"), n.total(r.ramp(3), "km"));
}

// Delayed vectors, each to a call.
void loops(reader& r) {
  const auto ramps = mentat::map(r, &reader::ramp, std::vector<int>{3, 4, 5});
  double total = 0;
  for (const double one : mentat::gather(mentat::map(r, &reader::sum, ramps))) total += one;
  std::printf("%g\n", total);
}

// Of delayed values that outlive their function.
void kept_results(reader& r) {
  mentat::result<std::vector<double>> numbers = r.ramp(100);
  mentat::result<std::string> name = r.name(5);
  mentat::result<mentat::buffer<double>> shared = r.shared_ramp(10);
  const double sum = r.sum(numbers), of_shared = r.sum(shared);
  const int letters = r.count(name, 'n');
  const std::span<const double> view = numbers;
  std::printf("%g %g %d %zu\n", sum, of_shared, letters, view.size());
}

int main() {
  reader r;
  sequences(r);
  texts(r);
  results(r);
  objects(r);
  loops(r);
  kept_results(r);
}
