// The header of the token that carries a result along an arc [TOCS96 2.1]. Thread-safety: a
// function of values. Cost: a copy of a header.
#pragma once

#include <cstdint>

#include "mmps/wire/future_blob.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps {

// `origin`: the header of the call that has the result, or blank_header. The token keeps its source
// and cluster.
inline message_header token_for(const future_arc& arc, const message_header& origin) {
  message_header token = blank_header;
  token.type = static_cast<std::uint8_t>(message_type::token);
  token.future_length = static_cast<std::uint32_t>(arc.future.size());
  token.cluster = origin.cluster;
  token.source = origin.source;
  token.destination = arc.destination;
  token.tag = arc.tag;
  token.set_class_hash(arc.class_hash);
  token.function = arc.function;
  token.argument = arc.argument;
  token.argument_count = arc.argument_count;
  token.depth = arc.depth;
  return token;
}

}  // namespace mentat::mmps
