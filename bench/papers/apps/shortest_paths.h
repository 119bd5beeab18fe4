// All-pairs shortest paths by Floyd's algorithm [DSM92 5]: n steps, each of which improves every
// row of the matrix of distances by row k of that step. Rows are divided among processes; row k is
// the state that they share.
#pragma once

#include <climits>
#include <span>
#include <utility>
#include <vector>

#include "bench/papers/apps/matrix.h"

namespace mentat::bench::papers {

// The distance of two nodes without a path; any sum of two distances below it fits.
inline constexpr int no_path = INT_MAX / 2;

// Step k for one row. REQUIRES: distances are from 0 to no_path.
void improve(std::span<int> row, std::span<const int> row_k, int k);

// All steps for all rows.
void floyd(matrix<int>& distances);

// The rows of one of several processes: [first, last). All differ by at most one in number.
std::pair<int, int> rows_of(int process, int processes, int rows);
// The process that has the row.
int owner_of(int row, int processes, int rows);

// A graph with edges of length 1 to 100 between all nodes: the same for each seed.
matrix<int> random_graph(int nodes, std::uint64_t seed);

// Distances from one node by Dijkstra's algorithm. REQUIRES: `edges` has lengths, or no_path.
std::vector<int> dijkstra(const matrix<int>& edges, int from);

}  // namespace mentat::bench::papers
