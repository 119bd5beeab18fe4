// The disk of a store as files of a folder. Links are not followed, no other user reads what is
// made (0600). Errors, thread-safety, ownership: disk.h.
#pragma once

#include <memory>
#include <string>

#include "daemons/keeper/store/disk.h"
#include "mmps/trust/descriptor.h"

namespace mentat::keeper {

class file_disk final : public disk {
 public:
  /// `folder` is an open folder. With `may_write` it gets the folder "log" if it has none.
  static disk_result<std::unique_ptr<file_disk>> open(mmps::trust::descriptor folder,
                                                      std::string path, bool may_write);

  disk_result<file> create(std::string_view name) override;
  disk_result<file> open(std::string_view name) override;
  void close(file which) override;
  disk_result<std::uint64_t> size_of(file which) override;
  disk_result<std::size_t> read(file which, std::uint64_t offset,
                                std::span<std::byte> into) override;
  disk_result<void> write(file which, std::uint64_t offset,
                          std::span<const std::byte> bytes) override;
  disk_result<void> sync_data(file which) override;
  disk_result<void> sync(file which) override;
  disk_result<void> sync_folder(std::string_view folder) override;
  disk_result<void> remove(std::string_view name) override;
  disk_result<std::vector<std::string>> list(std::string_view folder) override;

 private:
  file_disk(mmps::trust::descriptor folder, std::string path, bool may_write)
      : folder_(std::move(folder)), path_(std::move(path)), may_write_(may_write) {}
  [[nodiscard]] tl::unexpected<disk_fault> failed(std::string_view name) const;

  mmps::trust::descriptor folder_;
  std::string path_;
  bool may_write_;
};

}  // namespace mentat::keeper
