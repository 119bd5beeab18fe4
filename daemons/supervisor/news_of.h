// A notice of a process. Pure; thread-safe.
#pragma once

#include <cstdint>
#include <string>

#include "rts/session/endpoint/notice.h"

namespace mentat::supervisor {

inline node::notice news_of(node::notice_kind kind, const mmps::mmps_name& about, node::role what,
                            std::uint32_t cores = 0, const std::string& text = {}) {
  node::notice news;
  news.kind = kind;
  news.process = about;
  news.role = what;
  news.cores = cores;
  news.set_text(text);
  return news;
}

}  // namespace mentat::supervisor
