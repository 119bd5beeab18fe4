// The objects of other processes that this one has called: for each a server_object that orders the
// calls that cannot leave at once. Thread-safety: all functions; find() of a known object of this
// host takes no lock. Ownership: owns the server_objects, until it ends.
#pragma once

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "mmps/wire/mmps_name.h"
#include "rts/core/server_object.h"

namespace mentat::node {

// The objects of one host.
class remote_objects {
 public:
  remote_objects() = default;
  remote_objects(const remote_objects&) = delete;
  remote_objects& operator=(const remote_objects&) = delete;
  ~remote_objects();

  // The object of that name; made at the first call. Null if it is known to be gone: the same slot
  // has had a later object.
  server_object* find(const mmps::mmps_name& name) {
    const process_table* process =
        processes_[name.process_number()].load(std::memory_order_acquire);
    if (process) {
      if (const chunk* part =
              (*process)[name.object_number() / chunk_size].load(std::memory_order_acquire)) {
        server_object& object =
            const_cast<server_object&>((*part)[name.object_number() % chunk_size]);
        if (object.generation() == name.generation) return &object;
      }
    }
    return find_new(name);
  }

 private:
  static constexpr std::uint32_t chunk_size = 256;
  using chunk = std::array<server_object, chunk_size>;
  using process_table =
      std::array<std::atomic<chunk*>, (mmps::mmps_name::max_objects + 1) / chunk_size>;

  server_object* find_new(const mmps::mmps_name& name);

  std::mutex lock_;
  std::array<std::atomic<process_table*>, mmps::mmps_name::max_processes> processes_{};
  std::vector<std::unique_ptr<process_table>> tables_;
  std::vector<std::unique_ptr<chunk>> chunks_;
};

// The objects of all hosts: processes of two hosts may have the same number. Objects of an earlier
// incarnation of this host are gone.
class far_hosts {
 public:
  explicit far_hosts(const mmps::mmps_name& self)
      : host_(self.host), incarnation_(self.incarnation) {}

  server_object* find(const mmps::mmps_name& name) {
    if (name.host != host_) return find_elsewhere(name);
    return name.incarnation == incarnation_ ? here_.find(name) : nullptr;
  }

 private:
  server_object* find_elsewhere(const mmps::mmps_name& name);

  const std::uint32_t host_, incarnation_;
  remote_objects here_;
  std::mutex lock_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::unique_ptr<remote_objects>>
      elsewhere_;  // by host and incarnation
};

}  // namespace mentat::node
