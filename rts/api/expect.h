// The declared amount of work: adds to the number of calls of a class that displays of progress
// expect. No effect on a thread without a run-time system, and in a write of a replicated object.
// Thread-safety: any thread. Errors: none; run_time_system.h says what is bounded.
#pragma once

#include "rts/api/handle.h"

namespace mentat {

namespace detail {
void expect_calls(const class_info& of_class, long long calls);
}  // namespace detail

template <class Impl>
void expect(const handle<Impl>&, long long calls) {
  detail::expect_calls(Impl::mentat_class__(), calls);
}

}  // namespace mentat
