#include "tools/dashboard/watched_recording.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "mmps/base/shown_text.h"
#include "tools/mentat/recording_file.h"
#include "tools/record/finished_file.h"
#include "tools/record/trace.h"

namespace mentat::dashboard {
namespace {

using clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds shortest_wait(1000), first_wait(50);
constexpr auto longest_beginning = std::chrono::seconds(10);
constexpr int share = 10;  // it reads for at most one part in so many of its time

std::uintmax_t size_of(const std::string& file) {
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(file, unknown);
  return unknown ? 0 : size;
}

using read_answers = tl::expected<std::unique_ptr<recording_answers>, std::string>;

read_answers read_now(const std::string& file, bool grows) {
  auto read = command::read_trace(file);
  if (!read) return tl::unexpected(read.error());
  auto gaps = command::gaps_of(*read, grows);
  return std::make_unique<recording_answers>(*std::move(read), base::shown(file), std::move(gaps),
                                             grows);
}

}  // namespace

tl::expected<std::unique_ptr<watched_recording>, std::string> watched_recording::open(
    const std::string& file) {
  // The program of a file that was just made has not written the header yet.
  const clock::time_point last = clock::now() + longest_beginning;
  bool grows = command::is_being_written(file);
  std::uintmax_t read_bytes = size_of(file);  // before it is read: it may grow meanwhile
  auto first = read_now(file, grows);
  while (!first && grows && clock::now() < last) {
    std::this_thread::sleep_for(first_wait);
    grows = command::is_being_written(file);
    read_bytes = size_of(file);
    first = read_now(file, grows);
  }
  if (!first) return tl::unexpected(first.error());
  std::unique_ptr<watched_recording> made(new watched_recording(file));
  made->shown_ = *std::move(first);
  made->shown_->prepare();
  if (grows)
    made->watches_ = std::jthread([here = made.get(), read_bytes](const std::stop_token& end) {
      here->watch(end, read_bytes);
    });
  return made;
}

// Its last look comes after the recorder's end.
void watched_recording::watch(const std::stop_token& end, std::uintmax_t read_bytes) {
  clock::duration wait = shortest_wait;
  for (bool grows = true; grows;) {
    std::unique_ptr<recording_answers> old;
    {
      std::unique_lock guard(lock_);
      ends_.wait_for(guard, end, wait, [] { return false; });
      old = std::move(older_);
    }
    old.reset();
    if (end.stop_requested()) return;
    grows = command::is_being_written(file_);
    const std::uintmax_t size = size_of(file_);
    if (grows && size == read_bytes) continue;
    read_bytes = size;
    const clock::time_point begin = clock::now();
    auto next = read_now(file_, grows);
    if (next) (*next)->prepare();
    wait = std::max<clock::duration>(shortest_wait, (share - 1) * (clock::now() - begin));
    std::unique_ptr<recording_answers> unseen = next ? *std::move(next) : nullptr;
    const std::lock_guard guard(lock_);
    if (unseen) std::swap(newer_, unseen);
    has_ended_ = !next && !grows;
  }
}

answer watched_recording::ask(const question& asked) {
  if (const std::lock_guard guard(lock_); newer_) {
    older_ = std::exchange(shown_, std::move(newer_));
  } else if (has_ended_) {
    shown_->note_end();
  }
  return shown_->ask(asked);
}

}  // namespace mentat::dashboard
