// How a program is to be run: mode, workers, limits. From files (settings_files.h), from the
// environment (`MENTAT_KEY`, `MENTAT_SECTION__KEY`), from the command line (`--mentat-KEY=VALUE`,
// taken out of argv), and, in a branch of a program of several hosts, from the driver; the last
// wins. docs/configuration.md has the keys. Errors: a wrong key or value is an error that says what
// was expected, where, and the nearest known name; nothing starts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "rts/core/limits.h"

namespace mentat::node {

// Where objects are made and calls of regular classes are executed, with several processes.
enum class exchange_placement : std::uint8_t {
  share,      // where there is room
  elsewhere,  // always in another process: for tests
};

enum class mode : std::uint8_t {
  serial,
  threads,
  adversarial,
  processes,
  cluster,
  sim,  // a cluster in one thread and virtual time, from the seed (docs/simulator.md)
};

// The instantiation manager's policies [TOCS96 3.2.6].
struct im_settings {
  double threshold = 2.0;       // runnable work units per core: below it a host takes each request
  unsigned transfer_limit = 3;  // hops; then a request must be taken
  std::string location_policy = "best_most_recently";  // or random, round_robin
  bool isolation = false;  // every persistent object has a process of its own
};

// The simulated cluster of mode sim.
struct sim_settings {
  unsigned hosts = 4;
  std::string faults = "none";  // or default, messages, cuts, deaths, or a file of them
  std::string trace;            // file for the events, for chrome://tracing; empty: none
  std::string outcome;          // file to which the outcome of each run is added; empty: stderr
};

// The open choices of mode serial (rts/executor/recorded_choices.h).
struct choice_settings {
  std::string follow;      // file of a record to follow; empty: none
  std::uint64_t seed = 0;  // of the choices behind it; 0: always the first candidate
  std::string record;      // file for all choices; empty: none

  [[nodiscard]] bool says_something() const {
    return !follow.empty() || seed != 0 || !record.empty();
  }
};

// A setting as the user gave it, and its origin, for messages.
struct setting_origin {
  std::string where;  // "mentat.toml:3:8", "MENTAT_MODE", "--mentat-mode"
  std::string key;    // "limits.graph_depth"
  std::string value;
};

struct settings {
  node::mode mode = node::mode::threads;
  unsigned workers = 0;    // 0 = as many as there are cores for this process
  std::uint64_t seed = 1;  // of the adversarial executor, and of mode sim
  unsigned processes = 3;  // of each host in modes processes and cluster, with the driver
  // Of the session that mode cluster joins: its name or its folder; empty: the usual one.
  std::string address;
  // In mode cluster: executables of this program for other processors, `s390x=FILE,aarch64=FILE`.
  std::string also;
  exchange_placement placement = exchange_placement::share;
  bool driver_executes = false;  // calls that another process could execute, and holds such objects
  bool shared_memory = true;     // between the processes of one host; else ZeroMQ, as between hosts
  bool stats = false;            // print counts at the end, to stderr
  // File for the times that strict uses waited, written at the end; empty: none.
  std::string profile;
  // What of the program's calls is recorded: off, auto, full; empty: auto if there is a file.
  std::string record;
  std::string record_file;  // file for the recording; empty: the last events, in memory
  // The least level of lines that are logged: off, error, warn, info, debug.
  std::string log = "warn";
  std::string log_format = "text";  // of these lines: text, json
  mentat::limits limits;
  im_settings im;
  sim_settings sim;
  choice_settings choices;
  unsigned object_processes = 256;                  // of each host, with im.isolation
  unsigned check_replicas_every = 0;                // writes of a replicated object; 0: never
  std::size_t tmu_memory = std::size_t{256} << 20;  // then work units go to disk
  unsigned drain_before = 60;  // seconds before the end of a batch job; for `mentat launch slurm`
  std::vector<setting_origin> given;  // one entry for each key that was given: the one that won
  // Main stays on its thread. The program says so, and not its user.
  bool pins_main = false;
};

// `arguments` are those of the program, without its name; those for the run-time system are
// removed. `environment` is a list of NAME=VALUE; `files` are the settings from files; the later
// wins.
tl::expected<settings, std::string> read_settings(std::vector<std::string>& arguments,
                                                  const std::vector<std::string>& environment,
                                                  const std::vector<setting_origin>& files = {});

// Every setting with its value and its origin, or "default". An empty value: the program chooses
// one.
std::vector<setting_origin> all_settings(const settings& of);

// A setting in words, for documents: markup as in Markdown.
struct setting_description {
  std::string key;
  std::string values;         // "1 to 1024"
  std::string default_value;  // "16", "half of the machine's"
  std::string meaning;
};
// Every setting, in the order of the documents.
std::vector<setting_description> describe_settings();

// The settings that the driver sends to the branches of a program on other hosts, as lines
// KEY=VALUE, and the function that reads them.
std::string settings_for_branches(const settings& of);
tl::expected<settings, std::string> read_settings_for_branch(const std::string& lines);

// The form of a key's value in a file.
enum class value_kind : std::uint8_t { word, whole, real, flag, size, words };
// Empty if there is no such key.
std::optional<value_kind> kind_of_key(const std::string& key);
// The known key that is most similar.
std::string nearest_key(const std::string& key);

// "4096", "64KiB", "1.5GiB" in bytes.
tl::expected<std::size_t, std::string> parse_size(const std::string& text);

}  // namespace mentat::node
