// How the oldest segment becomes free.
#include <algorithm>

#include "daemons/keeper/store/segment_log.h"

namespace mentat::keeper {

using base::seeded_bug;
using durable::record_kind;

// Worth it if less than half of the oldest segment is needed, or if the log has become too long.
bool segment_log::begin_cleaning(image_source& images) {
  if (sizes_.size() < 2 || sizes_.front().first == number_) return false;
  const auto [oldest, bytes] = sizes_.front();
  std::uint64_t needed = 0, all = 0;
  cleaning begun;
  begun.segment = oldest;
  // Also an object that has begun anew since needs the oldest until that is safe.
  begun.safe_at = appended_;
  for (const auto& [id, track] : table_.all()) {
    if (track.state == object_state::gone) continue;
    const std::uint64_t image = images.bytes_of(id) + durable::record_header_bytes;
    all += image;
    if (track.base_segment > oldest) continue;
    // What is left of an object that is lost must stay until somebody drops it.
    if (track.state == object_state::lost) return false;
    needed += image;
    begun.objects.push_back(id);
  }
  const std::uint64_t total = bytes_on_disk();
  const bool presses = total > options_.quota / 5 * 4;
  if (needed >= bytes / 2 && total <= 2 * all + options_.slack && !presses) return false;
  std::ranges::sort(begun.objects);
  cleaning_ = std::move(begun);
  return true;
}

log_result<void> segment_log::append_images(image_source& images, std::uint64_t bytes) {
  for (std::uint64_t done = 0; cleaning_->next < cleaning_->objects.size() && done < bytes;
       ++cleaning_->next) {
    const durable::object_id id = cleaning_->objects[cleaning_->next];
    object_track* const track = table_.find(id);
    if (!track || track->state != object_state::whole || track->base_segment > cleaning_->segment)
      continue;
    const std::vector<std::byte>* const image = images.image_of(id);
    if (!image) return tl::unexpected(log_fault::out_of_order);
    const auto at = append({record_kind::image, id, track->epoch, track->sequence}, *image);
    if (!at) return tl::unexpected(at.error());
    done += durable::record_bytes(image->size());
  }
  cleaning_->safe_at = appended_;
  return {};
}

// The manifest first: a segment that it names and that is not there would be damage.
log_result<void> segment_log::free_segment() {
  const std::uint64_t oldest = cleaning_->segment;
  const std::uint64_t next = sizes_[1].first;
  auto done = write_manifest(next, manifest_.last);
  if (done) done = disk_.remove(name_of_segment(oldest));
  if (!done && done.error().what == disk_fault::kind::missing) done = {};  // at the second attempt
  if (done) done = disk_.sync_folder("log");
  if (!done) return tl::unexpected(log_fault::disk);
  sizes_.erase(sizes_.begin());
  // What says that an object is gone is needed no longer than what it destroyed.
  std::erase_if(table_.all(), [&](const auto& each) {
    return each.second.state == object_state::gone && each.second.base_segment <= oldest;
  });
  cleaning_.reset();
  return {};
}

log_result<bool> segment_log::clean(image_source& images, std::uint64_t bytes) {
  if (trouble_) return tl::unexpected(log_fault::disk);
  if (!cleaning_ && !begin_cleaning(images)) return false;
  if (cleaning_->next < cleaning_->objects.size())
    if (const auto done = append_images(images, bytes); !done) return tl::unexpected(done.error());
  if (cleaning_->next < cleaning_->objects.size()) return true;
  const bool is_safe =
      safe_ >= cleaning_->safe_at || has(seeded_bug::segment_freed_before_image_safe);
  if (!is_safe) return true;
  if (const auto done = free_segment(); !done) return tl::unexpected(done.error());
  return true;
}

}  // namespace mentat::keeper
