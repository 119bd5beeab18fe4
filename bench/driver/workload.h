// What the driver is made of: workloads, each a function that measures its systems in turn and adds
// rows, what it skipped, and pictures. The driver prints, writes and compares what they give; it
// knows nothing of any workload.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "bench/rounds.h"
#include "bench/rows.h"

namespace mentat::bench {

enum class extent : std::uint8_t {
  smoke,
  quick,
  full
};  // of all workloads together: a minute, ten minutes, an hour

// Where programs may run, and beside what (docs/benchmarks.md).
struct conditions {
  std::string placement = "free", load = "idle";
  bool operator==(const conditions&) const = default;
};

struct plan {
  extent how_much = extent::full;
  std::string built;  // folder of the programs of bench/
  std::string peers;  // folder of the programs that need packages which not everybody has; empty:
                      // there are none
  conditions under;
  std::string session;     // the address of a session of hosts for mode cluster; empty: none runs,
  std::string no_session;  // and this is why

  [[nodiscard]] int rounds(int smoke, int quick, int full) const;
  // When the last round of all workloads is to end, on the clock of samples.h. Each gets its first
  // round, whatever the time: there is a row of everything.
  double end_us = std::numeric_limits<double>::infinity();

  // Seconds for the rounds of one measurement: of all together within an hour, or ten minutes.
  [[nodiscard]] double budget(double quick, double full) const;
  [[nodiscard]] std::string seconds(double smoke, double quick, double full) const;
};

struct picture {
  std::string file, svg;
};

struct figures {
  machine on;
  conditions under;  // of the rows that are meant where nothing else is said
  std::vector<row> rows;
  std::vector<skip> skipped;
  std::vector<picture> pictures;

  void add(const std::string& bench, const std::vector<measured_system>& systems,
           const std::string& load);
  // Microseconds or whatever the row's unit is; NaN if it was not measured.
  [[nodiscard]] double median(const std::string& bench, const std::string& row,
                              const std::string& system, const std::string& mode = {}) const;
  // A figure that is made of others, under their conditions; nothing if it is NaN.
  void derive(row made, double value);
  // A ratio of two rows; its `min` is that of their minima, which a disturbed machine changes
  // least. Nothing if one of them is null.
  void derive_ratio(row made, const row* above, const row* below);
  // Valid until a row is added.
  [[nodiscard]] const row* find(const std::string& bench, const std::string& row,
                                const std::string& system, const std::string& mode = {}) const;
  [[nodiscard]] const row* find(const std::string& bench, const std::string& row,
                                const std::string& system, const std::string& mode,
                                const conditions& where) const;
};

// A program of bench/, or of a peer; and in a mode of the run-time system. In modes with processes
// every object is made in another process than the caller's, so that what is measured is between
// processes.
measured_program program_of(const plan& with, const std::string& system, const std::string& path,
                            std::vector<std::string> arguments);
// The command of a program that cannot run, for this reason.
std::vector<std::string> cannot(const std::string& why);
measured_program peer_of(const plan& with, const std::string& system, const std::string& name,
                         std::vector<std::string> arguments);
std::vector<measured_program> in_every_mode(const plan& with, const std::string& path,
                                            const std::vector<std::string>& arguments,
                                            bool elsewhere);

using workload = void (*)(const plan&, figures&);
void measure_table1(const plan&, figures&);
void measure_table2(const plan&, figures&);
void measure_metg(const plan&, figures&);
void measure_peers(const plan&, figures&);
void measure_scale(const plan&, figures&);
void measure_parts(const plan&, figures&);

// The page docs/performance.md; `pictures` is the folder of the pictures as the page names it.
std::string page_of(const figures& of, const std::string& pictures);
// The part of an earlier page that is written by hand, with its marks; empty if there is none.
std::string kept_part_of(const std::string& page);

// What the first of many costs, one more, and where that changes, from the rows of `scale`.
std::string bends_of(const figures& of);

// The rows of one workload as a table: one line a row, one column a system and mode.
void print_table(const figures& of, const std::string& bench);
void print_table1(const figures& of);
void print_table2(const figures& of);
void print_metg(const figures& of);
void print_peers(const figures& of);

}  // namespace mentat::bench
