// Any bytes are refused, or are a step of the order of writes whose encoding gives the same body
// and the same fields of the header; nothing is allocated for them. An input is the fields of the
// header and the body.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "mmps/wire/fuzz/counted_memory.h"
#include "mmps/wire/message_type.h"
#include "rts/core/class_registry.h"
#include "rts/session/replicas/update_message.h"

using namespace mentat;

namespace {

constexpr std::uint64_t replicated_hash = 0x0102030405060708, ordinary_hash = 0x1112131415161718;
constexpr std::size_t head = 8;  // of an input: the fields of the header

constexpr class_description replicated{"r", kind::replicated, replicated_hash};
constexpr class_description ordinary{"p", kind::persistent, ordinary_hash};
constexpr replica_form form{};
constexpr method_description methods[] = {
    {.number = 1,
     .name = "get",
     .arity = 1,
     .round_trip_arguments = nullptr,
     .wire = {},
     .is_read = true},
    {.number = 2, .name = "set", .arity = 2, .round_trip_arguments = nullptr, .wire = {}}};

class_info described(const class_description& by, const replica_form* as) {
  class_info made{.description = &by,
                  .methods = methods,
                  .dispatch = nullptr,
                  .dispatch_new = nullptr,
                  .construct = nullptr,
                  .destroy = nullptr};
  made.replica = as;
  return made;
}

const class_info replicated_class = described(replicated, &form);
const class_info ordinary_class = described(ordinary, nullptr);
const bool is_registered = (class_registry::add(replicated_class),
                            class_registry::add(ordinary_class), mentat::fuzz::counts_memory);

void require(bool condition) {
  if (!condition) std::abort();
}

mmps::message_header header_of(std::span<const std::byte> fields) {
  const auto field = [&](std::size_t at) { return std::to_integer<std::uint8_t>(fields[at]); };
  mmps::message_header made = mmps::blank_header;
  constexpr std::uint64_t hashes[] = {0, replicated_hash, replicated_hash, ordinary_hash, 7};
  made.set_class_hash(hashes[field(0) % std::size(hashes)]);
  made.function = static_cast<std::uint16_t>(field(1) % 4 | field(2) << 8);
  made.argument_count = field(3) % 4;
  made.future_length = field(4) == 1;
  if (field(5) % 2 == 1) made.flags |= mmps::flag::swapped;
  return made;
}

// Small numbers where most others make no sense.
void make_fit(std::span<std::byte> body) {
  constexpr std::size_t kind_at = 8;
  if (body.size() < kind_at + 8) return;
  std::fill_n(body.begin() + kind_at + 1, 7, std::byte{0});
  body[kind_at] &= std::byte{7};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < head || !is_registered) return 0;
  const auto input = std::as_bytes(std::span(data, size));
  const mmps::message_header header = header_of(input.first(head));
  // A copy of exactly this size: AddressSanitizer sees a read behind it.
  std::vector<std::byte> body(input.begin() + head, input.end());
  if (data[head - 1] % 4 != 0) make_fit(body);

  const std::size_t before = mentat::fuzz::allocated_bytes;
  const auto what = node::decode(header, body);
  require(mentat::fuzz::allocated_bytes == before);
  if (!what) return 0;
  require(what->bytes.size() <= body.size());
  require(!what->method || !what->method->is_read);
  require(!what->of_class || what->of_class == &replicated_class);
  const node::update_message again = node::encode(*what);
  require(std::ranges::equal(again.body, body));
  if (what->of_class) require(again.header.class_hash() == header.class_hash());
  if (what->method) require(again.header.function == header.function);
  if (what->method) require(again.header.argument_count == header.argument_count);
  return 0;
}
