// How a program is to be run: mode, workers, limits. From the command line (`--mentat-KEY=VALUE`, taken out of argv) and from the
// environment (`MENTAT_KEY`, `MENTAT_SECTION__KEY`); the command line wins. Keys: mode, workers, seed, stats, profile, log,
// limits.NAME, processes, placement,
// mmps.transports.
// Errors: a wrong key or value is an error that says what was expected, where, and the nearest known name; nothing starts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "rts/core/limits.h"

namespace mentat::node {

// Where objects are made and calls of regular classes executed, when there are several processes.
enum class exchange_placement : std::uint8_t {
  share,      // where there is room
  elsewhere,  // always in another process: for tests
};

enum class mode : std::uint8_t { serial, threads, adversarial, processes };

struct settings {
  node::mode mode = node::mode::threads;
  unsigned workers = 0;     // 0 = as many as there are cores for this process
  std::uint64_t seed = 1;   // of the adversarial executor
  unsigned processes = 2;   // of mode processes, with the driver
  exchange_placement placement = exchange_placement::share;
  bool shared_memory = true;  // between the processes of one host; else ZeroMQ, as between hosts
  bool stats = false;       // print counts at the end, to stderr
  std::string profile;      // file for the times that strict uses waited, written at the end; empty: none
  std::string log = "warn"; // the least level of lines that are logged: off, error, warn, info, debug
  mentat::limits limits;
};

// `arguments` are those of the program, without its name; the ones that were for the run-time system are removed.
// `environment` is a list of NAME=VALUE.
tl::expected<settings, std::string> read_settings(std::vector<std::string>& arguments,
                                                  const std::vector<std::string>& environment);

// "4096", "64KiB", "1.5GiB" in bytes.
tl::expected<std::size_t, std::string> parse_size(const std::string& text);

}  // namespace mentat::node
