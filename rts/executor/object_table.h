// The persistent objects of this process, by slot. A reused slot gets a new generation, so a stale
// name finds nothing. Thread-safety: all functions; find() takes no lock. Ownership: owns the
// server_objects, whose memory stays until the table is destroyed.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "mmps/wire/mmps_name.h"
#include "rts/core/server_object.h"

namespace mentat {

class object_table {
 public:
  // `process` owns the objects; their names begin with it.
  explicit object_table(std::uint32_t max_objects, const mmps::mmps_name& process = {})
      : max_objects_(max_objects), process_(process) {}
  ~object_table();
  // Allocates memory for the first objects in advance. Call before any other function.
  void prepare() { chunks_[0].store(new chunk, std::memory_order_release); }

  // Null if the limit is reached.
  server_object* add(const class_info& of_class, void* self, mmps::mmps_name& name);
  // Frees the slot of an object that has ended. Called after that, by the fiber that ended it.
  void recycle(server_object& object);
  server_object* find(const mmps::mmps_name& name) const {
    const std::uint32_t number = name.object_number();
    chunk* part = chunks_[number / chunk_size].load(std::memory_order_acquire);
    if (!part) return nullptr;
    server_object* object = &(*part)[number % chunk_size];
    return name.generation != 0 && object->generation() == name.generation ? object : nullptr;
  }
  // All living objects, in the order of slots.
  [[nodiscard]] std::vector<server_object*> living() const;
  // Visits the same objects under the lock, so that visit() reads a fixed state. Releases
  // the lock after each chunk, to let others add objects.
  template <class Visitor>
  void visit_living(Visitor&& visit) const {
    std::uint32_t number = 1, used = 1;
    do {
      std::lock_guard guard(lock_);
      used = used_;
      const std::uint32_t end = std::min(used, (number / chunk_size + 1) * chunk_size);
      for (; number < end; ++number) {
        const server_object& object = (*chunks_[number / chunk_size].load())[number % chunk_size];
        if (object.generation() != 0) visit(object);
      }
    } while (number < used);
  }

 private:
  static constexpr std::uint32_t chunk_size = 256;
  static constexpr std::uint32_t chunk_count = (mmps::mmps_name::max_objects + 1) / chunk_size;
  using chunk = std::array<server_object, chunk_size>;

  std::uint32_t max_objects_;
  mmps::mmps_name process_;
  mutable std::mutex lock_;
  std::vector<std::uint32_t> free_;
  std::uint32_t used_ = 1;  // number 0 is the process itself
  std::array<std::atomic<chunk*>, chunk_count> chunks_{};
};

}  // namespace mentat
