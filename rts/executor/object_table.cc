#include "rts/executor/object_table.h"

#include <algorithm>

#include "rts/core/class_registry.h"

namespace mentat {

object_table::~object_table() {
  for (auto& part : chunks_) delete part.load();
}

server_object* object_table::add(const class_info& of_class, void* self, mmps::mmps_name& name) {
  std::lock_guard guard(lock_);
  std::uint32_t number = used_;
  if (!free_.empty()) {
    number = free_.back();
    free_.pop_back();
  } else {
    if (used_ > std::min(max_objects_, mmps::mmps_name::max_objects)) return nullptr;
    auto& part = chunks_[number / chunk_size];
    if (!part.load()) part.store(new chunk, std::memory_order_release);
    ++used_;
  }
  server_object& taken = (*chunks_[number / chunk_size].load())[number % chunk_size];
  const std::uint32_t life = (taken.name().generation & mmps::mmps_name::max_objects) + 1;
  name = {process_.host, process_.incarnation, process_.slot | number, process_.generation | life};
  taken.bind(of_class, self, name, accepts_by_itself(of_class), has_guards(of_class),
             waits_after_rtf(of_class));
  return &taken;
}

void object_table::recycle(server_object& object) {
  if ((object.name().generation & mmps::mmps_name::max_objects) == mmps::mmps_name::max_objects)
    return;  // no name is used twice
  std::lock_guard guard(lock_);
  free_.push_back(object.name().object_number());
}

std::vector<server_object*> object_table::living() const {
  std::lock_guard guard(lock_);
  std::vector<server_object*> all;
  for (std::uint32_t number = 1; number < used_; ++number) {
    server_object& object = (*chunks_[number / chunk_size].load())[number % chunk_size];
    if (object.generation() != 0) all.push_back(&object);
  }
  return all;
}

}  // namespace mentat
