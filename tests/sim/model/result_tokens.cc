#include "tests/sim/model/result_tokens.h"

#include <cstdint>

#include "mmps/wire/future_blob.h"
#include "mmps/wire/message_type.h"

namespace mentat {
namespace {

constexpr std::uint16_t follows =
    mmps::flag::traced | mmps::flag::detached | mmps::flag::replayable;

void fill_header(mmps::message_header& header, const mmps::message_header& origin,
                 const mmps::future_arc& arc) {
  header.type = static_cast<std::uint8_t>(mmps::message_type::token);
  header.flags = origin.flags & follows;
  header.future_length = static_cast<std::uint32_t>(arc.future.size());
  header.cluster = origin.cluster;
  header.interface_hash = static_cast<std::uint32_t>(arc.class_hash >> 32);
  header.source = origin.source;
  header.destination = arc.destination;
  header.tag = arc.tag;
  header.graph = origin.graph;
  header.class_id = static_cast<std::uint32_t>(arc.class_hash);
  header.function = arc.function;
  header.argument = arc.argument;
  header.argument_count = arc.argument_count;
  header.depth = arc.depth;
  header.replay = origin.replay;
}

}  // namespace

std::vector<mmps::mentat_message> result_tokens(const mmps::message_header& origin,
                                                std::span<const std::byte> future,
                                                std::span<const std::byte> result, bool is_error) {
  std::vector<mmps::mentat_message> tokens;
  std::vector<std::byte> body;
  mmps::future_reader reader(future);
  for (mmps::future_arc arc; reader.next(arc);) {
    body.assign(arc.future.begin(), arc.future.end());
    body.insert(body.end(), result.begin(), result.end());
    mmps::mentat_message& token = tokens.emplace_back(std::span<const std::byte>(body));
    fill_header(token.header, origin, arc);
    if (is_error) token.header.flags |= mmps::flag::error;
  }
  return tokens;
}

}  // namespace mentat
