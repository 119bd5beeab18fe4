// The interface of the driver's workloads: each is a function that measures its systems in turn and
// adds rows, skipped systems, and pictures. The driver prints, writes and compares the results; it
// depends on no workload.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "bench/rounds.h"
#include "bench/rows.h"

namespace mentat::bench {

// The total time of all workloads: a minute, ten minutes, an hour.
enum class extent : std::uint8_t { smoke, quick, full };

// The placement of programs and the background load (docs/benchmarks.md).
struct conditions {
  std::string placement = "free", load = "idle";
  bool operator==(const conditions&) const = default;
};

struct plan {
  extent how_much = extent::full;
  std::string built;  // folder of the programs of bench/
  std::string peers;  // folder of the programs with optional dependencies; empty: none exist
  conditions under;
  std::string session;     // address of a session of hosts for mode cluster; empty: there is none
  std::string no_session;  // why there is none

  [[nodiscard]] int rounds(int smoke, int quick, int full) const;
  // The deadline of the last round of all workloads, on the clock of samples.h. The first round of
  // each runs regardless of the time, so that every row exists.
  double end_us = std::numeric_limits<double>::infinity();

  // Seconds for the rounds of one measurement; all together take an hour, or ten minutes.
  [[nodiscard]] double budget(double quick, double full) const;
  [[nodiscard]] std::string seconds(double smoke, double quick, double full) const;
};

struct picture {
  std::string file, svg;
};

struct figures {
  machine on;
  conditions under;  // default conditions of rows
  std::vector<row> rows;
  std::vector<skip> skipped;
  std::vector<picture> pictures;

  void add(const std::string& bench, const std::vector<measured_system>& systems,
           const std::string& load);
  // In microseconds or the row's unit; NaN if not measured.
  [[nodiscard]] double median(const std::string& bench, const std::string& row,
                              const std::string& system, const std::string& mode = {}) const;
  // Adds a figure computed from others, under their conditions; nothing if it is NaN.
  void derive(row made, double value);
  // Adds a ratio of two rows; its `min` is the ratio of their minima, which disturbances affect
  // least. Adds nothing if a row is null.
  void derive_ratio(row made, const row* above, const row* below);
  // Valid until a row is added.
  [[nodiscard]] const row* find(const std::string& bench, const std::string& row,
                                const std::string& system, const std::string& mode = {}) const;
  [[nodiscard]] const row* find(const std::string& bench, const std::string& row,
                                const std::string& system, const std::string& mode,
                                const conditions& where) const;
};

// Programs of bench/, of a peer, and in every mode of the run-time system. Modes with processes
// create every object outside of the caller's process, so that calls cross processes.
measured_program program_of(const plan& with, const std::string& system, const std::string& path,
                            std::vector<std::string> arguments);
// A command for a program that cannot run; `why` is the reason.
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
void measure_values(const plan&, figures&);

// Makes docs/performance.md; `pictures` is the folder of the pictures as the page names it.
std::string page_of(const figures& of, const std::string& pictures);
// The hand-written part of an earlier page, with its marks; empty if there is none.
std::string kept_part_of(const std::string& page);

// Text on the cost of the first one, of one more, and where that changes, from rows of `scale`.
std::string bends_of(const figures& of);

// Prints a workload's rows as a table: one line a row, one column a system and mode.
void print_table(const figures& of, const std::string& bench);
void print_table1(const figures& of);
void print_table2(const figures& of);
void print_metg(const figures& of);
void print_peers(const figures& of);

}  // namespace mentat::bench
