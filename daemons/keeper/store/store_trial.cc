#include "daemons/keeper/store/store_trial.h"

#include <algorithm>
#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "daemons/keeper/store/log_scan.h"
#include "daemons/keeper/store/segment_log.h"
#include "daemons/keeper/store/virtual_disk.h"
#include "mmps/base/random.h"

namespace mentat::keeper {
namespace {

using durable::object_id;
using durable::record_header;
using durable::record_kind;
using durable::record_place;
using durable::record_view;

// How far an object has come.
struct progress {
  std::uint64_t epoch = 0, sequence = 0;
  bool is_gone = false;

  friend auto operator<=>(const progress& a, const progress& b) {
    return std::pair(a.epoch, a.sequence) <=> std::pair(b.epoch, b.sequence);
  }
  friend bool operator==(const progress&, const progress&) = default;
};

// The body of a record, and the state of the object behind it.
std::vector<std::byte> body_of(const object_id& id, const progress& at) {
  base::random random((id.words[0] * 1000003ull + at.epoch) * 1000003ull + at.sequence);
  constexpr std::uint64_t longest = 300;
  // Zeros among them: a torn record is not told by its content.
  std::vector<std::byte> body(random.below(8) == 0 ? random.below(4 * longest)
                                                   : random.below(longest));
  const bool is_sparse = random.below(4) == 0;
  for (std::byte& each : body)
    each = is_sparse ? std::byte{0} : static_cast<std::byte>(random.next());
  return body;
}

std::string name_of(const object_id& id, const progress& at) {
  return "object " + std::to_string(id.words[0]) + " at epoch " + std::to_string(at.epoch) +
         ", record " + std::to_string(at.sequence) + (at.is_gone ? ", gone" : "");
}

class trial final : public image_source {
 public:
  trial(std::uint64_t seed, base::seeded_bug bug) : random_(seed), disk_(seed ^ 0x5eed), bug_(bug) {
    options_.segment_bytes = 4096 + 8 * random_.below(2048);
    options_.quota = options_.segment_bytes * (random_.below(4) == 0 ? 6 : 1000);
    options_.reserve = 2 * options_.segment_bytes;
    options_.slack = random_.below(8) * options_.segment_bytes;
    options_.most_waiting = 1 << 20;
    options_.bug = bug;
    flips_ = random_.below(2) == 0;
    objects_ = 1 + static_cast<std::uint32_t>(random_.below(12));
  }

  trial_result run() {
    restart();
    for (int left = 300; left > 0 && log_ && result_.why.empty(); --left) step();
    if (log_ && result_.why.empty()) restart_after(true);
    return result_;
  }

  const std::vector<std::byte>* image_of(const object_id& id) override {
    image_ = body_of(id, appended_.at(id));
    return &image_;
  }
  std::uint64_t bytes_of(const object_id& id) override {
    return body_of(id, appended_.at(id)).size();
  }

 private:
  void step() {
    const std::uint64_t what = random_.below(100);
    if (what < 60)
      append();
    else if (what < 75)
      begin_group();
    else if (what < 85)
      end_group();
    else if (what < 93)
      clean();
    else if (what < 96)
      go_wrong();
    else
      restart_after(random_.below(2) == 0);
    note_safe();
  }

  void append() {
    const object_id id{{static_cast<std::uint32_t>(random_.below(objects_)), 7, 7}};
    progress& at = appended_[id];
    const object_track* const track = log_->objects().find(id);
    if (track && track->state == object_state::lost) return drop(id);
    progress next{at.epoch, at.sequence + 1, false};
    record_header header{record_kind::effect, id, next.epoch, next.sequence};
    if (at.sequence == 0 || at.is_gone) {
      next = {at.epoch + 1, 1, false};
      header = {record_kind::made, id, next.epoch, next.sequence};
    } else if (random_.below(40) == 0) {
      next.is_gone = true;
      header.kind = record_kind::gone;
    } else if (random_.below(20) == 0) {
      header.epoch = ++next.epoch;
    }
    const auto done =
        log_->append(header, next.is_gone ? std::vector<std::byte>() : body_of(id, next));
    if (done) {
      at = next;
      waiting_.emplace(*done, std::pair(id, next));
      return;
    }
    if (at.sequence == 0) appended_.erase(id);
    if (done.error() == log_fault::out_of_order || done.error() == log_fault::too_large)
      wrong("append refuses " + name_of(id, next) + ": " + std::string(text_of(done.error())));
    if (done.error() == log_fault::quota) ++result_.full;
  }

