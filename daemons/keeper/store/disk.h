// The disk under the store of durable objects: one folder of files, with the calls whose order
// decides what a power cut leaves. Two implementations: files (daemons/keeper/folder), and a
// virtual one that loses, tears and reorders (virtual_disk.h).
//
// What a disk promises: after sync() or sync_data() of a file has succeeded, the bytes that were
// written before survive a power cut; after sync_folder(), the names made and removed before do.
// Nothing else survives for certain, and anything may. After either has failed, nobody knows which
// bytes are on the disk, and a second one may succeed without them.
//
// Names are relative: "manifest.a", "log/0000000042.log". Errors: disk_fault, with a text that
// names the file. Thread-safety: none, except that sync_data() of one file may run beside calls for
// others and for itself. Ownership: the disk owns its open files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace mentat::keeper {

struct disk_fault {
  enum class kind : std::uint8_t {
    full,     // no room, or a quota of the file system
    failed,   // an error of the disk
    missing,  // no such file
    exists,   // there is one already
  };
  kind what = kind::failed;
  std::string text;
};

template <class T>
using disk_result = tl::expected<T, disk_fault>;

class disk {
 public:
  using file = int;  // an open one

  disk() = default;
  disk(const disk&) = delete;
  disk& operator=(const disk&) = delete;
  virtual ~disk() = default;

  /// A new, empty file. Fault `exists`.
  [[nodiscard]] virtual disk_result<file> create(std::string_view name) = 0;
  [[nodiscard]] virtual disk_result<file> open(std::string_view name) = 0;
  virtual void close(file which) = 0;

  [[nodiscard]] virtual disk_result<std::uint64_t> size_of(file which) = 0;
  /// Fewer bytes than asked for: the file ends there.
  [[nodiscard]] virtual disk_result<std::size_t> read(file which, std::uint64_t offset,
                                                      std::span<std::byte> into) = 0;
  /// All bytes, or a fault, after which any part of them may be there.
  [[nodiscard]] virtual disk_result<void> write(file which, std::uint64_t offset,
                                                std::span<const std::byte> bytes) = 0;
  /// The bytes, and the size of the file if that is needed to read them (fdatasync).
  [[nodiscard]] virtual disk_result<void> sync_data(file which) = 0;
  [[nodiscard]] virtual disk_result<void> sync(file which) = 0;

  /// The names in "log", or in "" for the folder itself.
  [[nodiscard]] virtual disk_result<void> sync_folder(std::string_view folder) = 0;
  [[nodiscard]] virtual disk_result<void> remove(std::string_view name) = 0;
  /// Without folders, in order, each with its folder: "log/0000000042.log".
  [[nodiscard]] virtual disk_result<std::vector<std::string>> list(std::string_view folder) = 0;
};

}  // namespace mentat::keeper
