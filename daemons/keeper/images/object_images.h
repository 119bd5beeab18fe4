// The present state of each object: its cells, merged as records pass. So there is no checkpoint
// that stops an object, and no code of a user runs.
//
// Invariant: the image of an object is its state behind the last record that was taken. Records
// come in the order of the log, each once (object_table.h). Thread-safety: none. Ownership: its own
// copies. Errors: take() says that a body makes no sense; the object is as before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "daemons/keeper/store/object_table.h"
#include "daemons/keeper/store/segment_log.h"
#include "rts/durable/image.h"
#include "rts/durable/record.h"

namespace mentat::keeper {

class object_images final : public image_source {
 public:
  /// False: the body of the record makes no sense, or its object has not begun.
  bool take(const durable::record_view& record);
  void forget(const durable::object_id& id) { images_.erase(id); }

  [[nodiscard]] const durable::image* find(const durable::object_id& id) const;
  [[nodiscard]] std::size_t size() const { return images_.size(); }

  const std::vector<std::byte>* image_of(const durable::object_id& id) override;
  std::uint64_t bytes_of(const durable::object_id& id) override;

 private:
  std::unordered_map<durable::object_id, durable::image, object_table::id_hash> images_;
  std::vector<std::byte> encoded_;
};

}  // namespace mentat::keeper
