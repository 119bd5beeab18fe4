// A durable object of this process, and one of its calls, for the sources of durable_objects.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "rts/session/custody/exported_arc.h"
#include "rts/session/durable/durable_objects.h"

namespace mentat::node {

struct durable_objects::object_here {
  object_here(const mmps::mmps_name& name, std::uint64_t epoch, durable::image&& from,
              base::seeded_bug bug)
      : calls(name, epoch, from.sequence, std::move(from.calls), bug),
        encoded(std::move(from.cells)) {}

  std::mutex lock;  // of `calls` and `origins`
  durable::activation calls;
  std::map<durable::origin, mmps::mmps_name> origins;  // the processes that call it
  mmps::mmps_name physical, keeper;
  const class_info* of_class = nullptr;
  void* self = nullptr;
  // By the fiber that runs the object.
  std::vector<durable::bytes> encoded;  // each member, after the last call
  std::vector<base::byte_buffer> scratch;
};

// It is over when its function has ended and its outcome is known, in any order.
class durable_objects::running_call final : public durable_call {
 public:
  running_call(durable_objects& in, std::shared_ptr<object_here> object,
               const durable::activation::call& what, const method_description* method)
      : in_(in), object_(std::move(object)), what_(what), method_(method) {}

  // Its function begins.
  void begin(std::shared_ptr<running_call> self) {
    self_ = std::move(self);
    has_begun_ = runs_ = true;
  }
  void end() override;
  void note_outcome(const computation_instance& ended);

  [[nodiscard]] const std::shared_ptr<object_here>& object() const { return object_; }
  [[nodiscard]] const durable::activation::call& what() const { return what_; }
  [[nodiscard]] bool has_begun() const { return has_begun_; }
  [[nodiscard]] bool destroys() const { return method_ == nullptr; }
  durable::answer given;
  std::vector<durable::cell> changed;

 private:
  void collect_changes();
  void roll_back();

  durable_objects& in_;
  const std::shared_ptr<object_here> object_;
  const durable::activation::call what_;
  const method_description* const method_;  // null: it destroys the object
  std::shared_ptr<running_call> self_;      // while its function runs
  bool has_begun_ = false, runs_ = false, is_answered_ = false;
};

// The arc along which the outcome of a call comes back here.
class durable_objects::outcome final : public exported_arc {
 public:
  explicit outcome(std::shared_ptr<running_call> of) : of_(std::move(of)) {}
  [[nodiscard]] const std::shared_ptr<running_call>& call() const { return of_; }

 private:
  std::span<const std::byte> forward(const mmps::mmps_name&) override { return {}; }
  void serve(computation_instance& ended) override { of_->note_outcome(ended); }

  const std::shared_ptr<running_call> of_;
};

}  // namespace mentat::node
