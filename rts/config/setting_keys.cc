#include "rts/config/setting_keys.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "rts/config/fault_sets.h"

namespace mentat::node {
namespace {

using setting_result = tl::expected<void, std::string>;

constexpr std::size_t max_stack = std::size_t{1} << 40;  // less than a process can map

// A text that is none of the words; the error names the one that was probably meant.
tl::unexpected<std::string> expected_one_of(const std::vector<std::string>& words,
                                            const std::string& text) {
  std::string list, meant;
  std::size_t least = 1 + std::max<std::size_t>(1, text.size() / 3);
  std::size_t left = words.size();
  for (const std::string& word : words) {
    list += (list.empty() ? "" : left == 1 ? " or " : ", ") + word;
    --left;
    if (const std::size_t far = edit_distance(text, word); far < least) {
      least = far;
      meant = word;
    }
  }
  return tl::unexpected("expected " + list +
                        (meant.empty() ? "" : "; did you mean '" + meant + "'?"));
}

std::string listed(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "`" : ", `") + word + "`";
  return list;
}

// One word of several. `field(settings&)` is the place of the value.
template <class Value, class Field>
setting_access choice(std::vector<std::pair<std::string, Value>> words, Field field) {
  std::vector<std::string> names;
  for (const auto& [name, value] : words) names.push_back(name);
  return {[=](settings& to, const std::string& text) -> setting_result {
            for (const auto& [name, value] : words)
              if (text == name) {
                field(to) = value;
                return {};
              }
            return expected_one_of(names, text);
          },
          [=](const settings& of) {
            for (const auto& [name, value] : words)
              if (field(const_cast<settings&>(of)) == value) return name;
            return std::string();
          },
          listed(names)};
}

template <class Field>
setting_access word(const std::vector<std::string>& names, Field field) {
  std::vector<std::pair<std::string, std::string>> words;
  for (const std::string& name : names) words.emplace_back(name, name);
  return choice(std::move(words), field);
}

// A value below the least stands for one that the program chooses.
template <class Field>
setting_access number(Field field, std::uint64_t low, std::uint64_t high) {
  const std::string range = std::to_string(low) + " to " + std::to_string(high);
  return {[=](settings& to, const std::string& text) -> setting_result {
            std::uint64_t given = 0;
            const char* const end = text.data() + text.size();
            const auto [stop, failure] = std::from_chars(text.data(), end, given);
            if (failure != std::errc() || stop != end || given < low || given > high)
              return tl::unexpected("expected a whole number from " + range);
            auto& target = field(to);
            target = static_cast<std::remove_reference_t<decltype(target)>>(given);
            return {};
          },
          [=](const settings& of) {
            const std::uint64_t n = field(const_cast<settings&>(of));
            return n < low ? std::string() : std::to_string(n);
          },
          high == UINT64_MAX ? "a whole number" : range};
}

std::string size_text(std::size_t bytes) {
  static const std::pair<const char*, std::size_t> units[] = {
      {"GiB", std::size_t{1} << 30}, {"MiB", std::size_t{1} << 20}, {"KiB", std::size_t{1} << 10}};
  for (const auto& [unit, factor] : units)
    if (bytes >= factor && bytes % factor == 0) return std::to_string(bytes / factor) + unit;
  return std::to_string(bytes);
}

template <class Field>
setting_access size(Field field, std::size_t low, std::size_t high = SIZE_MAX) {
  return {[=](settings& to, const std::string& text) -> setting_result {
            auto bytes = parse_size(text);
            if (!bytes) return tl::unexpected(bytes.error());
            if (*bytes < low)
              return tl::unexpected("expected at least " + std::to_string(low / 1024) + "KiB");
            if (*bytes > high) return tl::unexpected("expected at most " + size_text(high));
            field(to) = *bytes;
            return {};
          },
          [=](const settings& of) {
            const std::size_t bytes = field(const_cast<settings&>(of));
            return bytes < low ? std::string() : size_text(bytes);
          },
          "a size, at least " + size_text(low)};
}

template <class Field>
setting_access flag(Field field) {
  return {[=](settings& to, const std::string& text) -> setting_result {
            if (text != "true" && text != "false" && text != "1" && text != "0" && !text.empty())
              return expected_one_of({"true", "false"}, text);
            field(to) = text != "false" && text != "0";
            return {};
          },
          [=](const settings& of) {
            return std::string(field(const_cast<settings&>(of)) ? "true" : "false");
          },
          listed({"true", "false"})};
}

template <class Field>
setting_access file(Field field) {
  return {[=](settings& to, const std::string& text) -> setting_result {
            if (text.empty()) return tl::unexpected(std::string("expected the name of a file"));
            field(to) = text;
            return {};
          },
          [=](const settings& of) { return field(const_cast<settings&>(of)); }, "a file"};
}

std::string real_text(double number) {
  char digits[64];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

setting_result set_threshold(settings& to, const std::string& text) {
  double number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size() || !(number > 0 && number <= 1000))
    return tl::unexpected(
        std::string("expected a number above 0, and at most 1000: runnable work units per core"));
  to.im.threshold = number;
  return {};
}

std::vector<std::string> fault_words() { return {std::begin(fault_sets), std::end(fault_sets)}; }

setting_result set_faults(settings& to, const std::string& text) {
  const bool is_file = text.find('/') != std::string::npos || text.find('.') != std::string::npos;
  std::vector<std::string> words = fault_words();
  if (is_file || std::ranges::find(words, text) != words.end()) {
    to.sim.faults = text;
    return {};
  }
  words.emplace_back("the path of a file");
  return expected_one_of(words, text);
}

using kind = value_kind;
constexpr bool everywhere = true;  // on all hosts of a program
constexpr bool here_only = false;

std::vector<setting_key> program_keys() {
  return {
      {"mode",
       choice<mode>({{"serial", mode::serial},
                     {"threads", mode::threads},
                     {"processes", mode::processes},
                     {"cluster", mode::cluster},
                     {"adversarial", mode::adversarial},
                     {"sim", mode::sim}},
                    [](settings& s) -> auto& { return s.mode; }),
       kind::word, here_only, "how the program is run (`executor.md`; `simulator.md`)"},
      {"workers", number([](settings& s) -> auto& { return s.workers; }, 1, 1024), kind::whole,
       everywhere,
       "worker threads of mode `threads`, or of each process; by default the processes that "
       "execute "
       "calls share the cores, and a driver that executes none has one",
       "cores that the process may use"},
      {"processes", number([](settings& s) -> auto& { return s.processes; }, 2, 256), kind::whole,
       everywhere, "the driver and the worker processes of mode `processes` (`processes.md`)"},
      {"driver_executes", flag([](settings& s) -> auto& { return s.driver_executes; }), kind::flag,
       here_only,
       "in modes `processes` and `cluster`: the driver executes calls and holds objects as the "
       "worker processes do. Then a call that crashes there ends the program (`failures.md`); "
       "small "
       "calls that `main` makes cost less"},
      {"placement",
       choice<exchange_placement>(
           {{"share", exchange_placement::share}, {"elsewhere", exchange_placement::elsewhere}},
           [](settings& s) -> auto& { return s.placement; }),
       kind::word, everywhere,
       "where objects are made and calls executed; `elsewhere`, always in another process than "
       "that "
       "of the caller, in mode `cluster` on another host if one has room, is for tests"},
      {"address",
       {[](settings& to, const std::string& text) -> setting_result {
          to.address = text;
          return {};
        },
        [](const settings& s) { return s.address; }, "a name, or the path of a folder"},
       kind::word,
       here_only,
       "the session that mode `cluster` joins (`hosts.md`)",
       "`default`"},
      {"also",
       {[](settings& to, const std::string& text) -> setting_result {
          to.also = text;
          return {};
        },
        [](const settings& s) { return s.also; }, "a list `s390x=FILE,aarch64=FILE`"},
       kind::word,
       here_only,
       "in mode `cluster`: executables of this program for hosts with other processors "
       "(`hosts.md`); for `mentat run --also`",
       "none"},
  };
}

std::vector<setting_key> report_keys() {
  return {
      {"seed", number([](settings& s) -> auto& { return s.seed; }, 0, UINT64_MAX), kind::whole,
       everywhere, "of the adversarial executor, and of mode `sim`"},
      {"log",
       word({"off", "error", "warn", "info", "debug"}, [](settings& s) -> auto& { return s.log; }),
       kind::word, everywhere,
       "the lowest level whose lines go to stderr; they begin with `mentat:`. At `info` each "
       "process reports its mode and number of workers, the places of waits that have lasted for "
       "a second, and its end; at `debug` also its number of calls of each class"},
      {"log_format", word({"text", "json"}, [](settings& s) -> auto& { return s.log_format; }),
       kind::word, everywhere,
       "`json`: each line of the log is an object with `time`, `level`, `host`, `process`, "
       "`program` and `what` (`seeing.md`)"},
      {"profile", file([](settings& s) -> auto& { return s.profile; }), kind::word, here_only,
       "at the end, how long strict uses and blocking calls waited, by source line, as JSON; for "
       "`mentat explain`. Another user's file or pipe is never written, nor any file through "
       "another user's link; a pipe needs a reader",
       "none"},
      {"record", word({"off", "auto", "full"}, [](settings& s) -> auto& { return s.record; }),
       kind::word, here_only,
       "which calls are recorded (`seeing.md`): `auto` every call of a function that is called "
       "every 2 us or less often, and some of others. Without `record_file` only the last events "
       "are kept, in memory, for the error of an object whose process ends",
       "`auto` if there is a `record_file`, else `off`"},
      {"record_file", file([](settings& s) -> auto& { return s.record_file; }), kind::word,
       here_only,
       "the recording of the whole run; for `mentat trace`, `mentat graph` and "
       "`mentat profile`",
       "none"},
      {"stats", flag([](settings& s) -> auto& { return s.stats; }), kind::flag, here_only,
       "at the end, a line of counts to stderr: of threads and fibers in modes `threads` and "
       "`adversarial`; in modes `processes` and `cluster` each process of the driver's host tells "
       "how many messages and bytes it has sent through shared memory"},
  };
}

std::vector<setting_key> daemon_keys() {
  return {
      {"im.transfer_policy",
       {[](settings&, const std::string& text) -> setting_result {
          if (text == "threshold") return {};
          return expected_one_of({"threshold"}, text);
        },
        [](const settings&) { return std::string("threshold"); }, "`threshold`"},
       kind::word,
       everywhere,
       "when a request goes to another host (`falcon.md`)"},
      {"im.threshold",
       {&set_threshold, [](const settings& s) { return real_text(s.im.threshold); },
        "above 0, at most 1000"},
       kind::real,
       everywhere,
       "runnable work units per core, below which a host takes requests"},
      {"im.transfer_limit",
       number([](settings& s) -> auto& { return s.im.transfer_limit; }, 0, 255), kind::whole,
       everywhere, "transfers of one request; then a host must take it"},
      {"im.location_policy",
       word({"best_most_recently", "random", "round_robin"},
            [](settings& s) -> auto& { return s.im.location_policy; }),
       kind::word, everywhere, "how the other host is chosen"},
      {"im.isolation",
       choice<bool>({{"none", false}, {"process", true}},
                    [](settings& s) -> auto& { return s.im.isolation; }),
       kind::word, everywhere,
       "`process`: every persistent object has a process of its own, in modes `processes` and "
       "`cluster` (`processes.md`)"},
      {"tmu.memory", size([](settings& s) -> auto& { return s.tmu_memory; }, 1024 * 1024),
       kind::size, everywhere,
       "memory of the token-matching unit, beyond which work units go to disk (`tmu.md`)"},
      {"mmps.transports",
       choice<bool>({{"shm,zmq", true}, {"zmq", false}},
                    [](settings& s) -> auto& { return s.shared_memory; }),
       kind::words, everywhere,
       "how messages travel between the processes of one host: through shared memory, or ZeroMQ as "
       "between hosts (`processes.md`)"},
      {"replica.check",
       number([](settings& s) -> auto& { return s.check_replicas_every; }, 0, 1u << 30),
       kind::whole, everywhere,
       "writes of a replicated object after which its copies in all processes are compared "
       "(`replicated.md`); 0: never"},
      {"launch.drain_before", number([](settings& s) -> auto& { return s.drain_before; }, 1, 86400),
       kind::whole, here_only,
       "seconds before the end of a Slurm job, at most a tenth of its length: from then on its "
       "hosts are drained (`engines/slurm.md`)"},
  };
}

std::vector<setting_key> test_keys() {
  return {
      {"sim.hosts", number([](settings& s) -> auto& { return s.sim.hosts; }, 1, 128), kind::whole,
       here_only,
       "hosts of mode `sim` (`simulator.md`); `processes` of each, if it is set, else the seed "
       "draws 2 to 4"},
      {"sim.faults",
       {&set_faults, [](const settings& s) { return s.sim.faults; },
        listed(fault_words()) + ", or a path with a `/` or a `.`"},
       kind::word,
       here_only,
       "the faults of mode `sim`"},
      {"sim.trace", file([](settings& s) -> auto& { return s.sim.trace; }), kind::word, here_only,
       "the events of mode `sim`, for chrome://tracing", "none"},
      {"sim.outcome", file([](settings& s) -> auto& { return s.sim.outcome; }), kind::word,
       here_only,
       "how each run in mode `sim` ended, a line of `KEY=VALUE` with tabs between; `mentat sim` "
       "reads it",
       "a sentence on standard error"},
      {"choices.follow", file([](settings& s) -> auto& { return s.choices.follow; }), kind::word,
       here_only,
       "a record of the open choices of mode `serial`, which this run repeats "
       "(`verify_choices.md`)",
       "none"},
      {"choices.seed", number([](settings& s) -> auto& { return s.choices.seed; }, 0, UINT64_MAX),
       kind::whole, here_only,
       "of the open choices of mode `serial` behind those that are followed; 0: always the first "
       "candidate"},
      {"choices.record", file([](settings& s) -> auto& { return s.choices.record; }), kind::word,
       here_only, "the open choices of mode `serial`, each written when it is made", "none"},
  };
}

std::vector<setting_key> limit_keys() {
  return {
      {"limits.graph_depth",
       number([](settings& s) -> auto& { return s.limits.graph_depth; }, 1, 1u << 30), kind::whole,
       everywhere,
       "calls inside calls, counted from `main`, whether they wait or elaborate. The call that "
       "would be deeper throws"},
      {"limits.fibers", number([](settings& s) -> auto& { return s.limits.fibers; }, 1, 1u << 30),
       kind::whole, everywhere,
       "member functions that wait at the same time, each with a stack; at least one for each "
       "worker and one more. The strict use throws. The kernel allows some 65,000 memory mappings "
       "for each process (`vm.max_map_count`), and a stack needs two"},
      {"limits.objects",
       number([](settings& s) -> auto& { return s.limits.objects; }, 1, (1u << 20) - 1),
       kind::whole, everywhere,
       "persistent objects that live at the same time in one process. `create` throws"},
      {"limits.processes", number([](settings& s) -> auto& { return s.object_processes; }, 1, 4000),
       kind::whole, everywhere,
       "with `im.isolation`: objects of one host that have a process. `create` throws "
       "`mentat::no_place`"},
      {"limits.memory", size([](settings& s) -> auto& { return s.limits.memory; }, 1024 * 1024),
       kind::size, everywhere,
       "blocks of at most 1 KiB: calls, waits, RV_TABLEs. Memory that arguments own outside of the "
       "call (strings, vectors) and larger calls are not counted. The call throws. Each process "
       "also has large buffers that processes share only as far as these blocks leave memory; "
       "further "
       "buffers are copied (a line in the log)",
       "half of what the process may use"},
      {"limits.kept_memory", size([](settings& s) -> auto& { return s.limits.kept_memory; }, 1),
       kind::size, everywhere,
       "freed blocks of 8 MiB and more (`operator new`) that each process keeps for the next ones, "
       "at most a sixteenth of `ulimit -v`. Below 8MiB: none. And as much of the memory of large "
       "buffers that processes share, for further buffers"},
      {"limits.fiber_stack",
       size([](settings& s) -> auto& { return s.limits.fiber_stack; }, 64 * 1024, max_stack),
       kind::size, everywhere,
       "stack of a member function on a worker. Overflow: a message and status 125"},
      {"limits.main_stack",
       size([](settings& s) -> auto& { return s.limits.main_stack; }, 64 * 1024, max_stack),
       kind::size, everywhere, "stack of `main`. The same"},
      {"limits.space_tuples",
       number([](settings& s) -> auto& { return s.limits.space_tuples; }, 1, 1u << 31), kind::whole,
       everywhere,
       "tuples in one tuple space. The `out` fails, and every later operation of that space"},
      {"limits.space_memory",
       size([](settings& s) -> auto& { return s.limits.space_memory; }, 1024), kind::size,
       everywhere, "the tuples of one tuple space. The same"},
      {"limits.tuple", size([](settings& s) -> auto& { return s.limits.tuple; }, 1024), kind::size,
       everywhere, "the fields of one tuple, or of one pattern. The operation throws"},
  };
}

}  // namespace

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1] ? 1 : 0)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

const std::vector<setting_key>& setting_keys() {
  static const std::vector<setting_key> all = [] {
    std::vector<setting_key> keys = program_keys();
    for (setting_key& key : report_keys()) keys.push_back(std::move(key));
    for (setting_key& key : daemon_keys()) keys.push_back(std::move(key));
    for (setting_key& key : test_keys()) keys.push_back(std::move(key));
    for (setting_key& key : limit_keys()) keys.push_back(std::move(key));
    return keys;
  }();
  return all;
}

const setting_key* find_setting_key(const std::string& name) {
  for (const setting_key& known : setting_keys())
    if (name == known.name) return &known;
  return nullptr;
}

}  // namespace mentat::node
