#include "daemons/keeper/store/virtual_disk.h"

#include <algorithm>
#include <utility>

#include "mmps/base/check.h"

namespace mentat::keeper {
namespace {

tl::unexpected<disk_fault> fault(disk_fault::kind what, std::string_view text) {
  return tl::unexpected(disk_fault{what, std::string(text)});
}

std::string_view folder_of(std::string_view name) {
  const std::size_t slash = name.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
}

}  // namespace

virtual_disk::content& virtual_disk::of(file which) {
  const auto found = open_.find(which);
  MENTAT_CHECK(found != open_.end(), "the file is open");
  return *found->second;
}

void virtual_disk::apply(std::vector<std::byte>& to, std::uint64_t offset,
                         std::span<const std::byte> bytes) {
  if (to.size() < offset + bytes.size()) to.resize(offset + bytes.size());
  std::ranges::copy(bytes, to.begin() + static_cast<std::ptrdiff_t>(offset));
}

// Any of the writes, and of each any of the sectors.
void virtual_disk::keep_some(content& of) {
  const std::uint64_t style = random_.below(4);  // none, all, whole writes, sectors
  for (const pending_write& each : of.pending) {
    if (style == 0 || (style == 2 && random_.below(2) == 0)) continue;
    const std::span<const std::byte> bytes(each.bytes);
    for (std::uint64_t at = 0; at < bytes.size();) {
      const std::uint64_t to_boundary = sector - (each.offset + at) % sector;
      const std::size_t size = std::min<std::uint64_t>(to_boundary, bytes.size() - at);
      if (style != 3 || random_.below(4) != 0)
        apply(of.on_disk, each.offset + at, bytes.subspan(at, size));
      at += size;
    }
  }
  of.pending.clear();
  of.seen = of.on_disk;
}

void virtual_disk::cut() {
  open_.clear();
  const std::uint64_t style = random_.below(3);  // none, all, any
  std::set<shared> all;
  for (const auto& [name, what] : on_disk_) all.insert(what);
  for (const entry& each : pending_) {
    if (style == 0 || (style == 2 && random_.below(2) == 0)) continue;
    if (each.what)
      on_disk_[each.name] = each.what;
    else
      on_disk_.erase(each.name);
  }
  for (const auto& [name, what] : on_disk_) all.insert(what);
  pending_.clear();
  // In the order of names, not of addresses.
  for (const auto& [name, what] : on_disk_)
    if (all.erase(what) != 0) keep_some(*what);
  seen_ = on_disk_;
}

void virtual_disk::flip(const std::string& name, std::uint64_t byte, unsigned bit) {
  const auto found = seen_.find(name);
  MENTAT_CHECK(found != seen_.end(), "there is such a file");
  content& what = *found->second;
  for (std::vector<std::byte>* each : {&what.seen, &what.on_disk})
    if (byte < each->size()) (*each)[byte] ^= static_cast<std::byte>(1u << bit);
}

void virtual_disk::spoil(const std::string& name, std::uint64_t byte) {
  const auto found = seen_.find(name);
  MENTAT_CHECK(found != seen_.end(), "there is such a file");
  found->second->spoiled.insert(byte / sector);
}

std::optional<std::vector<std::byte>> virtual_disk::content_of(const std::string& name) const {
  const auto found = seen_.find(name);
  if (found == seen_.end()) return std::nullopt;
  return found->second->seen;
}

std::vector<std::string> virtual_disk::names() const {
  std::vector<std::string> all;
  for (const auto& [name, what] : seen_) all.push_back(name);
  return all;
}

std::uint64_t virtual_disk::used() const {
  std::uint64_t bytes = 0;
  for (const auto& [name, what] : seen_) bytes += what->seen.size();
  return bytes;
}

disk_result<disk::file> virtual_disk::create(std::string_view name) {
  if (seen_.contains(name)) return fault(disk_fault::kind::exists, name);
  const auto made = std::make_shared<content>();
  seen_.emplace(name, made);
  pending_.push_back({std::string(name), made});
  open_.emplace(next_file_, made);
  return next_file_++;
}

disk_result<disk::file> virtual_disk::open(std::string_view name) {
  const auto found = seen_.find(name);
  if (found == seen_.end()) return fault(disk_fault::kind::missing, name);
  open_.emplace(next_file_, found->second);
  return next_file_++;
}

void virtual_disk::close(file which) { open_.erase(which); }

disk_result<std::uint64_t> virtual_disk::size_of(file which) { return of(which).seen.size(); }

disk_result<std::size_t> virtual_disk::read(file which, std::uint64_t offset,
                                            std::span<std::byte> into) {
  const content& what = of(which);
  const std::vector<std::byte>& from = what.seen;
  if (offset >= from.size()) return 0;
  const std::size_t size = std::min<std::uint64_t>(into.size(), from.size() - offset);
  const auto bad = what.spoiled.lower_bound(offset / sector);
  if (bad != what.spoiled.end() && *bad * sector < offset + size)
    return fault(disk_fault::kind::failed, "a sector of the virtual disk cannot be read");
  std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(offset), size, into.begin());
  return size;
}

