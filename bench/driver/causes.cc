// The known causes of missed goals and of peers that are ahead; each with its profile, if there is
// one.
#include "bench/driver/goals.h"

namespace mentat::bench {
namespace {

struct known_cause {
  // Of a goal; `row` matches the beginning of the row's name.
  const char *bench, *row, *mode;
  const char* text;
};

// Profiles: `chrt -f 1 perf record -F 4000 -e cpu-clock PROGRAM`, of all processes of the program.
// Shares are of both cores: a waiting process appears as polling, so only other work is named.
const known_cause causes[] = {
    {"peers", "null_call_over_raw_ring", "processes",
     "by time stamps 0.13 us are the ring and the looks at it; the rest is work: by single steps "
     "some "
     "1,200 instructions of the caller from the arrival of a result until the next call is in the "
     "ring, and as many of the callee, three to five in a cycle, spread over some 50 functions: "
     "the "
     "call is an object with a name, a place in its caller's order, a future, an entry in a table "
     "that survives the callee, and a message that is checked. With a ring "
     "that waits in the same way the ratio is 2.0 (`between_processes`, median of 70 runs). "
     "Whoever "
     "runs on the other hyperthread of a core takes a third of this work's speed, and hardly any "
     "of "
     "the ring's: the best tenth of 60 runs in a calm hour takes 0.25 us, the median of a "
     "disturbed one 0.39"},
    {"peers", "null_call_over_", "processes",
     "the distance to the raw ring, above; on a core that is shared or wanted by others, 59 % of "
     "the "
     "samples are the kernel's, in futex sleeps and wake-ups (`_raw_spin_unlock_irqrestore` 24, "
     "`finish_task_switch` 15, `gup_fast_fallback` 5)"},
    {"peers", "pipelined_512_over_", "processes",
     "each call is a message of its own, and the caller has more to do for it than the callee: "
     "12 % of its samples wait for the line of the ring that the callee looks at (`bell`), 10 % "
     "are "
     "the caller's sending; ZeroMQ hands many messages to its thread at once"},
    {"peers", "argument_1048576_over_memcpy", "processes",
     "`peers/mentat --rows arguments`: four copies, each about a `memcpy`: the vector into the "
     "call, the call into bytes, through the ring (in and out, the two processes at once), and "
     "into "
     "the vector of the callee; fresh pages are gone since freed memory is kept up to 32 MiB"},
    {"metg", "metg50_stencil_1d_", "threads",
     "`metg/mentat peers`: a task with its two messages costs 0.13 us in one thread, but a call "
     "that "
     "runs for less than 1 us is left to the worker of its caller (`rts/executor/idle_policy.h`): "
     "one core executes the graph until tasks take some 0.4 us. MPI's ranks always use both, and "
     "spin"},
    {"metg", "metg50_stencil_1d_", "processes",
     "`metg/mentat peers`, 1 iteration: 0.37 us a step. 28 % of the samples are lines of the rings "
     "that cross the cores (`send`, `take_record`, `take_compact`), 24 % polling "
     "(`receive_from_last`, `has_mail`); the rest is spread. A call of a `void` function has an "
     "answer, on which its recovery rests, so a step has four messages where MPI has two"},
    {"metg", "metg50_dom_", "processes", "as of stencil_1d"},
    {"peers", "null_call_across_cores_over_pointer_queue", "threads",
     "the two callers and the object share more lines than the pointer queue's two: of the samples "
     "the object's queue has 18 % (`post`, `begin`, `end`), the worker's queue and the caller's "
     "wait 18 % (`put`, `run_here`, `wait`), no other function more than 5 %"},
    {"parts", "network_null_call_over_by_hand", "processes",
     "where a halted core is woken fast, to block costs less than to look, and what counts is user "
     "time: links, letters and look-ups of peers"},
    {"table1", "message_transport_over_by_hand", "cluster",
     "`peers/mmps_zmq tcp --rows transport`: 83 % of the samples are the kernel's, 8 % ZeroMQ's, "
     "1.6 % Mentat's; both sleep and wake for each message. `strace -c`: 5.2 calls of `poll` a "
     "message, by hand 4.3, and as many of the others"},
    {"scale", "creations_100000", "processes",
     "1,000 objects take 0.3 us each, while the others have not begun to make them. Of the samples "
     "of 100,000 the creator has 34 %, the worker that makes them 43 %, the instantiation manager "
     "23 %: three processes share two cores. No function has more than 3 %"},
    {"values", "buffer_first_read", "processes",
     "`perf record -e raw_syscalls:*,sched:*,exceptions:page_fault_user`: no part dominates, and "
     "the kernel's take 125 us of some 190: opening the block for readers 21, wake-ups of two "
     "threads and the switches to them 29, the descriptor out and in 21, `mmap` 18, checks of "
     "what has come 8, the first read's page fault 14, `munmap` 19. Page size and seals take none"},
    {"values", "vector_over_memcpy", "processes",
     "four copies, as of an argument of 1 MiB; 55 % of the samples are theirs: 15 and 12 of the "
     "caller (into the call, into the ring), 11 and 16 of the callee (out of it, into the "
     "vector). A `mentat::buffer` is not copied"},
    {"metg", "metg50_no_comm", "processes",
     "`metg/mentat regular --iterations 50`: tasks of 0.9 us take 1.7 to 2.1 us a step where two "
     "cores would take 0.9, with 16,000 steps as with 1,000. A run of 1,000 steps takes 2 to 5 ms; "
     "in one of nine most calls were made before the first places came"},
    {"metg", "metg50_no_comm", "cluster",
     "calls of less than 20 us stay in their host (`least_worth_transfer`), where one core alone "
     "reaches 45 to 53 %, and noise decides: tasks of 7.2 us take 14 to 17 us a step, of 14.3 us "
     "26 to 31, of 28.6 us 42 to 56. From 8 us on they took as long (17 to 20, 27 to 32, 41 to "
     "57): on two cores that the processes of both hosts share, a call costs 7 us of CPU time"},
    {"table2", "measured_k2_flop", "threads",
     "`table2/fan_out`: 95 % is the work itself; what decides is when the second worker begins: it "
     "sleeps or looks elsewhere, and a wake-up costs some 10 us on this machine, more than the "
     "work"},
    {"table2", "measured_k2_flop", "processes",
     "both processes sleep while the caller, in a third one, measures the loop: two wake-ups, and "
     "three processes on two cores"},
    {"parts", "object_instantiation_process_over_spawn", "processes",
     "between 0.11 and 0.18 in ten runs of one program within two hours, 0.26 to 0.44 ms an "
     "object: two wake-ups of 15 us and what else the two cores do meanwhile (the next spare "
     "process is forked then)"},
    {"parts", "spill_4096_over_lmdb", "",
     "of some 1.7 us 1.1 are the kernel's, for new pages of the page cache, which both pay, and "
     "0.5 "
     "the checksum, which LMDB does not have (docs/tmu.md)"},
};

}  // namespace

std::string cause_of(const goal& missed) {
  for (const known_cause& each : causes)
    if (std::string(each.bench) == missed.bench && std::string(each.mode) == missed.mode &&
        std::string(missed.row).rfind(each.row, 0) == 0)
      return each.text;
  return {};
}

std::string why_it_bends(const std::string& kind, const std::string& mode) {
  if (kind == "hosts")
    return "every process of the simulation has a link to every other: at 64 hosts 23 % of the "
           "samples are in the trees of links (`link_table`) and peers (`net::network`), 17 % in "
           "the simulated network";
  if (kind == "outstanding")
    return "300 bytes each are new pages (10 % `clear_page_erms`, `exc_page_fault` and what is "
           "around them at 10^6) and out of the caches: `rv_table::lower`, which touches each call "
           "again, has 19 %";
  if (kind == "width" && mode == "threads")
    return "`scale width 100000`: of the worker that builds the graph `rv_table::lower`, which "
           "touches each call again, has a fifth, `publish` an eighth, new pages a tenth; the "
           "other half of the samples is the second worker, which looks for work and finds little";
  if (kind == "objects" && mode == "processes")
    return "`create` waits for its object: 43 % of the samples look for messages (`receive` 19, "
           "`search` 16, `exchange` 9), and how soon the other process sees a message differs";
  return "not profiled";
}

std::string why_ahead(const std::string& system, const std::string& row) {
  if (system == "openmpi")
    return "both ranks spin all the time and never leave their cores; there are no names, no "
           "objects, no recovery";
  if (system == "raw_ring" || system == "raw_ring_futex")
    return "a limit: bytes are copied once each way, without header, name or table";
  if (system == "memcpy") return "a limit: one copy, and nobody is called";
  if (system == "allocation" || system == "pointer_queue")
    return "a limit: there is no value, no table, no order, no failure";
  if (row.rfind("argument_", 0) == 0 && row != "argument_64" && row != "argument_4096")
    return "large arguments are encoded and copied; by hand the bytes go from memory to memory";
  if (system == "raw_unix" || system == "raw_tcp" || system == "raw_ucx" || system == "raw_zmq" ||
      system == "raw_zmq_tcp" || system == "raw_zmq_curve")
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

}  // namespace mentat::bench
