#include "rts/space/space_board.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "rts/space/signature.h"

namespace mentat::space_detail {
namespace {

struct all_boards {
  std::mutex lock;
  std::vector<space_board*> boards;
};
all_boards& all() {
  static all_boards made;
  return made;
}

}  // namespace

space_board::space_board(const tuple_store& of) : store_(of) {
  const std::lock_guard guard(all().lock);
  all().boards.push_back(this);
}

space_board::~space_board() {
  const std::lock_guard guard(all().lock);
  std::erase(all().boards, this);
}

void space_board::note_name(std::string name, std::string created_at, bool everywhere) {
  const std::lock_guard guard(all().lock);
  name_ = std::move(name);
  created_at_ = std::move(created_at);
  is_everywhere_ = everywhere;
}

void space_board::note_copy() {
  const std::lock_guard guard(all().lock);
  is_copy_ = true;
}

space_board::waiting::waiting(const space_board& in, const encoded_tuple& pattern,
                              const char* operation, std::int64_t ends_at_ns)
    : in_(in.waiting_) {
  shown_pattern shown{text_of(pattern), pattern, operation, ends_at_ns};
  const std::lock_guard guard(all().lock);
  at_ = in_->insert(in_->end(), std::move(shown));
}

space_board::waiting::~waiting() {
  const std::lock_guard guard(all().lock);
  in_->erase(at_);
}

// Searching many tuples for many patterns would take long.
std::string space_board::nearest_to(const encoded_tuple& pattern) const {
  constexpr std::size_t most_searched = 10'000;
  if (store_.size() > most_searched) return "";
  const tuple_store::miss found = store_.nearest_miss(pattern);
  if (found.tuples == 0) return "none of its types is here";
  return std::to_string(found.tuples) + " of its types are here, most differ in field " +
         std::to_string(position_in_text(pattern.signature(), found.field));
}

std::vector<space_board::row> space_board::rows(bool with_nearest, std::int64_t now_ns) {
  constexpr std::size_t most_patterns = 20;  // of a space, for which near tuples are sought
  std::vector<row> rows;
  const std::lock_guard guard(all().lock);
  for (const space_board* one : all().boards) {
    if (one->is_copy_) continue;
    const std::size_t before = rows.size();
    row of;
    of.space = one->name_, of.created_at = one->created_at_, of.everywhere = one->is_everywhere_;
    const auto add = [&](std::string tuple, std::uint64_t count, std::uint64_t bytes, bool waits) {
      row& made = rows.emplace_back(of);
      made.tuple = std::move(tuple);
      made.count = count, made.bytes = bytes, made.waits = waits;
    };
    for (const auto& each : one->store_.describe_tuples())
      add(text_of_signature(each.signature), each.count, each.bytes, false);
    struct equal_ones {
      std::uint64_t count = 0;
      const encoded_tuple* pattern = nullptr;
      std::int64_t ends_at_ns = 0;  // the first of those that end
    };
    std::map<std::pair<std::string, std::string>, equal_ones> patterns;  // by text and operation
    for (const shown_pattern& each : *one->waiting_) {
      auto& known = patterns[{each.text, each.operation}];
      ++known.count;
      known.pattern = &each.pattern;
      if (each.ends_at_ns != 0 && (known.ends_at_ns == 0 || each.ends_at_ns < known.ends_at_ns))
        known.ends_at_ns = each.ends_at_ns;
    }
    std::size_t sought = 0;
    for (const auto& [key, known] : patterns) {
      add(key.first, known.count, 0, true);
      rows.back().operation = key.second;
      if (now_ns != 0 && known.ends_at_ns != 0)
        rows.back().left_ns = std::max<std::int64_t>(known.ends_at_ns - now_ns, 1);
      if (with_nearest && ++sought <= most_patterns)
        rows.back().nearest = one->nearest_to(*known.pattern);
    }
    if (rows.size() == before) add("", 0, 0, false);
  }
  return rows;
}

}  // namespace mentat::space_detail
