// A disk in memory that does what disks may do: a power cut keeps any part of what was not synced,
// in pieces of 512 bytes and in any order; a write or a sync fails; the disk is full; a bit flips.
// For tests and for the simulator: everything that it draws comes from the seed.
//
// A failed sync_data() or sync() leaves the written bytes to be read, and forgets that they are not
// on the disk: the next one succeeds and does not bring them there. Kernels do this.
//
// Thread-safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "daemons/keeper/store/disk.h"
#include "mmps/base/random.h"

namespace mentat::keeper {

class virtual_disk final : public disk {
 public:
  static constexpr std::size_t sector = 512;  // bytes; a write of one is never torn

  explicit virtual_disk(std::uint64_t seed) : random_(seed) {}

  // --- faults
  /// The write, or the sync of a file or folder, that comes after so many others fails.
  void fail_write_after(std::uint64_t writes) { failing_write_ = writes_ + writes; }
  void fail_sync_after(std::uint64_t syncs) { failing_sync_ = syncs_ + syncs; }
  void set_capacity(std::uint64_t bytes) { capacity_ = bytes; }
  /// The power is cut: of what is not synced any part stays, which the seed decides. Closes all
  /// files.
  void cut();
  /// Flips a bit that is on the disk. REQUIRES: the file has that byte.
  void flip(const std::string& name, std::uint64_t byte, unsigned bit);
  /// The sector with that byte cannot be read until it is written again. REQUIRES: as flip().
  void spoil(const std::string& name, std::uint64_t byte);

  [[nodiscard]] std::optional<std::vector<std::byte>> content_of(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] std::uint64_t syncs() const { return syncs_; }
  [[nodiscard]] std::uint64_t writes() const { return writes_; }
  [[nodiscard]] std::uint64_t failed_syncs() const { return failed_syncs_; }

  disk_result<file> create(std::string_view name) override;
  disk_result<file> open(std::string_view name) override;
  void close(file which) override;
  disk_result<std::uint64_t> size_of(file which) override;
  disk_result<std::size_t> read(file which, std::uint64_t offset,
                                std::span<std::byte> into) override;
  disk_result<void> write(file which, std::uint64_t offset,
                          std::span<const std::byte> bytes) override;
  disk_result<void> sync_data(file which) override { return sync(which); }
  disk_result<void> sync(file which) override;
  disk_result<void> sync_folder(std::string_view folder) override;
  disk_result<void> remove(std::string_view name) override;
  disk_result<std::vector<std::string>> list(std::string_view folder) override;

 private:
  struct pending_write {
    std::uint64_t offset;
    std::vector<std::byte> bytes;
  };
  struct content {
    std::vector<std::byte> seen;     // what readers get
    std::vector<std::byte> on_disk;  // what a power cut leaves at least
    std::vector<pending_write> pending;
    std::set<std::uint64_t> spoiled;  // numbers of sectors
  };
  using shared = std::shared_ptr<content>;
  struct entry {
    std::string name;
    shared what;  // null: removed
  };

  content& of(file which);
  static void apply(std::vector<std::byte>& to, std::uint64_t offset,
                    std::span<const std::byte> bytes);
  void keep_some(content& of);
  [[nodiscard]] std::uint64_t used() const;

  base::random random_;
  std::map<std::string, shared, std::less<>> seen_, on_disk_;
  std::vector<entry> pending_;  // names that are not synced, in order
  std::map<file, shared> open_;
  file next_file_ = 3;
  std::uint64_t writes_ = 0, syncs_ = 0, failed_syncs_ = 0;
  std::optional<std::uint64_t> failing_write_, failing_sync_, capacity_;
};

}  // namespace mentat::keeper
