#include "rts/space/signature.h"

#include <map>
#include <mutex>

#include "mmps/base/check.h"

namespace mentat::space_detail {

std::uint64_t note_signature(const std::string& types) {
  static std::mutex lock;
  static std::map<std::uint64_t, std::string> known;
  std::uint64_t number = 0xcbf29ce484222325;  // FNV-1a
  for (const char one : types) number = (number ^ static_cast<unsigned char>(one)) * 0x100000001b3;
  const std::lock_guard guard(lock);
  MENTAT_CHECK(known.try_emplace(number, types).first->second == types,
               "two signatures of tuples have one number; add a name to one of them");
  return number;
}

}  // namespace mentat::space_detail
