// The disk of a simulated token-matching unit: records as the bytes that the product's files hold,
// with faults. The checksums of the records must detect a flipped bit and a write that is cut
// short. Thread-safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "daemons/tmu/spill_store.h"
#include "mmps/base/random.h"

namespace mentat::sim {

struct disk_faults {
  std::size_t size = SIZE_MAX;  // bytes; then the disk is full
  std::uint32_t flipped = 0;    // of a million records: those with a flipped bit
  std::uint32_t torn = 0;       // of a million records: those whose end is missing
};

class virtual_disk final : public tmu::spill_store {
 public:
  virtual_disk(const disk_faults& faults, std::uint64_t seed) : faults_(faults), chance_(seed) {}

  [[nodiscard]] tmu::spill_fault append(mmps::mentat_message& message,
                                        tmu::spill_handle& handle) override;
  [[nodiscard]] tmu::spill_fault read(const tmu::spill_handle& handle,
                                      mmps::mentat_message& message) override;
  void release(const tmu::spill_handle& handle) override;

  // Records so far.
  [[nodiscard]] std::uint64_t written() const { return last_place_; }
  // Number of faults that occurred.
  [[nodiscard]] std::uint64_t faults_injected() const { return met_; }

 private:
  const disk_faults faults_;
  base::random chance_;
  std::map<std::uint64_t, std::vector<std::byte>> records_;  // by place
  std::uint64_t last_place_ = 0, met_ = 0;
  std::size_t used_ = 0;
};

}  // namespace mentat::sim
