// Static probes (USDT) for perf, bpftrace, SystemTap and gdb: what a running program does, without
// a restart. docs/probes.md lists them with their arguments.
//
// A probe that nobody watches costs a test of its semaphore, a counter that the watching tool
// raises in this process; the work that makes its arguments is done out of line, and only then.
// Where the system's <sys/sdt.h> was missing when this was compiled there are no probes.
// Thread-safety: all functions. They throw nothing.
#pragma once

#include "mmps/wire/mmps_name.h"
#include "rts/core/source_place.h"

namespace mentat {
class computation_instance;
}

// Named by the macros of <sys/sdt.h>, and found by tools through their notes.
extern "C" {
[[gnu::visibility("hidden")]] extern volatile unsigned short mentat_call_begin_semaphore;
[[gnu::visibility("hidden")]] extern volatile unsigned short mentat_call_end_semaphore;
[[gnu::visibility("hidden")]] extern volatile unsigned short mentat_park_semaphore;
[[gnu::visibility("hidden")]] extern volatile unsigned short mentat_resume_semaphore;
[[gnu::visibility("hidden")]] extern volatile unsigned short mentat_send_semaphore;
[[gnu::visibility("hidden")]] extern volatile unsigned short mentat_receive_semaphore;
}

namespace mentat::probe {

namespace fired {
void call_begins(const computation_instance& call) noexcept;
void call_ends(const computation_instance& call, bool threw) noexcept;
void parks(const computation_instance& awaited, source_place at) noexcept;
void resumes(const computation_instance& awaited) noexcept;
void sends(const mmps::mmps_name& to, unsigned type, unsigned long bytes) noexcept;
void receives(const mmps::mmps_name& from, unsigned type, unsigned long bytes) noexcept;
}  // namespace fired

// A worker begins to execute the call, and has executed it.
inline void call_begins(const computation_instance& call) noexcept {
  if (mentat_call_begin_semaphore != 0) [[unlikely]]
    fired::call_begins(call);
}
inline void call_ends(const computation_instance& call, bool threw) noexcept {
  if (mentat_call_end_semaphore != 0) [[unlikely]]
    fired::call_ends(call, threw);
}
// The running function leaves its worker until the awaited call has a result, and goes on.
inline void parks(const computation_instance& awaited, source_place at) noexcept {
  if (mentat_park_semaphore != 0) [[unlikely]]
    fired::parks(awaited, at);
}
inline void resumes(const computation_instance& awaited) noexcept {
  if (mentat_resume_semaphore != 0) [[unlikely]]
    fired::resumes(awaited);
}
// A message to another process leaves, and one from it is handled. `type`: docs/wire_format.md.
inline void sends(const mmps::mmps_name& to, unsigned type, unsigned long bytes) noexcept {
  if (mentat_send_semaphore != 0) [[unlikely]]
    fired::sends(to, type, bytes);
}
inline void receives(const mmps::mmps_name& from, unsigned type, unsigned long bytes) noexcept {
  if (mentat_receive_semaphore != 0) [[unlikely]]
    fired::receives(from, type, bytes);
}

}  // namespace mentat::probe
