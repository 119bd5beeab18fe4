#include "daemons/im/load_news.h"

#include <algorithm>
#include <limits>

#include "daemons/im/bytes.h"
#include "mmps/base/check.h"

namespace mentat::im {

constexpr std::size_t bytes_each = 16;

std::vector<std::byte> encode_news(base::instant now, std::span<const falcon::heard_load> told) {
  MENTAT_CHECK(!told.empty() && told.size() <= most_told, "news of no host, or of too many");
  std::vector<std::byte> bytes;
  bytes.reserve(told.size() * bytes_each);
  constexpr base::duration oldest = std::numeric_limits<std::uint32_t>::max();
  for (const falcon::heard_load& each : told) {
    append(bytes, each.host);
    append(bytes, each.value.milli);
    append(bytes, each.cores);
    append(bytes,
           static_cast<std::uint32_t>(std::min((now - each.when) / base::microsecond, oldest)));
  }
  return bytes;
}

std::vector<falcon::heard_load> decode_news(base::instant now, std::span<const std::byte> body) {
  std::vector<falcon::heard_load> heard;
  if (body.empty() || body.size() % bytes_each != 0 || body.size() > most_told * bytes_each)
    return heard;
  for (std::size_t at = 0; at < body.size(); at += bytes_each) {
    const std::uint32_t cores = number_at(body, at + 8);
    if (cores == 0) return {};
    const base::duration age = number_at(body, at + 12) * base::microsecond;
    heard.push_back({number_at(body, at), {number_at(body, at + 4)}, cores, now + -age});
  }
  return heard;
}

}  // namespace mentat::im
