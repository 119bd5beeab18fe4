#include "daemons/tmu/error_tokens.h"

#include <cstdint>
#include <utility>

#include "mmps/wire/future_blob.h"
#include "mmps/wire/message_type.h"
#include "mmps/wire/token_for.h"

namespace mentat::tmu {
namespace {

mmps::message_header error_token_for(const mmps::future_arc& arc,
                                     const mmps::message_header& origin) {
  mmps::message_header header = mmps::token_for(arc, origin);
  header.flags |= mmps::flag::error;
  return header;
}

}  // namespace

void append_error_tokens(const mmps::message_header& origin, std::span<const std::byte> future,
                         std::span<const std::byte> error, std::vector<mmps::mentat_message>& out) {
  const mmps::mentat_message alone{error};  // for the arcs that end there: they share its storage
  std::vector<std::byte> body;
  mmps::future_reader reader(future);
  for (mmps::future_arc arc; reader.next(arc);) {
    body.assign(arc.future.begin(), arc.future.end());
    if (!body.empty()) body.insert(body.end(), error.begin(), error.end());
    mmps::mentat_message token =
        body.empty() ? alone.again() : mmps::mentat_message{std::span<const std::byte>(body)};
    token.set_header(error_token_for(arc, origin));
    out.push_back(std::move(token));
  }
}

}  // namespace mentat::tmu
