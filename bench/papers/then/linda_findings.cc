#include <algorithm>
#include <cmath>
#include <iterator>

#include "bench/papers/then/findings.h"
#include "bench/papers/then/linda_programs.h"
#include "bench/papers/then/tables.h"

namespace mentat::bench::then {
namespace {

using kind = finding::kind;

/// Least squares of a/n + b over n = 1, 2, ...
struct fit {
  double a = 0, b = 0, residual_percent = 0;
  explicit fit(const std::vector<double>& times) {
    double x = 0, y = 0, xx = 0, xy = 0;
    const auto n = static_cast<double>(times.size());
    for (std::size_t k = 0; k < times.size(); ++k) {
      const double inverse = 1.0 / static_cast<double>(k + 1);
      x += inverse, y += times[k], xx += inverse * inverse, xy += inverse * times[k];
    }
    a = (n * xy - x * y) / (n * xx - x * x);
    b = (y - a * x) / n;
    for (std::size_t k = 0; k < times.size(); ++k) {
      const double off = times[k] - a / static_cast<double>(k + 1) - b;
      residual_percent = std::max(residual_percent, 100 * std::abs(off) / times[k]);
    }
  }
};

std::vector<double> times(int dimension, unsigned workers, bool by_row) {
  std::vector<double> all;
  for (unsigned n = 1; n <= workers; ++n)
    all.push_back(linda_matrix(linda_design::by_origin, dimension, n, by_row).seconds);
  return all;
}

double c_seconds(int dimension) { return linda86::c_64_s * std::pow(dimension / 64.0, 3); }

unsigned workers_that_beat(double seconds, const std::vector<double>& linda) {
  const auto first =
      std::find_if(linda.begin(), linda.end(), [&](double t) { return t < seconds; });
  return static_cast<unsigned>(std::distance(linda.begin(), first)) + 1;
}

}  // namespace

std::vector<finding> linda86_ping_pong() {
  constexpr unsigned limit = 2000;  // the paper's 20,000 in virtual time: every cycle is alike
  const linda_measured first = ping_pong(linda_design::by_origin, limit);
  const linda_measured second = ping_pong(linda_design::by_bus, limit);
  const linda_measured local = ping_pong(linda_design::local, limit);
  std::vector<finding> rows;
  rows.push_back({"", "pairs a second, first delete protocol", linda86::pairs_first,
                  first.pairs_per_second, kind::close, 0.10});
  rows.push_back({"", "pairs a second, second delete protocol", linda86::pairs_second,
                  second.pairs_per_second, kind::close, 0.10});
  rows.push_back({"", "ms out, in and back (two pairs)", linda86::out_in_and_back_ms,
                  2e3 / second.pairs_per_second, kind::close, 0.10});
  rows.push_back({"", "ms an interrupt", linda86::interrupt_ms, 0.3, kind::given});
  rows.push_back({"", "interrupts a pair, both kernels, first protocol",
                  linda86::interrupts_of_a_pair, 2 * first.interrupts_per_pair, kind::close, 0.10});
  rows.push_back({"", "pairs a second, patterns travel (Leichter)", 0, local.pairs_per_second});
  return rows;
}

std::vector<finding> linda86_by_element() {
  std::vector<finding> rows;
  for (const int dimension : {16, 32, 64}) {
    const std::vector<double> measured = times(dimension, dimension == 32 ? 6 : 4, false);
    const fit curve(measured);
    for (std::size_t n = 0; n < measured.size(); ++n)
      rows.push_back({"", text("%d x %d, seconds with %zu workers", dimension, dimension, n + 1), 0,
                      measured[n]});
    rows.push_back({"", text("%d x %d, a of a/n + b", dimension, dimension), 0, curve.a});
    finding b{"", text("%d x %d, b of a/n + b", dimension, dimension), 0, curve.b};
    if (dimension == 64) {
      b.paper = linda86::fixed_64_s;
      b.what = kind::close;
      b.tolerance = 0.15;
      const double counted =
          linda_matrix(linda_design::by_origin, 64, 4, false).interrupts_per_pair;
      b.why = text(
          "a worker's kernel takes %.2f interrupts a pair with 4 workers, not the paper's 3: two "
          "broadcasts reach every kernel, the answer one",
          counted);
    }
    rows.push_back(b);
    rows.push_back({"", text("%d x %d, largest residual, %%", dimension, dimension), 5,
                    curve.residual_percent, kind::at_most});
    finding beat{"",
                 text("%d x %d, workers that beat C", dimension, dimension),
                 dimension == 16 ? 3.0 : 2.0,
                 static_cast<double>(workers_that_beat(c_seconds(dimension), measured)),
                 kind::close,
                 0.0};
    if (dimension == 16)
      beat.why = text("two take %.2f s and C %.2f s", measured[1], c_seconds(dimension));
    rows.push_back(beat);
  }
  return rows;
}

std::vector<finding> linda86_by_row() {
  std::vector<finding> rows;
  const std::vector<double> of_16 = times(16, 5, true), of_64 = times(64, 5, true);
  rows.push_back({"", "64 x 64, seconds in C", linda86::c_64_s, c_seconds(64), kind::given});
  rows.push_back({"", "64 x 64, seconds with 1 worker", linda86::one_worker_by_row_64_s, of_64[0],
                  kind::close, 0.05});
  for (std::size_t n = 1; n < 5; ++n)
    rows.push_back({"", text("64 x 64, seconds with %zu workers, beside C/n", n + 1),
                    linda86::c_64_s / static_cast<double>(n + 1), of_64[n], kind::close, 0.10});
  for (std::size_t n = 0; n < 5; ++n)
    rows.push_back(
        {"", text("16 x 16, seconds with %zu workers, times 20", n + 1), 0, 20 * of_16[n]});
  rows.push_back({"", "16 x 16, 5 workers over 4", 1, of_16[4] / of_16[3], kind::close, 0.05});
  const double by_element = linda_matrix(linda_design::by_origin, 64, 1, false).seconds;
  finding twice{"",
                "64 x 64, by element over by row, 1 worker",
                linda86::by_element_over_by_row,
                by_element / of_64[0],
                kind::close,
                0.15};
  twice.why = text(
      "it would take %.1f ms more an element; the paper prints no cost of formatting but the 0.6 s "
      "of the rows",
      1e3 * (2 * of_64[0] - by_element) / 4096);
  rows.push_back(twice);
  return rows;
}

std::vector<finding> rlinda_table1() {
  const duration delay = microseconds(125e3);
  const r_linda_measured full = r_linda_ping_pong(500, delay, false, false);
  const r_linda_measured skeleton = r_linda_ping_pong(500, delay, true, false);
  const r_linda_measured no_delay = r_linda_ping_pong(500, 0, true, false);
  const r_linda_measured guard = r_linda_ping_pong(500, 0, false, true);
  std::vector<finding> rows;
  rows.push_back({"", "seconds for 3000 null calls", rlinda::null_calls_s,
                  3000 * seconds(r_linda_costs{}.null_call), kind::given});
  rows.push_back(
      {"", "seconds, skeleton, no delay", rlinda::no_delay_s, no_delay.seconds, kind::given});
  rows.push_back(
      {"", "seconds, skeleton, 0.125 s", rlinda::skeleton_s, skeleton.seconds, kind::close, 0.15});
  rows.push_back({"", "seconds, full, 0.125 s", rlinda::full_s, full.seconds, kind::close, 0.15});
  rows.push_back({"", "own processing of a pair, %", rlinda::own_percent,
                  100 * (full.seconds - skeleton.seconds) / full.seconds, kind::close, 0.25});
  rows.push_back({"", "transmission, %", rlinda::transmission_percent,
                  100 * (no_delay.seconds - rlinda::null_calls_s) / full.seconds, kind::close,
                  0.25});
  rows.push_back({"", "remote procedure calls, %", rlinda::rpc_percent,
                  100 * (skeleton.seconds - no_delay.seconds + rlinda::null_calls_s) / full.seconds,
                  kind::close, 0.25});
  rows.push_back({"", "calls a cycle, full", 0, static_cast<double>(full.calls) / 500});
  rows.push_back({"", "pairs a second as the S/Net counts, full", 1000 / rlinda::full_s,
                  1000 / full.seconds, kind::close, 0.15});
  rows.push_back({"", "seconds, full, guard in the place of polling", 0, guard.seconds});
  rows.push_back({"", "calls a cycle, guard", 0, static_cast<double>(guard.calls) / 500});
  return rows;
}

}  // namespace mentat::bench::then
