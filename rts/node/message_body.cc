#include "rts/node/message_body.h"

namespace mentat::node {

[[gnu::noinline]] base::byte_buffer& message_body::spare() {
  thread_local base::byte_buffer kept;
  return kept;
}

}  // namespace mentat::node
