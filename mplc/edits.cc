#include "mplc/edits.h"

#include <algorithm>
#include <tuple>

namespace mentat::mplc {

void edits::insert_before(text_offset at, std::string text) {
  edits_.push_back({at, at, std::move(text), false, next_++});
}

void edits::insert_after(text_offset at, std::string text) {
  edits_.push_back({at, at, std::move(text), true, next_++});
}

void edits::replace(text_offset begin, text_offset end, std::string text) {
  if (begin == end) return insert_before(begin, std::move(text));
  edits_.push_back({begin, end, std::move(text), false, next_++});
}

void edits::wrap(text_offset begin, text_offset end, std::string open, std::string close) {
  if (!wraps_.insert({begin, end, open, close}).second) return;
  insert_before(begin, std::move(open));
  insert_after(end, std::move(close));
}

bool edits::inside(const edit& one, text_offset begin, text_offset end, text_offset size) {
  if (one.begin != one.end) return one.begin >= begin && one.end <= end;
  // What closes at `begin` belongs to the text before the range, what opens at `end` to the text
  // after it.
  const bool from = one.begin > begin || (one.begin == begin && (!one.closing || begin == 0));
  const bool to = one.begin < end || (one.begin == end && (one.closing || end == size));
  return from && to;
}

tl::expected<std::string, std::string> edits::render(std::string_view original, text_offset begin,
                                                     text_offset end) const {
  const auto size = static_cast<text_offset>(original.size());
  std::vector<const edit*> chosen;
  for (const edit& one : edits_) {
    if (inside(one, begin, end, size))
      chosen.push_back(&one);
    else if (one.begin != one.end && one.begin < end && one.end > begin &&
             !(one.begin <= begin && one.end >= end))
      return tl::unexpected(overlap(one, begin, end));
  }
  std::ranges::sort(chosen, [](const edit* left, const edit* right) {
    const auto key = [](const edit* one) {
      const bool insertion = one->begin == one->end;
      // Insertions first, closing ones in reverse; of two replacements at one place the larger
      // first.
      return std::tuple(one->begin, !insertion, !one->closing, insertion ? 0u : ~one->end,
                        one->closing ? ~one->sequence : one->sequence);
    };
    return key(left) < key(right);
  });
  std::string text;
  text_offset done = begin;
  const edit* last = nullptr;  // the replacement that reaches up to `done`
  for (const edit* one : chosen) {
    if (one->begin < done) {
      if (one->end > done) return tl::unexpected(overlap(*one, last->begin, last->end));
      continue;  // inside a replacement that says it all
    }
    text.append(original, done, one->begin - done);
    text += one->text;
    done = one->end;
    if (one->begin != one->end) last = one;
  }
  text.append(original, done, end - done);
  return text;
}

void edits::fold(text_offset begin, text_offset end, std::string text) {
  std::erase_if(edits_, [&](const edit& one) { return inside(one, begin, end, ~text_offset{0}); });
  replace(begin, end, std::move(text));
}

std::string edits::overlap(const edit& one, text_offset begin, text_offset end) {
  return "the edit of [" + std::to_string(one.begin) + ", " + std::to_string(one.end) + ") to '" +
         one.text + "' overlaps [" + std::to_string(begin) + ", " + std::to_string(end) + ")";
}

}  // namespace mentat::mplc
