#include "rts/session/calls/remote_objects.h"

namespace mentat::node {

remote_objects::~remote_objects() = default;

server_object* remote_objects::find_new(const mmps::mmps_name& name) {
  std::lock_guard guard(lock_);
  auto& process = processes_[name.process_number()];
  if (!process.load()) {
    tables_.push_back(std::make_unique<process_table>());
    process.store(tables_.back().get(), std::memory_order_release);
  }
  auto& part = (*process.load())[name.object_number() / chunk_size];
  if (!part.load()) {
    chunks_.push_back(std::make_unique<chunk>());
    part.store(chunks_.back().get(), std::memory_order_release);
  }
  server_object& object = (*part.load())[name.object_number() % chunk_size];
  // Generations of a slot only grow: an object whose name is not newer than the last one here has
  // ended.
  if (object.generation() == name.generation) return &object;
  if (object.name().bound() && object.name().generation >= name.generation) return nullptr;
  object.bind_far(name);
  return &object;
}

server_object* far_hosts::find_elsewhere(const mmps::mmps_name& name) {
  remote_objects* of_host = nullptr;
  {
    std::lock_guard guard(lock_);
    auto& entry = elsewhere_[{name.host, name.incarnation}];
    if (!entry) entry = std::make_unique<remote_objects>();
    of_host = entry.get();
  }
  return of_host->find(name);
}

}  // namespace mentat::node
