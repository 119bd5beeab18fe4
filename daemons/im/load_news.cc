#include "daemons/im/load_news.h"

#include "daemons/im/bytes.h"

namespace mentat::im {

std::vector<std::byte> load_news::encode() const {
  std::vector<std::byte> bytes;
  append(bytes, value.milli);
  append(bytes, cores);
  return bytes;
}

std::optional<load_news> load_news::decode(std::span<const std::byte> body) {
  if (body.size() != 8) return std::nullopt;
  const load_news news{{number_at(body, 0)}, number_at(body, 4)};
  if (news.cores == 0) return std::nullopt;
  return news;
}

}  // namespace mentat::im
