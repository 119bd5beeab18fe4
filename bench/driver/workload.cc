#include "bench/driver/workload.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "bench/samples.h"

namespace mentat::bench {

namespace fs = std::filesystem;

int plan::rounds(int smoke, int quick, int full) const {
  return how_much == extent::smoke ? smoke : how_much == extent::quick ? quick : full;
}

double plan::budget(double quick, double full) const {
  return std::min(how_much == extent::full ? full : quick, (end_us - now_us()) / 1e6);
}

std::string plan::seconds(double smoke, double quick, double full) const {
  char text[32];
  std::snprintf(text, sizeof text, "%g",
                how_much == extent::smoke   ? smoke
                : how_much == extent::quick ? quick
                                            : full);
  return text;
}

void figures::add(const std::string& bench, const std::vector<measured_system>& systems,
                  const std::string& load) {
  for (row& each : rows_of(bench, systems, load)) rows.push_back(std::move(each));
  for (skip& each : skipped_of(bench, systems)) skipped.push_back(std::move(each));
}

const row* figures::find(const std::string& bench, const std::string& row_name,
                         const std::string& system, const std::string& mode) const {
  return find(bench, row_name, system, mode, under);
}

const row* figures::find(const std::string& bench, const std::string& row_name,
                         const std::string& system, const std::string& mode,
                         const conditions& where) const {
  for (const row& each : rows)
    if (each.bench == bench && each.name == row_name && each.system == system &&
        (mode.empty() || each.mode == mode) && each.placement == where.placement &&
        each.load == where.load)
      return &each;
  return nullptr;
}

double figures::median(const std::string& bench, const std::string& row_name,
                       const std::string& system, const std::string& mode) const {
  const row* found = find(bench, row_name, system, mode);
  return found ? found->median : std::nan("");
}

void figures::derive_ratio(row made, const row* above, const row* below) {
  if (!above || !below) return;
  made.unit = "ratio";
  made.placement = below->placement;
  made.load = below->load;
  made.median = above->median / below->median;
  made.mean = above->mean / below->mean;
  made.min = above->min / below->min;
  made.p99 = above->p99 / below->p99;
  made.n = 1;
  rows.push_back(std::move(made));
}

void figures::derive(row made, double value) {
  if (std::isnan(value)) return;
  made.placement = under.placement;
  made.load = under.load;
  made.median = made.mean = made.min = made.p99 = value;
  made.n = 1;
  rows.push_back(std::move(made));
}

measured_program program_of(const plan& with, const std::string& system, const std::string& path,
                            std::vector<std::string> arguments) {
  measured_program made{
      .system = system, .mode = "", .command = {with.built + "/" + path}, .environment = {}};
  made.placement = with.under.placement;
  for (std::string& each : arguments) made.command.push_back(std::move(each));
  return made;
}

std::vector<std::string> cannot(const std::string& why) {
  return {"/bin/sh", "-c", "echo \"$0\" >&2; exit 77", why};
}

measured_program peer_of(const plan& with, const std::string& system, const std::string& name,
                         std::vector<std::string> arguments) {
  measured_program made = program_of(with, system, name, std::move(arguments));
  made.command.front() = with.peers + "/" + name;
  const std::string reason = with.peers + "/" + name + ".skipped";
  if (with.peers.empty()) made.command = cannot("the peers were not built");
  if (fs::exists(reason)) made.command = {"/bin/sh", "-c", "cat \"$0\" >&2; exit 77", reason};
  return made;
}

std::vector<measured_program> in_every_mode(const plan& with, const std::string& path,
                                            const std::vector<std::string>& arguments,
                                            bool elsewhere) {
  struct variant {
    const char* mode;
    std::vector<std::string> environment;
  };
  // A session of two hosts on this machine; a cluster's objects are on the other host.
  std::vector<variant> variants = {
      {"threads", {"MENTAT_MODE=threads"}},
      {"processes", {"MENTAT_MODE=processes"}},
      {"processes_zmq", {"MENTAT_MODE=processes"}},
      {"cluster", {"MENTAT_MODE=cluster", "MENTAT_ADDRESS=" + with.session}},
  };
  std::vector<measured_program> all;
  for (variant& each : variants) {
    measured_program made = program_of(with, "mentat", path, arguments);
    made.mode = each.mode;
    made.environment = std::move(each.environment);
    // An option rather than the environment: a run-time system that does not know it refuses it,
    // and the mode is skipped.
    if (made.mode == "processes_zmq") made.command.push_back("--mentat-mmps.transports=zmq");
    if (elsewhere && made.mode != "threads")
      made.environment.push_back("MENTAT_PLACEMENT=elsewhere");
    if (made.mode == "cluster" && with.session.empty()) made.command = cannot(with.no_session);
    all.push_back(std::move(made));
  }
  return all;
}

void print_table(const figures& of, const std::string& bench) {
  std::vector<std::string> names, columns;
  for (const row& each : of.rows) {
    if (each.bench != bench) continue;
    const std::string column = each.system + (each.mode.empty() ? "" : " " + each.mode);
    if (std::find(names.begin(), names.end(), each.name) == names.end()) names.push_back(each.name);
    if (std::find(columns.begin(), columns.end(), column) == columns.end())
      columns.push_back(column);
  }
  std::printf("\n%s; median [min, p99] n\n", bench.c_str());
  for (const std::string& name : names) {
    std::printf("%s\n", name.c_str());
    for (const std::string& column : columns)
      for (const row& each : of.rows)
        if (each.bench == bench && each.name == name &&
            each.system + (each.mode.empty() ? "" : " " + each.mode) == column)
          std::printf("    %-28s %12.4g %-8s [%.4g, %.4g] %zu\n", column.c_str(), each.median,
                      each.unit.c_str(), each.min, each.p99, each.n);
  }
}

}  // namespace mentat::bench
