#include "daemons/keeper/images/object_images.h"

#include <utility>

namespace mentat::keeper {
namespace {

using durable::record_kind;
using durable::record_view;

void put(object_image& into, const cell_view& cell) {
  std::vector<std::byte>& value = into.cells[cell.place];
  into.bytes += cell.value.size();
  into.bytes -= value.size();
  value.assign(cell.value.begin(), cell.value.end());
}

}  // namespace

bool object_images::begin(const record_view& record) {
  const auto read = read_state(record.body);
  if (!read) return false;
  object_image made;
  made.about = read->about;
  for (const cell_view& each : read->cells) put(made, each);
  made.calls.assign(read->calls.begin(), read->calls.end());
  images_[record.header.object] = std::move(made);
  return true;
}

bool object_images::change(const record_view& record) {
  const auto found = images_.find(record.header.object);
  const auto read = read_effect(record.body);
  if (found == images_.end() || !read) return false;
  for (const cell_view& each : read->cells) put(found->second, each);
  found->second.calls.assign(read->call.begin(), read->call.end());
  return true;
}

bool object_images::take(const record_view& record) {
  switch (record.header.kind) {
    case record_kind::made:
    case record_kind::image:
      return begin(record);
    case record_kind::effect:
      return change(record);
    case record_kind::gone:
      images_.erase(record.header.object);
      return true;
    default:
      return images_.contains(record.header.object);
  }
}

const object_image* object_images::find(const durable::object_id& id) const {
  const auto found = images_.find(id);
  return found == images_.end() ? nullptr : &found->second;
}

const std::vector<std::byte>* object_images::image_of(const durable::object_id& id) {
  const object_image* const of = find(id);
  if (!of) return nullptr;
  state_body body;
  body.about = of->about;
  for (const auto& [place, value] : of->cells) body.cells.push_back({place, value});
  body.calls = of->calls;
  encoded_ = encode(body);
  return &encoded_;
}

std::uint64_t object_images::bytes_of(const durable::object_id& id) {
  constexpr std::uint64_t frame = 64;  // of names and lengths, roughly
  const object_image* const of = find(id);
  return of ? of->bytes + 8 * of->cells.size() + of->calls.size() + frame : 0;
}

}  // namespace mentat::keeper
