#include "daemons/keeper/images/object_images.h"

#include <utility>

#include "mmps/base/byte_buffer.h"
#include "rts/durable/effect.h"

namespace mentat::keeper {

using durable::record_kind;

bool object_images::take(const durable::record_view& record) {
  const auto found = images_.find(record.header.object);
  switch (record.header.kind) {
    case record_kind::made:
    case record_kind::image: {
      auto read = durable::image::decode(record.header.sequence, record.body);
      if (!read) return false;
      images_.insert_or_assign(record.header.object, std::move(*read));
      return true;
    }
    case record_kind::effect: {
      auto read = durable::decode_effect(record);
      return found != images_.end() && read && found->second.apply(std::move(*read));
    }
    case record_kind::gone:
      images_.erase(record.header.object);
      return true;
    default:
      if (found != images_.end()) found->second.sequence = record.header.sequence;
      return found != images_.end();
  }
}

const durable::image* object_images::find(const durable::object_id& id) const {
  const auto found = images_.find(id);
  return found == images_.end() ? nullptr : &found->second;
}

const std::vector<std::byte>* object_images::image_of(const durable::object_id& id) {
  const durable::image* const of = find(id);
  if (!of) return nullptr;
  base::byte_buffer body;
  of->encode(body);
  encoded_.assign(body.begin(), body.end());
  return &encoded_;
}

std::uint64_t object_images::bytes_of(const durable::object_id& id) {
  constexpr std::uint64_t frame = 64;  // of names and lengths, roughly
  const durable::image* const of = find(id);
  return of ? of->bytes_of_cells() + 4 * of->cells.size() + of->calls.bytes() + frame : 0;
}

}  // namespace mentat::keeper
