#include "bench/papers/apps/shortest_paths.h"

#include <algorithm>
#include <cstdint>

#include "mmps/base/check.h"

namespace mentat::bench::papers {

void improve(std::span<int> row, std::span<const int> row_k, int k) {
  MENTAT_CHECK(row.size() == row_k.size(), "rows of one size");
  const int before = row[static_cast<std::size_t>(k)];
  int* const to = row.data();
  const int* const by = row_k.data();
  const std::size_t size = row.size();
  for (std::size_t j = 0; j < size; ++j) {
    const int through = before + by[j];
    to[j] = through < to[j] ? through : to[j];
  }
}

void floyd(matrix<int>& distances) {
  for (int k = 0; k < distances.size; ++k) {
    const std::vector<int> row_k(distances.row(k).begin(), distances.row(k).end());
    for (int i = 0; i < distances.size; ++i) improve(distances.row(i), row_k, k);
  }
}

std::pair<int, int> rows_of(int process, int processes, int rows) {
  const auto begin = [&](std::int64_t at) { return static_cast<int>(at * rows / processes); };
  return {begin(process), begin(process + 1)};
}

int owner_of(int row, int processes, int rows) {
  int owner = static_cast<int>(static_cast<std::int64_t>(row) * processes / rows);
  while (row < rows_of(owner, processes, rows).first) --owner;
  while (row >= rows_of(owner, processes, rows).second) ++owner;
  return owner;
}

matrix<int> random_graph(int nodes, std::uint64_t seed) {
  matrix<int> made = random_matrix<int>(nodes, seed);
  for (int& each : made.numbers) each = (each + 100) % 100 + 1;
  for (int i = 0; i < nodes; ++i) made.row(i)[static_cast<std::size_t>(i)] = 0;
  return made;
}

std::vector<int> dijkstra(const matrix<int>& edges, int from) {
  const auto nodes = static_cast<std::size_t>(edges.size);
  std::vector<int> distance(nodes, no_path);
  std::vector<char> done(nodes, 0);
  distance[static_cast<std::size_t>(from)] = 0;
  for (std::size_t step = 0; step < nodes; ++step) {
    std::size_t nearest = nodes;
    for (std::size_t i = 0; i < nodes; ++i)
      if (!done[i] && (nearest == nodes || distance[i] < distance[nearest])) nearest = i;
    done[nearest] = 1;
    const auto row = edges.row(static_cast<int>(nearest));
    for (std::size_t i = 0; i < nodes; ++i)
      distance[i] = std::min(distance[i], distance[nearest] + row[i]);
  }
  return distance;
}

}  // namespace mentat::bench::papers
