// docs/performance.md from the figures of one run.
#include <cmath>
#include <cstdio>
#include <set>

#include "bench/driver/workload.h"

namespace mentat::bench {
namespace {

std::string text_of(double value) {
  char text[32] = "-";
  if (std::isfinite(value))
    std::snprintf(text, sizeof text, value >= 1000 ? "%.0f" : "%.3g", value);
  return text;
}

struct goal {
  const char* what;
  const char* bench;
  const char* row;
  const char* mode;
  double most;
  const char* cause;  // why it is not reached where it is not
};

// Ratios of Mentat over the other; the goals are those of the design.
const goal goals[] = {
    {"null call in one process, over CAF actor to actor", "peers",
     "null_call_actor_to_actor_over_caf", "threads", 0.25,
     "one computation instance is made for each call"},
    {"512 calls outstanding in one process, over CAF", "peers", "pipelined_512_over_caf", "threads",
     0.4, "one computation instance is made for each call"},
    {"null call between processes, over the raw ring", "peers", "null_call_over_raw_ring",
     "processes", 2,
     "copies of header and body, the table of pending calls, the queue of the object"},
    {"null call between processes, over Cap'n Proto", "peers", "null_call_over_capnproto",
     "processes", 1.0 / 40, "the distance to the raw ring, above"},
    {"null call between processes, over raw ZeroMQ", "peers", "null_call_over_raw_zmq", "processes",
     1.0 / 80, "the distance to the raw ring, above"},
    {"512 calls outstanding between processes, over raw ZeroMQ", "peers",
     "pipelined_512_over_raw_zmq", "processes", 0.2,
     "each call is a message of its own with its own header"},
    {"512 calls outstanding between processes, over Cap'n Proto", "peers",
     "pipelined_512_over_capnproto", "processes", 1.0 / 30,
     "each call is a message of its own with its own header"},
    {"message over ZeroMQ, over the same by hand", "table1", "message_transport_over_by_hand",
     "processes_zmq", 1.12, "the transport's own threads and check sums"},
};

const char* why_ahead(const std::string& system, const std::string& row) {
  if (system == "openmpi")
    return "both ranks spin all the time and never leave their cores; there are no names, no "
           "objects, no recovery";
  if (system == "raw_ring")
    return "the limit: bytes are copied once each way, without header, name or table";
  if (row.rfind("argument_", 0) == 0 && row != "argument_64" && row != "argument_4096")
    return "large arguments are encoded and copied; by hand the bytes go from memory to memory";
  if (system == "raw_unix" || system == "raw_zmq" || system == "raw_zmq_tcp")
    return "by hand: no graph is built, nothing can be executed again";
  if (system == "onetbb")
    return "a task returns nothing: there is no value, no arc, no order between calls of one "
           "object";
  if (system == "caf") return "messages of one actor are taken in batches";
  if (row == "object_creation")
    return "an object is made in another process, which the instantiation manager chooses";
  if (row == "fan_4")
    return "the calls go to objects of several processes, and their sum is a call of the graph";
  return "not known";
}

std::string machine_of(const machine& on) {
  char text[512];
  std::snprintf(text, sizeof text,
                "Measured %s on %s, %u cores, Linux %s, %s; a wake-up of a thread on an idle core "
                "takes %.0f us.\n",
                on.date.c_str(), on.processor.c_str(), on.cores, on.kernel.c_str(),
                on.compiler.c_str(), on.wake_us);
  return text;
}

std::string goals_of(const figures& of) {
  std::string page =
      "## Goals\nRatios of one run, of medians.\n\n| goal | at most | reached | what costs it, by "
      "design; not profiled "
      "|\n|---|---|---|---|\n";
  for (const goal& each : goals) {
    const double reached = of.median(each.bench, each.row, "mentat", each.mode);
    const bool missed = std::isfinite(reached) && reached > each.most;
    page += std::string("| ") + each.what + " | " + text_of(each.most) + " | " +
            (missed ? "**" : "") + text_of(reached) + (missed ? "**" : "") + " | " +
            (missed                    ? each.cause
             : !std::isfinite(reached) ? "not measured"
                                       : "") +
            " |\n";
  }
  return page + "\n";
}

// One line a row, one column a system and mode.
std::string table_of(const figures& of, const std::string& bench, const std::string& title,
                     const std::string& introduction) {
  std::vector<std::string> names, columns;
  std::set<std::string> known;
  for (const row& each : of.rows) {
    if (each.bench != bench || (bench == "peers" && each.unit == "ratio")) continue;
    if (known.insert("row " + each.name).second) names.push_back(each.name);
    if (known.insert(each.system + " " + each.mode).second)
      columns.push_back(each.system + " " + each.mode);
  }
  if (names.empty()) return {};
  std::string page = "## " + title + "\n" + introduction + "\n\n| |", line = "|---|";
  for (const std::string& column : columns) {
    page += " " + column + " |";
    line += "---|";
  }
  page += "\n" + line + "\n";
  for (const std::string& name : names) {
    page += "| `" + name + "` |";
    for (const std::string& column : columns) {
      const std::size_t space = column.find(' ');
      page += " " +
              text_of(of.median(bench, name, column.substr(0, space), column.substr(space + 1))) +
              " |";
    }
    page += "\n";
  }
  return page + "\n";
}

std::string pictures_of(const figures& of, const std::string& prefix, const std::string& folder) {
  std::string page;
  for (const picture& each : of.pictures)
    if (each.file.rfind(prefix, 0) == 0)
      page += "![" + each.file.substr(0, each.file.size() - 4) + "](" + folder + "/" + each.file +
              ")\n";
  return page.empty() ? page : page + "\n";
}

std::string ahead_of(const figures& of) {
  std::string page =
      "## Where another system is ahead\n| row | system | times faster | what differs, by design; "
      "not profiled "
      "|\n|---|---|---|---|\n";
  for (const row& each : of.rows) {
    const std::size_t over = each.name.find("_over_");
    if (each.bench != "peers" || each.unit != "ratio" || over == std::string::npos ||
        each.median <= 1.05)
      continue;
    const std::string name = each.name.substr(0, over), system = each.name.substr(over + 6);
    page += "| `" + name + "`, " + each.mode + " | " + system + " | " + text_of(each.median) +
            " | " + why_ahead(system, name) + " |\n";
  }
  return page + "\n";
}

std::string skipped_of(const figures& of) {
  if (of.skipped.empty()) return {};
  std::string page = "## Not measured\n| workload | system | why |\n|---|---|---|\n";
  for (const skip& each : of.skipped)
    page += "| " + each.bench + " | " + each.system + " " + each.mode + " | " + each.why + " |\n";
  return page + "\n";
}

}  // namespace

std::string page_of(const figures& of, const std::string& pictures) {
  return "# Performance\n\nGenerated by `./mentat bench all --page docs/performance.md`; "
         "`docs/benchmarks.md` says how it is measured.\n" +
         machine_of(of.on) +
         "Microseconds unless a row says otherwise. Only ratios of figures of this page mean "
         "anything; another run has others.\n\n" +
         goals_of(of) +
         table_of(of, "table1", "Table I", "The operations of Table I of the paper; medians.") +
         table_of(of, "table2", "Table II",
                  "The smallest work that pays with k workers. A mode without a figure never beat "
                  "the loop.") +
         pictures_of(of, "figure_11", pictures) +
         table_of(of, "metg", "METG",
                  "Microseconds a task; without a figure the efficiency was never reached.") +
         pictures_of(of, "metg_", pictures) +
         table_of(of, "peers", "Peers", "Microseconds a call; medians.") + ahead_of(of) +
         table_of(of, "scale", "Scale", "Microseconds, or bytes of memory, for each.") +
         pictures_of(of, "scale_", pictures) + skipped_of(of);
}

}  // namespace mentat::bench
