// All-pairs shortest paths by Floyd's algorithm [DSM92 5]: the shortest ways between 28 airports,
// with flights from each to the four nearest others. Each worker has some rows of the matrix of
// distances. In step k every worker needs row k: its owner puts it into a tuple space, and the
// others read it there when they come to that step.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

using namespace mentat::literals;

struct place {
  const char* name;
  double latitude, longitude;  // degrees
};

// Places of tzdata's zone1970.tab, which is in the public domain.
constexpr std::array<place, 28> places{
    {{"Anchorage", 61.2181, -149.9003},   {"Auckland", -36.8667, 174.7667},
     {"Bangkok", 13.7500, 100.5167},      {"Cairo", 30.0500, 31.2500},
     {"Chicago", 41.8500, -87.6500},      {"Dubai", 25.3000, 55.3000},
     {"Honolulu", 21.3069, -157.8583},    {"Istanbul", 41.0167, 28.9667},
     {"Johannesburg", -26.2500, 28.0000}, {"Kolkata", 22.5333, 88.3667},
     {"Lagos", 6.4500, 3.4000},           {"Lima", -12.0500, -77.0500},
     {"Lisbon", 38.7167, -9.1333},        {"London", 51.5083, -0.1253},
     {"Los_Angeles", 34.0522, -118.2428}, {"Mexico_City", 19.4000, -99.1500},
     {"Moscow", 55.7558, 37.6178},        {"Nairobi", -1.2833, 36.8167},
     {"New_York", 40.7142, -74.0064},     {"Paris", 48.8667, 2.3333},
     {"Perth", -31.9500, 115.8500},       {"Sao_Paulo", -23.5333, -46.6167},
     {"Singapore", 1.2833, 103.8500},     {"Sydney", -33.8667, 151.2167},
     {"Tokyo", 35.6544, 139.7447},        {"Shanghai", 31.2333, 121.4667},
     {"Fiji", -18.1333, 178.4167},        {"Santiago", -33.4500, -70.6667}}};

constexpr int nodes = static_cast<int>(places.size());
constexpr int neighbours = 4;
constexpr int no_way = INT_MAX / 2;

// From one node to each.
struct row {
  std::vector<int> length;  // of the shortest way so far
  std::vector<int> next;    // its first stop; -1: there is no way

  template <class Archive>
  void serialize(Archive& archive) {
    archive(length, next);
  }
};

int first_row(int worker, int workers) { return worker * nodes / workers; }

class [[mentat::regular]] worker {
 public:
  // Computes its share of the rows. `mine` has its flights.
  std::vector<row> work(mentat::space board, std::vector<row> mine, int me, int workers) {
    const int first = first_row(me, workers), last = first_row(me + 1, workers);
    for (int k = 0; k < nodes; ++k) {
      row through;
      if (k >= first && k < last) {
        through = mine[k - first];
        board.out("row"_name, k, through);
      } else {
        through = board.rd("row"_name, k, mentat::formal<row>);
      }
      for (row& from : mine) improve(from, through, k);
    }
    return mine;
  }

 private:
  static void improve(row& from, const row& through, int k) {
    const int to_k = from.length[k], step = from.next[k];
    for (int to = 0; to < nodes; ++to) {
      if (to_k + through.length[to] >= from.length[to]) continue;
      from.length[to] = to_k + through.length[to];
      from.next[to] = step;
    }
  }
};

// On a sphere, in kilometres.
int distance_of(const place& a, const place& b) {
  const double degree = std::acos(-1.0) / 180;
  const double cosine = std::sin(a.latitude * degree) * std::sin(b.latitude * degree) +
                        std::cos(a.latitude * degree) * std::cos(b.latitude * degree) *
                            std::cos((a.longitude - b.longitude) * degree);
  return static_cast<int>(std::lround(6371 * std::acos(std::clamp(cosine, -1.0, 1.0))));
}

// There and back.
void add_flight(std::vector<row>& rows, int a, int b) {
  rows[a].length[b] = rows[b].length[a] = distance_of(places[a], places[b]);
  rows[a].next[b] = b;
  rows[b].next[a] = a;
}

std::vector<row> flights() {
  const row no_flights{std::vector<int>(nodes, no_way), std::vector<int>(nodes, -1)};
  std::vector<row> rows(nodes, no_flights);
  for (int from = 0; from < nodes; ++from) {
    std::vector<int> others;
    for (int to = 0; to < nodes; ++to)
      if (to != from) others.push_back(to);
    std::stable_sort(others.begin(), others.end(), [&](int a, int b) {
      return distance_of(places[from], places[a]) < distance_of(places[from], places[b]);
    });
    for (int k = 0; k < neighbours; ++k) add_flight(rows, from, others[k]);
    rows[from].length[from] = 0;
    rows[from].next[from] = from;
  }
  return rows;
}

void print_way(const std::vector<row>& rows, int from, int to) {
  if (rows[from].next[to] < 0) {
    std::cout << places[from].name << ": no way to " << places[to].name << "\n";
    return;
  }
  std::cout << rows[from].length[to] << " km: " << places[from].name;
  while (from != to) {
    from = rows[from].next[to];
    std::cout << " " << places[from].name;
  }
  std::cout << "\n";
}

int place_named(const std::string& name) {
  for (int k = 0; k < nodes; ++k)
    if (places[k].name == name) return k;
  return -1;
}

int main(int argc, char** argv) {
  constexpr int workers = 4;
  const int from = argc == 3 ? place_named(argv[1]) : -1;
  const int to = argc == 3 ? place_named(argv[2]) : -1;
  if (argc != 1 && (from < 0 || to < 0)) {
    std::cerr << "routes: usage: routes [FROM TO], two of these:";
    for (const place& each : places) std::cerr << " " << each.name;
    std::cerr << "\n";
    return 2;
  }

  const std::vector<row> direct = flights();
  mentat::space board;
  mentat::create(board);
  worker w;
  std::vector<std::vector<row>> parts(workers);
  for (int me = 0; me < workers; ++me) {
    const auto begin = direct.begin() + first_row(me, workers);
    const auto end = direct.begin() + first_row(me + 1, workers);
    parts[me] = w.work(board, std::vector<row>(begin, end), me, workers);
  }
  std::vector<row> rows;
  for (int me = 0; me < workers; ++me) {
    const std::vector<row> part = parts[me];
    rows.insert(rows.end(), part.begin(), part.end());
  }

  if (argc == 3) {
    print_way(rows, from, to);
    return 0;
  }
  print_way(rows, place_named("Lisbon"), place_named("Tokyo"));
  print_way(rows, place_named("Auckland"), place_named("Anchorage"));
  long sum = 0;
  for (const row& each : rows)
    for (int length : each.length) sum += length;
  std::cout << nodes << " places, " << sum << " km in all\n";
  return 0;
}
