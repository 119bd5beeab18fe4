// A blackboard that everybody reads and few change: a table of routes, by which routers send
// packets. Each packet reads the table, in the inner loop. Each process has a copy: a read costs
// about as much as a call of an ordinary function, and readers do not wait for each other.
#include <mentat/mpl.h>

#include <iostream>
#include <string>
#include <vector>

struct route {
  std::string link;
  int cost = 0;
};

class [[mentat::replicated]] blackboard {
 public:
  explicit blackboard(int destinations = 0) : routes_(destinations) {}

  // Reads: const.
  int cost_to(int destination) const { return routes_[destination].cost; }
  std::string link_to(int destination) const { return routes_[destination].link; }
  int version() const { return version_; }

  // Writes: all the others.
  void set(int destination, const route& to) {
    routes_.at(destination) = to;
    ++version_;
  }
  // One write, so nobody sees a table with some of these routes moved. How many are moved.
  int move_all(const std::string& from, const std::string& to, int further) {
    int moved = 0;
    for (route& each : routes_) {
      if (each.link != from) continue;
      each.link = to;
      each.cost += further;
      ++moved;
    }
    ++version_;
    return moved;
  }

 private:
  std::vector<route> routes_;
  int version_ = 0;
};

class [[mentat::regular]] router {
 public:
  // Sends `packets` packets, whose destinations follow from `seed`; returns their cost.
  long send(const blackboard& board, unsigned seed, int packets, int destinations) {
    long cost = 0;
    for (int k = 0; k < packets; ++k) {
      seed = seed * 1664525u + 1013904223u;
      cost += board.cost_to(static_cast<int>((seed >> 16) % static_cast<unsigned>(destinations)));
    }
    return cost;
  }
};

long send_from_all(const blackboard& board, int destinations) {
  constexpr int routers = 8, packets = 100000;
  router one;
  std::vector<long> costs(routers);
  for (int k = 0; k < routers; ++k)
    costs[k] = one.send(board, static_cast<unsigned>(k), packets, destinations);
  long all = 0;
  for (int k = 0; k < routers; ++k) all += costs[k];
  return all;
}

int main() {
  constexpr int destinations = 64;
  blackboard board;
  mentat::create(board, destinations);
  const std::vector<std::string> links{"north", "east", "south", "west"};
  for (int k = 0; k < destinations; ++k) board.set(k, route{links[k % 4], 1 + k % 7});

  std::cout << "version " << board.version() << ": " << send_from_all(board, destinations) << "\n";
  const int moved = board.move_all("north", "east", 5);
  std::cout << "north is down, " << moved << " routes go by " << board.link_to(0) << "\n";
  std::cout << "version " << board.version() << ": " << send_from_all(board, destinations) << "\n";
  board.move_all("east", "west", 1);
  std::cout << "version " << board.version() << ": " << send_from_all(board, destinations) << "\n";
  return 0;
}
