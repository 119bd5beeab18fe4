// Large values on their way to an object: `values MIB ROUNDS`. Each round makes its values anew.
// Rows, in us: `memcpy`, one copy of a vector of so many MiB; `vector`, a call that gets such a
// vector and reads one element; `buffer_first_read`, `buffer_read`, the same with a mentat::buffer
// that was filled in place, of which it reads one element, or all; `moved_vector_first_read`, with
// a buffer made of a vector; `read`, reading all of a buffer in the caller. `vector_over_memcpy`:
// the first two of a round. In one process also `stages_resident`: a buffer is handed from stage to
// stage through ten objects; the memory that the process has at most meanwhile, over the size of
// the buffer.
#include <mentat/buffer.h>
#include <mentat/mpl.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "bench/samples.h"

class [[mentat::persistent]] reader {
 public:
  double first_of_vector(const std::vector<double>& all) { return all.front(); }
  double first(mentat::buffer<double> all) { return all[0]; }
  double sum(mentat::buffer<double> all) {
    double total = 0;
    for (const double each : all) total += each;
    return total;
  }
  mentat::buffer<double> next(mentat::buffer<double> all) { return all; }
};

namespace {

using mentat::bench::give_sample;
using mentat::bench::now_us;

std::size_t elements_of(int mib) { return (std::size_t{1} << 20) / sizeof(double) * mib; }

void check(bool right) {
  if (right) return;
  std::fprintf(stderr, "values: wrong result\n");
  std::exit(3);
}

double in_kib(const char* field) {
  char line[256];
  double value = 0;
  std::FILE* file = std::fopen("/proc/self/status", "r");
  while (file && std::fgets(line, sizeof line, file))
    if (std::strncmp(line, field, std::strlen(field)) == 0)
      value = std::atof(line + std::strlen(field));
  if (file) std::fclose(file);
  return value;
}

}  // namespace

static double memcpy_us(const std::vector<double>& from) {
  std::vector<double> to(from.size());
  const double begin = now_us();
  std::memcpy(to.data(), from.data(), from.size() * sizeof(double));
  const double took = now_us() - begin;
  check(to.back() == from.back());
  return took;
}

static double vector_us(reader to, const std::vector<double>& sent) {
  const double begin = now_us();
  double first = to.first_of_vector(sent);
  check(first == 1);
  return now_us() - begin;
}

static mentat::buffer<double> fresh(int mib) {
  return mentat::buffer<double>::make(elements_of(mib),
                                      [](std::span<double> all) { std::ranges::fill(all, 1); });
}

static double first_read_us(reader to, mentat::buffer<double> sent) {
  const double begin = now_us();
  double first = to.first(sent);
  check(first == 1);
  return now_us() - begin;
}

static double read_us(reader to, int mib) {
  const mentat::buffer<double> sent = fresh(mib);
  const double begin = now_us();
  double total = to.sum(sent);
  check(total == static_cast<double>(sent.size()));
  return now_us() - begin;
}

static double read_here_us(int mib) {
  const mentat::buffer<double> all = fresh(mib);
  const double begin = now_us();
  double total = 0;
  for (const double each : all) total += each;
  check(total == static_cast<double>(all.size()));
  return now_us() - begin;
}

static void stages(int mib) {
  std::vector<reader> line(10);
  for (reader& each : line) mentat::create(each);
  mentat::buffer<double> at = fresh(mib);
  const double before = in_kib("VmRSS:");
  std::FILE* peak = std::fopen("/proc/self/clear_refs", "w");  // the peak begins anew
  if (!peak) return;
  std::fputs("5", peak);
  std::fclose(peak);
  for (reader& each : line) at = each.next(at);
  check(at[at.size() - 1] == 1);
  const double size = static_cast<double>(at.size() * sizeof(double)) / 1024;
  give_sample("stages_resident", 1 + (in_kib("VmHWM:") - before) / size, "ratio");
}

int main(int argc, char** argv) {
  const int mib = argc > 1 ? std::atoi(argv[1]) : 64, rounds = argc > 2 ? std::atoi(argv[2]) : 5;
  reader other;
  mentat::create(other);
  first_read_us(other, fresh(mib));
  for (int round = 0; round < rounds; ++round) {
    const std::vector<double> values(elements_of(mib), 1);
    const double copy = memcpy_us(values), vector = vector_us(other, values);
    give_sample("memcpy", copy);
    give_sample("vector", vector);
    give_sample("vector_over_memcpy", vector / copy, "ratio");
    give_sample("buffer_first_read", first_read_us(other, fresh(mib)));
    give_sample("moved_vector_first_read",
                first_read_us(other, mentat::buffer<double>(std::vector<double>(values))));
    give_sample("buffer_read", read_us(other, mib));
    give_sample("read", read_here_us(mib));
  }
  const char* mode = std::getenv("MENTAT_MODE");
  if (mode && std::string(mode) == "threads") stages(mib);
  return 0;
}
