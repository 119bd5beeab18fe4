#include "rts/node/message_body.h"

namespace mentat::node {

[[gnu::noinline]] std::vector<std::byte>& message_body::spare() {
  thread_local std::vector<std::byte> kept;
  return kept;
}

}  // namespace mentat::node
