#include "mplc/text/edits.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace mentat::mplc {

void edits::insert_before(text_offset at, std::string text) {
  add({at, at, std::move(text), false, next_++});
}

void edits::insert_after(text_offset at, std::string text) {
  add({at, at, std::move(text), true, next_++});
}

void edits::replace(text_offset begin, text_offset end, std::string text) {
  if (begin == end) return insert_before(begin, std::move(text));
  add({begin, end, std::move(text), false, next_++});
}

void edits::add(edit one) {
  longest_ = std::max(longest_, one.end - one.begin);
  edits_.insert(std::move(one));
}

edits::sorted_edits::const_iterator edits::first_near(text_offset begin) const {
  return edits_.lower_bound(begin - std::min(begin, longest_));
}

void edits::wrap(text_offset begin, text_offset end, std::string open, std::string close) {
  if (!wraps_.insert({begin, end, open, close}).second) return;
  insert_before(begin, std::move(open));
  insert_after(end, std::move(close));
}

bool edits::inside(const edit& one, text_offset begin, text_offset end, text_offset size) {
  if (one.begin != one.end) return one.begin >= begin && one.end <= end;
  // An insertion that closes at `begin` belongs to the text before the range, one that opens at
  // `end` to the text after it.
  const bool from = one.begin > begin || (one.begin == begin && (!one.closing || begin == 0));
  const bool to = one.begin < end || (one.begin == end && (one.closing || end == size));
  return from && to;
}

tl::expected<std::string, std::string> edits::render(std::string_view original, text_offset begin,
                                                     text_offset end) const {
  const auto size = static_cast<text_offset>(original.size());
  std::vector<const edit*> chosen;
  for (auto near = first_near(begin); near != edits_.end() && near->begin <= end; ++near) {
    const edit& one = *near;
    if (inside(one, begin, end, size))
      chosen.push_back(&one);
    else if (one.begin != one.end && one.begin < end && one.end > begin &&
             !(one.begin <= begin && one.end >= end))
      return tl::unexpected(overlap(one, begin, end));
  }
  std::string text;
  text_offset done = begin;
  const edit* last = nullptr;  // the replacement that reaches up to `done`
  for (const edit* one : chosen) {
    if (one->begin < done) {
      if (one->end > done) return tl::unexpected(overlap(*one, last->begin, last->end));
      continue;  // inside a replacement, which supersedes it
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
  for (auto near = first_near(begin); near != edits_.end() && near->begin <= end;)
    near = inside(*near, begin, end, ~text_offset{0}) ? edits_.erase(near) : std::next(near);
  replace(begin, end, std::move(text));
}

std::string edits::overlap(const edit& one, text_offset begin, text_offset end) {
  return "the edit of [" + std::to_string(one.begin) + ", " + std::to_string(one.end) + ") to '" +
         one.text + "' overlaps [" + std::to_string(begin) + ", " + std::to_string(end) + ")";
}

}  // namespace mentat::mplc