disk_result<void> virtual_disk::write(file which, std::uint64_t offset,
                                      std::span<const std::byte> bytes) {
  content& to = of(which);
  const bool fails = failing_write_ && writes_ >= *failing_write_;
  ++writes_;
  if (fails) {
    failing_write_.reset();
    bytes = bytes.first(random_.below(bytes.size() + 1) / 8 * 8);
  }
  const std::uint64_t end = offset + bytes.size();
  const std::uint64_t grows = end > to.seen.size() ? end - to.seen.size() : 0;
  if (capacity_ && used() + grows > *capacity_)
    return fault(disk_fault::kind::full, "no space left on the virtual disk");
  apply(to.seen, offset, bytes);
  const std::uint64_t healed_end = end == to.seen.size() ? end + sector - 1 : end;
  for (std::uint64_t at = (offset + sector - 1) / sector; at < healed_end / sector; ++at)
    if (!to.spoiled.empty()) to.spoiled.erase(at);
  to.pending.push_back({offset, {bytes.begin(), bytes.end()}});
  if (fails) return fault(disk_fault::kind::failed, "a write of the virtual disk fails");
  return {};
}

disk_result<void> virtual_disk::sync(file which) {
  content& what = of(which);
  ++syncs_;
  if (failing_sync_ && syncs_ > *failing_sync_) {
    failing_sync_.reset();
    ++failed_syncs_;
    // Some are on the disk, and of the others nobody knows any longer.
    for (const pending_write& each : what.pending)
      if (random_.below(2) == 0) apply(what.on_disk, each.offset, each.bytes);
    what.pending.clear();
    return fault(disk_fault::kind::failed, "a sync of the virtual disk fails");
  }
  for (const pending_write& each : what.pending) apply(what.on_disk, each.offset, each.bytes);
  what.pending.clear();
  return {};
}

disk_result<void> virtual_disk::sync_folder(std::string_view folder) {
  ++syncs_;
  if (failing_sync_ && syncs_ > *failing_sync_) {
    failing_sync_.reset();
    ++failed_syncs_;
    return fault(disk_fault::kind::failed, "a sync of a virtual folder fails");
  }
  std::vector<entry> others;
  for (entry& each : pending_) {
    if (folder_of(each.name) != folder)
      others.push_back(std::move(each));
    else if (each.what)
      on_disk_[each.name] = each.what;
    else
      on_disk_.erase(each.name);
  }
  pending_ = std::move(others);
  return {};
}

disk_result<void> virtual_disk::remove(std::string_view name) {
  const auto found = seen_.find(name);
  if (found == seen_.end()) return fault(disk_fault::kind::missing, name);
  pending_.push_back({found->first, nullptr});
  seen_.erase(found);
  return {};
}

disk_result<std::vector<std::string>> virtual_disk::list(std::string_view folder) {
  std::vector<std::string> all;
  for (const auto& [name, what] : seen_)
    if (folder_of(name) == folder) all.push_back(name);
  return all;
}

}  // namespace mentat::keeper
