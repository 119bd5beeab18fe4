// The travelling salesman by branch and bound [DSM92 5]: the shortest tour of the cities, from the
// first and back to it. Each route of three cities is a call, which tries all ways to complete it.
// All calls share the shortest tour so far: each step of each search reads its length, and gives up
// a path that is as long; few steps find a shorter tour.
#include <mentat/mpl.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

struct city {
  const char* name;
  double latitude, longitude;  // degrees
};

// Places of tzdata's zone1970.tab, which is in the public domain.
constexpr std::array<city, 12> cities{{{"Berlin", 52.5000, 13.3667},
                                       {"Athens", 37.9667, 23.7167},
                                       {"Brussels", 50.8333, 4.3333},
                                       {"Bucharest", 44.4333, 26.1000},
                                       {"Budapest", 47.5000, 19.0833},
                                       {"Lisbon", 38.7167, -9.1333},
                                       {"London", 51.5083, -0.1253},
                                       {"Madrid", 40.4000, -3.6833},
                                       {"Paris", 48.8667, 2.3333},
                                       {"Rome", 41.9000, 12.4833},
                                       {"Vienna", 48.2167, 16.3333},
                                       {"Warsaw", 52.2500, 21.0000}}};

// Distances between some of the cities, in kilometres.
struct road_map {
  int size = 0;
  std::vector<int> distances;

  int between(int from, int to) const { return distances[from * size + to]; }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(size, distances);
  }
};

struct tour {
  int length = INT_MAX;
  std::vector<int> stops;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(length, stops);
  }
};

class [[mentat::replicated]] shortest_tour {
 public:
  // Reads: const.
  int length() const { return best_.length; }
  std::vector<int> stops() const { return best_.stops; }

  // A write.
  void offer(const tour& found) {
    if (found.length < best_.length) best_ = found;
  }

 private:
  tour best_;
};

// Tries all tours that begin in one way.
class search {
 public:
  search(const road_map& roads, shortest_tour& best) : roads_(roads), best_(best) {}

  // Returns how many steps it took, which depends on how soon others find short tours.
  long run(int second, int third) {
    path_ = {0, second, third};
    visit(roads_.between(0, second) + roads_.between(second, third));
    return steps_;
  }

 private:
  void visit(int length) {
    ++steps_;
    if (length >= best_.length()) return;
    if (path_.size() == static_cast<std::size_t>(roads_.size)) return complete(length);
    for (int next = 1; next < roads_.size; ++next) {
      if (std::find(path_.begin(), path_.end(), next) != path_.end()) continue;
      const int step = roads_.between(path_.back(), next);
      path_.push_back(next);
      visit(length + step);
      path_.pop_back();
    }
  }
  void complete(int length) {
    if (path_.back() < path_[1]) return;  // the same tour backwards
    length += roads_.between(path_.back(), 0);
    if (length < best_.length()) best_.offer(tour{length, path_});
  }

  const road_map& roads_;
  shortest_tour& best_;
  std::vector<int> path_;
  long steps_ = 0;
};

class [[mentat::regular]] salesman {
 public:
  long search_from(const road_map& roads, shortest_tour& best, int second, int third) {
    return search(roads, best).run(second, third);
  }
};

// On a sphere.
int distance_of(const city& a, const city& b) {
  const double degree = std::acos(-1.0) / 180;
  const double cosine = std::sin(a.latitude * degree) * std::sin(b.latitude * degree) +
                        std::cos(a.latitude * degree) * std::cos(b.latitude * degree) *
                            std::cos((a.longitude - b.longitude) * degree);
  return static_cast<int>(std::lround(6371 * std::acos(std::clamp(cosine, -1.0, 1.0))));
}

int main(int argc, char** argv) {
  const int most = static_cast<int>(cities.size());
  const std::string given = argc > 1 ? argv[1] : "6";
  const bool is_number = given.find_first_not_of("0123456789") == std::string::npos;
  const int size = is_number && !given.empty() && given.size() <= 2 ? std::stoi(given) : 0;
  if (argc > 2 || size < 4 || size > most) {
    std::cerr << "tsp: usage: tsp [CITIES], a number from 4 to " << most << "\n";
    return 2;
  }

  road_map roads;
  roads.size = size;
  for (int from = 0; from < size; ++from)
    for (int to = 0; to < size; ++to)
      roads.distances.push_back(distance_of(cities[from], cities[to]));

  shortest_tour best;
  mentat::create(best);
  salesman one;
  long all_steps = 0;
  std::vector<long> steps((size - 1) * (size - 1));
  for (int second = 1; second < size; ++second)
    for (int third = 1; third < size; ++third)
      if (third != second)
        steps[(second - 1) * (size - 1) + third - 1] = one.search_from(roads, best, second, third);
  for (long each : steps) all_steps += each;  // waits for all

  std::cout << best.length() << " km:";
  for (int stop : best.stops()) std::cout << " " << cities[stop].name;
  std::cout << "\n";
  std::cerr << all_steps << " steps\n";
  return 0;
}
