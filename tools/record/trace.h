// A recording that was read from its file: which calls ran where and when, in nanoseconds since its
// beginning. A value. The file may be anything: what is wrong with it is said, and what comes
// before the first fault can be used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <limits>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "rts/record/event.h"
#include "rts/record/trace_blocks.h"

namespace mentat::command {

struct traced_method {
  std::string name;        // "counter::add"
  std::string defined_at;  // "counter.mpl.cc:12", or empty
};

struct trace {
  // A call, from its begin to its end.
  struct call {
    std::size_t worker = 0;  // where it ended: an index of `workers`
    std::uint16_t method = 0;
    bool was_cut_off = false;  // by the end of its process
    std::int64_t begin = 0, end = 0;
    std::uint64_t number = 0;
    std::uint64_t outer = 0;  // the number of the call on whose stack it ran; 0: none
  };
  // A call stood, and its worker did other things.
  struct pause {
    std::size_t left = 0, resumed = 0;  // workers
    std::int64_t begin = 0, end = 0;
    std::uint64_t number = 0;   // of the call
    std::uint64_t awaited = 0;  // the number of the call for which it waited, or 0
  };
  // A call was made.
  struct making {
    std::size_t worker = 0;
    std::int64_t at = 0;
    std::uint64_t number = 0;
    std::uint64_t maker = 0;
    std::uint16_t method = 0;
    std::uint32_t object = 0;  // tells objects apart; 0: a call of a regular class
  };
  // A call takes the result of another one.
  struct argument {
    std::size_t worker = 0;
    std::int64_t at = 0;
    std::uint64_t number = 0, producer = 0;  // of calls
  };
  // A call needs the result of another one.
  struct need {
    std::size_t worker = 0;
    std::int64_t at = 0;
    std::uint64_t number = 0, wanted = 0;  // of calls
    std::uint16_t place = 0;
  };
  // The result of a call is that of another one.
  struct forwarding {
    std::size_t worker = 0;
    std::int64_t at = 0;
    std::uint64_t number = 0, to = 0;  // of calls
  };
  // A worker took what it ran next from another one's queue.
  struct theft {
    std::size_t worker = 0;
    std::int64_t at = 0;
    record::stolen_item what{};
    std::uint64_t number = 0;  // of the call, or 0
  };
  // A worker began to handle a message of another process.
  struct message {
    std::size_t worker = 0;
    std::int64_t at = 0;
    std::uint32_t from_host = 0, from_process = 0;  // in the session
    record::message_kind what{};
    std::uint64_t bytes = 0;
  };
  // A persistent object was made, or ended, in its process.
  struct object_event {
    std::size_t worker = 0;
    std::int64_t at = 0;
    std::uint16_t method = 0;  // "tally::create"
    std::uint32_t object = 0;  // as in `making`
    bool is_end = false;
  };
  // The same call in two processes: the one that made it, and the one that executed it. Times of
  // the result are -1 if they are not known.
  struct sending {
    std::size_t maker = 0, executor = 0;  // workers
    std::uint64_t number = 0, there = 0;  // of the call, in the two processes
    std::int64_t sent = 0, came = 0;
    std::int64_t result_sent = -1, result_came = -1;
    std::uint32_t object = 0;  // in the process that executed it, as in `making`
  };
  // Events were overwritten before they were written to the file.
  struct loss {
    std::size_t worker = 0;
    std::uint64_t events = 0;
    std::int64_t begin = 0, end = 0;
  };
  // A host of the program. Of others the recording has what their recorders sent.
  struct host {
    std::string name;
    std::uint32_t number = 0;  // in the session; 0: not known
    bool is_whole = true;
    std::string missing{};  // why not, if that is known
    // By how many ns its times may differ from those of the first host; -1: the clocks were not
    // compared.
    std::int64_t uncertainty = 0;
  };
  struct count {
    std::uint16_t method = 0;
    std::uint64_t calls = 0, recorded = 0;
  };

  static constexpr std::size_t most_events = 20'000'000;
  // `process` of a worker is the system's number, and of other hosts has that of the host above
  // these bits, so that processes have different ones.
  static constexpr unsigned process_bits = 22;
  static constexpr std::size_t most_hosts = 256;

  std::string program, mode, level;
  std::string host_name;            // of the machine on which the program was started
  std::vector<host> hosts;          // the one on which the program was started first
  std::uint32_t version = 0;        // of the format
  unsigned workers_of_process = 0;  // 0: not known
  std::vector<traced_method> methods;
  std::vector<record::recorded_worker> workers;
  std::vector<call> calls;
  std::vector<pause> pauses;
  std::vector<making> makings;
  std::vector<argument> arguments;
  std::vector<need> needs;
  std::vector<forwarding> forwardings;
  std::vector<theft> thefts;
  std::vector<message> messages;
  std::vector<sending> sendings;
  std::vector<object_event> objects;
  std::vector<loss> losses;
  std::vector<count> counts;      // for each method of each worker
  std::uint64_t began_at_ns = 0;  // since 1970
  std::uint64_t unrecorded_workers = 0;
  std::uint64_t events_left_out = 0;  // there are more than `most_events`
  bool is_whole = false;  // it came to its end; else the file was cut, or the recorder ended early

  std::vector<std::string> places;  // of the user's text: "counter.mpl.cc:12"

  /// Of those that say what depends on what.
  [[nodiscard]] std::size_t events() const {
    return calls.size() + pauses.size() + makings.size() + arguments.size() + needs.size() +
           forwardings.size();
  }
  [[nodiscard]] bool has_other_hosts() const { return hosts.size() > 1; }
  [[nodiscard]] const std::string& host_of(std::size_t worker) const;
  [[nodiscard]] static std::uint32_t number_in_system(std::uint32_t process) {
    return process & ((1u << process_bits) - 1);
  }
  [[nodiscard]] const traced_method& method(std::uint16_t number) const;
  /// Empty: it is not known.
  [[nodiscard]] const std::string& place(std::uint16_t number) const;
};

/// The sum, or the largest number.
[[nodiscard]] inline std::int64_t sum_of(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

/// Reads the file. Errors: it cannot be read, or it is no recording that this version knows.
[[nodiscard]] tl::expected<trace, std::string> read_trace(const std::string& path);
/// The same of what was opened; `path` is for messages.
[[nodiscard]] tl::expected<trace, std::string> read_trace(std::istream& file,
                                                          const std::string& path);

}  // namespace mentat::command
