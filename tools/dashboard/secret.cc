#include "tools/dashboard/secret.h"

#include <sys/random.h>

#include <array>

#include "mmps/base/check.h"

namespace mentat::dashboard {

std::string random_secret() {
  std::array<unsigned char, 16> bits{};
  MENTAT_CHECK(getrandom(bits.data(), bits.size(), 0) == static_cast<ssize_t>(bits.size()),
               "the system gives no random bits");
  std::string made;
  for (const unsigned char one : bits) {
    made += "0123456789abcdef"[one >> 4];
    made += "0123456789abcdef"[one & 15];
  }
  return made;
}

bool are_equal_secrets(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  volatile unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference = static_cast<unsigned char>(difference | (a[i] ^ b[i]));
  return difference == 0;
}

}  // namespace mentat::dashboard
