#include "rts/replica/replica_update.h"

#include "mmps/base/byte_buffer.h"
#include "mmps/base/crc32c.h"
#include "mmps/wire/little_endian.h"

namespace mentat {

replica_fingerprint fingerprint_of(const class_info& of_class, void* self) {
  base::byte_buffer state;
  of_class.replica->save(self, state);
  replica_fingerprint made{};
  mmps::put_little_endian(made.data(), std::uint64_t{state.size()});
  mmps::put_little_endian(made.data() + 8, base::crc32c({state.data(), state.size()}));
  return made;
}

}  // namespace mentat
