#include "bench/papers/then/tables.h"

namespace mentat::bench::then {
namespace {

using columns = std::array<double, dsm92_processors>;

constexpr columns no_figures{};

// Travelling salesman, alpha-beta, matrix multiplication, all pairs shortest paths.
constexpr std::array<std::array<columns, dsm92_paradigms>, dsm92_programs> appendix_a{{
    {{
        {0, 166, 84, 56.7, 44.1, 36.6, 31.7, 28.3, 26, 24.1},
        {166.3, 83.4, 56.4, 44, 36.4, 31.7, 28.5, 26.4, 25, 24.2},
        {0, 159.6, 79.8, 52.7, 39.8, 32.2, 27, 23.2, 20.2, 18.3},
        {159.9, 78.7, 53.8, 41.1, 34, 29, 25, 21.9, 19.8, 18.3},
        {587.7, 291.7, 192.6, 144.7, 116.6, 97.3, 83.7, 73.2, 65.8, 59.1},
        {660.8, 327.7, 217.1, 164.2, 132.3, 111.3, 95.6, 84.4, 76.1, 69},
        {169.6, 84.6, 55.8, 42.2, 33.9, 28.2, 24.2, 21.2, 18.9, 0},
        {145.6, 75.6, 52.2, 41.5, 35.1, 31, 28.4, 26.8, 24.5, 0},
    }},
    {{
        {0, 1159.4, 634.9, 457.1, 385.4, 326.4, 299, 289.2, 273.7, 256.9},
        {1160.5, 635.4, 458, 386.8, 327.6, 300, 290.3, 274.6, 258, 243.3},
        {0, 1159.2, 634.7, 457, 385.7, 326.2, 299, 289.1, 273.8, 256.7},
        {1160.5, 635.1, 458.1, 386.8, 327.5, 300.2, 290.4, 274.6, 258.2, 243.5},
        {1801.5, 972.1, 713.4, 547.5, 470.8, 418.5, 371, 336, 311.6, 296.4},
        {1816.1, 1063.7, 752.6, 551.8, 474.5, 421.8, 373.9, 338.7, 314.1, 296.6},
        {970.6, 530.7, 382.2, 322.4, 272.9, 249.9, 241.7, 228.6, 214.8, 0},
        {1813.4, 978.5, 718.3, 552.2, 475, 424.5, 377.1, 342.3, 319.2, 0},
    }},
    {{
        {0, 170.8, 85.5, 57.5, 43.6, 34.5, 29.2, 25.2, 22.3, 20},
        {171, 86, 57.7, 43.5, 34.7, 29.1, 25.2, 22.1, 19.6, 17.8},
        {0, 170.8, 85.9, 57.6, 43.5, 34.5, 29.3, 25.2, 22.3, 19.5},
        {171, 85.8, 58, 43.7, 35, 29.3, 25.1, 22.4, 19.9, 17.7},
        {810.3, 410.6, 279.1, 209.8, 169.9, 143.8, 124.2, 109.8, 98.7, 89.1},
        {780.1, 392.9, 265.8, 200, 166, 139.8, 121.6, 106.5, 98.2, 92.3},
        {180.5, 90.5, 60.8, 45.9, 36.6, 30.8, 26.2, 23.7, 20.6, 0},
        no_figures,
    }},
    {{
        {0, 68.8, 37.1, 26, 20.8, 17.2, 16.1, 14.6, 14.7, 13},
        {68.6, 37, 26, 20.6, 17.6, 15.6, 15, 13.5, 12.6, 12.7},
        {0, 68.6, 37.1, 26.1, 20.4, 17.3, 15.4, 14.8, 14.6, 13.6},
        {68.7, 37, 26, 20.7, 17.5, 16, 14.6, 13.6, 12.8, 12.5},
        {432.1, 218.9, 148, 111.4, 90, 77.1, 66.3, 58.2, 53.6, 47.1},
        {400, 204.7, 140, 114.1, 95.9, 85.1, 78.2, 73.2, 70.5, 71.2},
        {68.6, 34.4, 23.1, 17.3, 13.8, 11.8, 10.1, 8.8, 8, 0},
        no_figures,
    }},
}};

}  // namespace

const std::array<const char*, dsm92_programs> dsm92_program_names{"tsp", "alpha_beta", "matrix",
                                                                  "shortest_paths"};
const std::array<const char*, dsm92_paradigms> dsm92_paradigm_names{
    "svm_central_bad",      "svm_distributed_bad", "svm_central_good",
    "svm_distributed_good", "orca_multicast",      "orca_rpc",
    "shared_memory",        "amoeba_rpc"};

double dsm92_seconds(std::size_t program, std::size_t paradigm, std::size_t processors) {
  return appendix_a[program][paradigm][processors - 1];
}

std::size_t dsm92_first(std::size_t program, std::size_t paradigm) {
  for (std::size_t n = 1; n <= dsm92_processors; ++n)
    if (dsm92_seconds(program, paradigm, n) > 0) return n;
  return 0;
}

std::size_t dsm92_last(std::size_t program, std::size_t paradigm) {
  for (std::size_t n = dsm92_processors; n > 0; --n)
    if (dsm92_seconds(program, paradigm, n) > 0) return n;
  return 0;
}

}  // namespace mentat::bench::then
