// The rings of a program on this host: one piece of memory that is mapped before the program forks,
// so that it outlives each process that writes there.
//
// Thread-safety: map() before there is a second thread or process; the rest from any thread.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "mmps/machine/thread_variable.h"
#include "rts/record/place_list.h"
#include "rts/record/ring.h"
#include "rts/record/tick_clock.h"

namespace mentat::record {

enum class level : std::uint8_t {
  off,
  automatic,  // all calls of functions that are seldom called, some of others (sampling.h)
  full
};

struct shared_rings {
  static constexpr std::size_t count = fixed::recorded_workers.value;

  record::level level{};
  tick_source source{};
  std::uint64_t rare = 0;                    // 2 us, in ticks
  std::atomic<std::uint64_t> unrecorded{0};  // threads for which there was no ring
  place_list places;
  std::array<ring, count> rings;

  [[nodiscard]] std::uint64_t now() const { return ticks_of(source); }
};

namespace detail {
extern constinit shared_rings* mapped;
}
// Null: nothing is recorded.
inline shared_rings* rings() { return detail::mapped; }
// False: there is no memory for it.
[[nodiscard]] bool map_rings(level chosen);
void unmap_rings();
[[nodiscard]] inline bool is_on() { return rings() != nullptr; }

// The name of this process in its session, for the recording.
void name_process(const std::string& label);

namespace detail {
// Read again behind each point where a fiber may have moved to another thread: thread_variable.h.
#if MENTAT_THREAD_VARIABLES_ARE_PLAIN
extern constinit thread_local ring* ring_of_thread [[gnu::tls_model("initial-exec")]];
#else
ring*& place_of_ring();
inline constexpr machine::thread_variable<ring*, &place_of_ring> ring_of_thread;
#endif
ring* claim_ring();
}  // namespace detail

// The ring of the calling thread, which it keeps until it ends; null: there is none.
inline ring* own_ring() {
  if (ring* const mine = detail::ring_of_thread) [[likely]]
    return mine;
  return detail::claim_ring();
}

// "; it was executing counter::add (counter.mpl.cc:12)"; empty if that is not known. For a process
// that has ended and was not waited for.
std::string last_calls_of(pid_t process);

}  // namespace mentat::record
