#include "examples/protein_search/progress.h"

#include <cstdio>

progress_line::progress_line(std::int64_t all_cells)
    : all_cells_(all_cells), start_(clock::now()), shown_(start_) {}

void progress_line::wipe() {
  if (shown_ != start_) {
    std::fputs("\r\033[K", stderr);
  }
}

void progress_line::show(std::int64_t done) {
  const clock::time_point now = clock::now();
  if (now - shown_ < std::chrono::milliseconds(100) || all_cells_ <= 0) {
    return;
  }
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double part = static_cast<double>(done) / static_cast<double>(all_cells_);
  std::fprintf(stderr, "\r\033[K%3.0f %%  %.1f of %.1f Gcells  %.1f GCUPS  %.0f s left", 100 * part,
               1e-9 * static_cast<double>(done), 1e-9 * static_cast<double>(all_cells_),
               1e-9 * static_cast<double>(done) / seconds,
               part > 0 ? seconds * (1 - part) / part : 0);
}
