#include "tests/sim/model/result_tokens.h"

#include <cstdint>

#include "mmps/wire/future_blob.h"
#include "mmps/wire/message_type.h"
#include "mmps/wire/token_for.h"

namespace mentat {

std::vector<mmps::mentat_message> result_tokens(const mmps::message_header& origin,
                                                std::span<const std::byte> future,
                                                std::span<const std::byte> result, bool is_error) {
  std::vector<mmps::mentat_message> tokens;
  std::vector<std::byte> body;
  mmps::future_reader reader(future);
  for (mmps::future_arc arc; reader.next(arc);) {
    body.assign(arc.future.begin(), arc.future.end());
    body.insert(body.end(), result.begin(), result.end());
    mmps::mentat_message& token = tokens.emplace_back(mmps::token_for(arc, origin), body);
    token.header.flags |= origin.flags & mmps::flag::replayable;
    if (is_error) token.header.flags |= mmps::flag::error;
  }
  return tokens;
}

}  // namespace mentat