  void begin_group() {
    if (syncing_) return;
    if (log_->trouble() && random_.below(3) == 0) static_cast<void>(log_->retry());
    syncing_ = log_->write_group();
    if (random_.below(2) == 0) end_group();
  }

  void end_group() {
    if (!syncing_) return;
    const auto result = disk_.sync_data(*syncing_);
    syncing_.reset();
    log_->sync_ended(result);
  }

  void clean() {
    const std::uint64_t before = log_->first_segment();
    static_cast<void>(log_->clean(*this, random_.below(2) == 0 ? 200 : 100'000));
    result_.freed += log_->first_segment() - before;
  }

  void go_wrong() {
    ++result_.faults;
    switch (random_.below(4)) {
      case 0:
        return disk_.fail_write_after(random_.below(4));
      case 1:
        return disk_.fail_sync_after(random_.below(4));
      case 2:
        return disk_.set_capacity(disk_.names().size() * options_.segment_bytes);
      default:
        return disk_.set_capacity(UINT64_MAX);
    }
  }

  // Everything up to safe() has been promised.
  void note_safe() {
    while (log_ && !waiting_.empty() && waiting_.begin()->first <= log_->safe()) {
      const auto& [id, at] = waiting_.begin()->second;
      safe_[id] = at;
      waiting_.erase(waiting_.begin());
      ++result_.safe;
    }
  }

  void restart_after(bool cut) {
    note_safe();
    syncing_.reset();
    log_.reset();
    disk_.set_capacity(UINT64_MAX);
    ++(cut ? result_.cuts : result_.kills);
    if (cut) disk_.cut();
    // One fault of the disk's content: two may hide each other at the end of the log.
    if (flips_ && !is_flipped_ && random_.below(6) == 0) flip(!cut);
    restart();
  }

  // A sector that cannot be read at the end of a log that is torn, too, may look like its tail.
  void flip(bool may_spoil) {
    std::vector<std::string> names = disk_.names();
    std::erase_if(names, [](const std::string& each) { return !each.starts_with("log/"); });
    if (names.empty()) return;
    const std::string name = names[random_.below(names.size())];
    const std::uint64_t size = disk_.content_of(name)->size();
    if (size == 0) return;
    ++result_.flips;
    is_flipped_ = true;
    const std::uint64_t byte = random_.below(size);
    if (may_spoil && random_.below(4) == 0)
      disk_.spoil(name, byte);
    else
      disk_.flip(name, byte, static_cast<unsigned>(random_.below(8)));
  }

  void restart(int attempts = 5) {
    found_.clear();
    auto report =
        scan_log(disk_, [this](const record_view& record, record_place) { take(record); }, bug_);
    if (!report) return wrong("scan: " + report.error().text);
    for (const segment_report& each : report->segments) result_.torn += each.tail_bytes != 0;
    if (!report->damages.empty()) ++result_.damaged;
    if (!report->damages.empty() && !is_flipped_)
      return wrong("damage without a flipped bit: " + report->damages.front().what + " at " +
                   std::to_string(report->damages.front().at.segment) + ":" +
                   std::to_string(report->damages.front().at.offset));
    // The beginning of an object may have been hit, of which nothing else is known.
    if (report->may_miss_objects() && is_flipped_)
      std::erase_if(safe_, [&](const auto& each) {
        const object_track* const track = report->objects.find(each.first);
        return !track || track->state == object_state::gone;
      });
    const auto now = compare(report->objects);
    if (!result_.why.empty()) return;
    log_ = std::make_unique<segment_log>(disk_, options_);
    waiting_.clear();
    const auto done = log_->start(std::move(*report), 77);
    // A fault that was planned may come now: the next attempt meets none.
    if (done) return take_over(now);
    log_.reset();
    if (attempts > 1) return restart(attempts - 1);
    // Nothing but damage is left of a log that has one group: it must not be taken for a new one.
    if (!is_flipped_) wrong("does not start: " + done.error().text);
  }

  void take(const record_view& record) {
    const progress at{record.header.epoch, record.header.sequence,
                      record.header.kind == record_kind::gone};
    const std::vector<std::byte> expected =
        at.is_gone ? std::vector<std::byte>() : body_of(record.header.object, at);
    if (!std::ranges::equal(record.body, expected))
      wrong("another content: " + name_of(record.header.object, at));
    found_[record.header.object] = at;
  }

  std::map<object_id, progress> compare(const object_table& objects) {
    std::map<object_id, progress> now;
    for (const object_id& id : objects.ids()) {
      const object_track& track = *objects.find(id);
      if (track.state == object_state::lost) {
        ++result_.lost;
        if (!is_flipped_) wrong("lost: object " + std::to_string(id.words[0]));
        now[id] = {track.epoch, track.sequence, false};
        safe_.erase(id);
        continue;
      }
      const progress at = found_[id];
      if (at != progress{track.epoch, track.sequence, track.state == object_state::gone})
        wrong("the table differs: " + name_of(id, at));
      if (appended_[id] < at) wrong("never appended: " + name_of(id, at));
      now[id] = at;
    }
    for (const auto& [id, at] : safe_) {
      const auto found = now.find(id);
      if (found == now.end() ? !at.is_gone : found->second < at)
        wrong("was safe, and is not there: " + name_of(id, at) + "; there is " +
              (found == now.end() ? "nothing" : name_of(id, found->second)));
    }
    return now;
  }

  // Whoever looks now sees this: it must never be less again.
  void take_over(const std::map<object_id, progress>& now) {
    safe_ = now;
    // An object whose end is forgotten may come again under any epoch.
    for (auto& [id, at] : appended_)
      if (!now.contains(id)) at = {at.epoch, 0, true};
    for (const auto& [id, at] : now) appended_[id] = at;
    drop_lost();
  }

  void drop_lost() {
    for (const object_id& id : log_->objects().ids()) {
      if (log_->objects().find(id)->state == object_state::lost) drop(id);
    }
  }

  void drop(const object_id& id) {
    const object_track track = *log_->objects().find(id);
    const auto done = log_->append({record_kind::gone, id, track.epoch, track.sequence + 1}, {});
    if (!done) return;
    appended_[id] = {track.epoch, track.sequence + 1, true};
    waiting_.emplace(*done, std::pair(id, appended_[id]));
    safe_.erase(id);
  }

  void wrong(std::string why) {
    if (result_.why.empty()) result_.why = std::move(why);
  }

  base::random random_;
  virtual_disk disk_;
  base::seeded_bug bug_;
  log_options options_;
  std::uint32_t objects_ = 1;
  std::unique_ptr<segment_log> log_;
  std::optional<disk::file> syncing_;
  std::map<object_id, progress> appended_, safe_, found_;
  std::map<std::uint64_t, std::pair<object_id, progress>> waiting_;  // by position
  std::vector<std::byte> image_;
  bool flips_ = false, is_flipped_ = false;
  trial_result result_;
};

}  // namespace

trial_result run_trial(std::uint64_t seed, base::seeded_bug bug) { return trial(seed, bug).run(); }

}  // namespace mentat::keeper
