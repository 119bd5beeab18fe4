#include "mmps/wire/future_blob.h"

#include <algorithm>

#include "mmps/base/check.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps {
namespace {

constexpr std::size_t function_offset = 40, depth_offset = 46, length_offset = 48;
static_assert(length_offset + sizeof(std::uint32_t) == future_arc_size);

bool is_sound(const future_arc& arc) {
  if (arc.argument == to_waiting_caller)
    return arc.destination.is_process() && arc.class_hash == 0 && arc.argument_count == 0 &&
           arc.function <= 1 && arc.future.empty();
  if (arc.argument >= arc.argument_count || arc.argument_count > max_arguments) return false;
  return arc.destination == mmps_name{} || arc.destination.bound();
}

// Recursive, at most max_future_nesting deep.
future_fault check_level(std::span<const std::byte> bytes, std::uint32_t level,
                         future_check& result) {
  if (bytes.empty()) return future_fault::none;
  if (level == max_future_nesting) return future_fault::too_deep;
  result.nesting = std::max(result.nesting, level + 1);
  future_reader reader(bytes);
  for (future_arc arc; reader.next(arc);) {
    if (++result.arcs > max_future_arcs) return future_fault::too_many;
    const future_fault inner = check_level(arc.future, level + 1, result);
    if (inner != future_fault::none) return inner;
  }
  return reader.fault();
}

void put_arc(std::byte* at, const future_arc& arc, std::size_t future_length) {
  put_name(at, arc.destination);
  put_little_endian(at + 16, arc.tag.number);
  put_little_endian(at + 24, arc.tag.origin);
  put_little_endian(at + 32, arc.class_hash);
  put_little_endian(at + function_offset, arc.function);
  put_little_endian(at + 42, arc.argument);
  put_little_endian(at + 44, arc.argument_count);
  put_little_endian(at + depth_offset, arc.depth);
  put_little_endian(at + length_offset, static_cast<std::uint32_t>(future_length));
}

void append_arc(std::vector<std::byte>& to, const future_arc& arc, std::size_t future_length) {
  std::array<std::byte, future_arc_size> bytes;
  put_arc(bytes.data(), arc, future_length);
  to.insert(to.end(), bytes.begin(), bytes.end());
}

}  // namespace

void write_arc(const future_arc& arc, std::span<std::byte> to) {
  MENTAT_CHECK(to.size() == future_arc_size + arc.future.size(), "an arc of another length");
  put_arc(to.data(), arc, arc.future.size());
  std::ranges::copy(arc.future, to.begin() + future_arc_size);
}

future_arc arc_to_caller(const mmps_name& process, const tag& tag) {
  future_arc arc;
  arc.destination = process;
  arc.tag = tag;
  arc.argument = to_waiting_caller;
  return arc;
}

void note_arcs_of_caller(std::span<std::byte> future, std::uint16_t number, bool abandoned) {
  MENTAT_CHECK(future.size() >= future_arc_size, "a future without an arc");
  put_little_endian(future.data() + function_offset, static_cast<std::uint16_t>(abandoned ? 1 : 0));
  put_little_endian(future.data() + depth_offset, number);
}

std::string_view text_of(future_fault fault) {
  switch (fault) {
    case future_fault::none:
      return "no error";
    case future_fault::truncated:
      return "the future ends inside an arc";
    case future_fault::bad_arc:
      return "an arc of the future goes nowhere";
    case future_fault::too_many:
      return "fixed.future_arcs: a future of more than 4096 arcs";
    case future_fault::too_deep:
      return "fixed.future_nesting: more than 64 futures in futures";
    case future_fault::too_long:
      return "fixed.future: a future longer than 1 MiB";
  }
  return "unknown error";
}

bool future_reader::next(future_arc& arc) {
  if (rest_.empty() || fault_ != future_fault::none) return false;
  fault_ = future_fault::truncated;
  if (rest_.size() < future_arc_size) return false;
  const std::byte* at = rest_.data();
  const std::size_t length = get_little_endian<std::uint32_t>(at + length_offset);
  if (length > rest_.size() - future_arc_size) return false;
  arc.destination = get_name(at);
  arc.tag = {get_little_endian<std::uint64_t>(at + 16), get_little_endian<std::uint64_t>(at + 24)};
  arc.class_hash = get_little_endian<std::uint64_t>(at + 32);
  arc.function = get_little_endian<std::uint16_t>(at + function_offset);
  arc.argument = get_little_endian<std::uint16_t>(at + 42);
  arc.argument_count = get_little_endian<std::uint16_t>(at + 44);
  arc.depth = get_little_endian<std::uint16_t>(at + depth_offset);
  arc.future = rest_.subspan(future_arc_size, length);
  fault_ = is_sound(arc) ? future_fault::none : future_fault::bad_arc;
  if (fault_ != future_fault::none) return false;
  rest_ = rest_.subspan(future_arc_size + length);
  return true;
}

future_check check_future(std::span<const std::byte> bytes) {
  future_check result;
  result.fault =
      bytes.size() > max_future_bytes ? future_fault::too_long : check_level(bytes, 0, result);
  return result;
}

bool future_writer::put(const future_arc& arc, std::size_t future_length) {
  if (fault_ != future_fault::none) return false;
  if (arcs_ + 1 > max_future_arcs)
    fail(future_fault::too_many);
  else if (open_.size() + 1 > max_future_nesting)
    fail(future_fault::too_deep);
  else if (bytes_.size() + future_arc_size + future_length > max_future_bytes)
    fail(future_fault::too_long);
  if (fault_ != future_fault::none) return false;
  ++arcs_;
  append_arc(bytes_, arc, future_length);
  return true;
}

void future_writer::add(const future_arc& arc) {
  if (!is_sound(arc)) return fail(future_fault::bad_arc);
  const future_check nested = check_future(arc.future);
  if (nested.fault != future_fault::none) return fail(nested.fault);
  if (arcs_ + 1 + nested.arcs > max_future_arcs) return fail(future_fault::too_many);
  if (open_.size() + 1 + nested.nesting > max_future_nesting) return fail(future_fault::too_deep);
  if (!put(arc, arc.future.size())) return;
  bytes_.insert(bytes_.end(), arc.future.begin(), arc.future.end());
  arcs_ += nested.arcs;
}

void future_writer::open(const future_arc& arc) {
  future_arc opened = arc;
  opened.future = {};
  if (!is_sound(opened)) fail(future_fault::bad_arc);
  const std::size_t begin = bytes_.size();
  if (put(opened, 0)) open_.push_back(begin);
}

void future_writer::close() {
  if (fault_ != future_fault::none) return;
  MENTAT_CHECK(!open_.empty(), "close() without open()");
  const std::size_t begin = open_.back();
  open_.pop_back();
  const std::size_t length = bytes_.size() - begin - future_arc_size;
  const bool to_caller =
      get_little_endian<std::uint16_t>(bytes_.data() + begin + 42) == to_waiting_caller;
  if (to_caller && length != 0) return fail(future_fault::bad_arc);
  put_little_endian(bytes_.data() + begin + length_offset, static_cast<std::uint32_t>(length));
}

std::span<const std::byte> future_writer::bytes() const {
  MENTAT_CHECK(fault_ == future_fault::none && open_.empty(), "the future is not complete");
  return bytes_;
}

}  // namespace mentat::mmps
