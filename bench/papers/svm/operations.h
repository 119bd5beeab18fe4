// The basic operations of [DSM92 Fig. 6] over real pages, in an otherwise idle region.
#pragma once

#include <cstddef>

#include "bench/papers/svm/region.h"

namespace mentat::bench::svm {

/// Microseconds, medians over so many pages. REQUIRES: pages > 0, no threads.
/// A read of a page that the manager keeps, or that process 1 has just written.
double page_at_manager(page_number pages);
double page_elsewhere(management how, page_number pages);
/// A write of a page of which so many other processes have copies.
double write_with_copies(management how, page_number pages, process copies);
/// A lock for writing and an unlock of a page that may be written here.
double lock_and_unlock(page_number pages);

}  // namespace mentat::bench::svm
