#include "examples/protein_search/hits.h"

#include <algorithm>
#include <iterator>

namespace {

bool ranks_before(const hit& a, const hit& b) {
  if (a.query != b.query) {
    return a.query < b.query;
  }
  return a.score != b.score ? a.score > b.score : a.sequence < b.sequence;
}

}  // namespace

void keep_best(std::vector<hit>& best, const hit& found, std::size_t top) {
  if (found.score <= 0 || (best.size() == top && !ranks_before(found, best.back()))) {
    return;
  }
  best.insert(std::upper_bound(best.begin(), best.end(), found, ranks_before), found);
  if (best.size() > top) {
    best.pop_back();
  }
}

std::vector<hit> merge(const std::vector<hit>& a, const std::vector<hit>& b, std::size_t top) {
  std::vector<hit> both;
  both.reserve(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both), ranks_before);

  std::vector<hit> best;
  std::size_t of_this_query = 0;
  for (const hit& next : both) {
    of_this_query = best.empty() || best.back().query != next.query ? 0 : of_this_query;
    if (of_this_query < top) {
      best.push_back(next);
      ++of_this_query;
    }
  }
  return best;
}
