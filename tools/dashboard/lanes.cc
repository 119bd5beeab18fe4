#include "tools/dashboard/lanes.h"

#include <algorithm>
#include <map>

#include "tools/record/strands.h"

namespace mentat::dashboard {

using command::strand;

void lanes::add(std::size_t worker, const piece& one) {
  if (one.begin < one.end) pieces_[worker].push_back(one);
}

lanes::lanes(const command::trace& of) : calls_(of.calls), pieces_(of.workers.size()) {
  std::vector<strand> all = command::strands_of(of);
  std::ranges::sort(all, [](const strand& a, const strand& b) {
    if (a.worker != b.worker) return a.worker < b.worker;
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  std::vector<piece> open;  // the strands that have begun, the outermost first
  std::int64_t at = 0;      // pieces before it are known
  const auto close_until = [&](std::size_t worker, std::int64_t until) {
    for (; !open.empty() && open.back().end <= until; open.pop_back()) {
      add(worker, {at, open.back().end, open.back().call});
      at = std::max(at, open.back().end);
    }
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const strand& one = all[i];
    if (i == 0 || all[i - 1].worker != one.worker) {
      if (i != 0) close_until(all[i - 1].worker, INT64_MAX);
      at = one.begin;
    }
    close_until(one.worker, one.begin);
    if (!open.empty()) add(one.worker, {at, one.begin, open.back().call});
    at = std::max(at, one.begin);
    open.push_back({one.begin, one.end, static_cast<std::uint32_t>(one.call)});
  }
  if (!all.empty()) close_until(all.back().worker, INT64_MAX);
  bool is_first = true;
  for (const auto& lane : pieces_) {
    if (lane.empty()) continue;
    begin_ = is_first ? lane.front().begin : std::min(begin_, lane.front().begin);
    end_ = is_first ? lane.back().end : std::max(end_, lane.back().end);
    is_first = false;
  }
}

// Gathers the short pieces of a column of the picture.
class lanes::column {
 public:
  void add(std::uint16_t method, const piece& one, std::int64_t time) {
    if (pieces_ == 0) begin_ = one.begin, first_ = one.call;
    end_ = one.end;
    times_[method] += time;
    time_ += time;
    ++pieces_;
  }
  // What was gathered, if anything.
  void flush(std::size_t worker, std::vector<bar>& to) {
    if (pieces_ == 0) return;
    const auto most = std::ranges::max_element(
        times_, [](const auto& a, const auto& b) { return a.second < b.second; });
    to.push_back({worker, begin_, end_, most->first, pieces_ == 1 ? first_ : several,
                  time_ == 0 ? 1 : static_cast<double>(most->second) / static_cast<double>(time_),
                  pieces_});
    *this = column();
  }

 private:
  std::map<std::uint16_t, std::int64_t> times_;
  std::int64_t begin_ = 0, end_ = 0, time_ = 0;
  std::uint32_t first_ = 0;
  std::uint64_t pieces_ = 0;
};

std::vector<lanes::bar> lanes::window(std::int64_t begin, std::int64_t end,
                                      std::size_t columns) const {
  std::vector<bar> bars;
  const std::size_t shown = std::min(pieces_.size(), most_lanes);
  if (shown == 0) return bars;
  // A column of a lane has at most one bar of its own pieces, and one of a long piece that begins
  // in it.
  const std::size_t most = most_bars / (2 * shown) - 1;
  const auto parts = static_cast<double>(std::clamp<std::size_t>(columns, 1, most));
  const double width = (static_cast<double>(end) - static_cast<double>(begin)) / parts;
  for (std::size_t worker = 0; worker < shown; ++worker) {
    const auto& lane = pieces_[worker];
    auto at = std::ranges::partition_point(lane, [&](const piece& p) { return p.end <= begin; });
    column gathered;
    double gathered_until = 0;
    for (; at != lane.end() && at->begin < end; ++at) {
      const std::int64_t from = std::max(at->begin, begin), to = std::min(at->end, end);
      const double offset = static_cast<double>(from) - static_cast<double>(begin);
      const double length = static_cast<double>(to) - static_cast<double>(from);
      if (length >= width || offset >= gathered_until) gathered.flush(worker, bars);
      const std::uint16_t method = calls_[at->call].method;
      if (length >= width) {
        bars.push_back({worker, at->begin, at->end, method, at->call, 1, 1});
        continue;
      }
      if (offset >= gathered_until)
        gathered_until =
            (static_cast<double>(static_cast<std::int64_t>(offset / width)) + 1) * width;
      gathered.add(method, *at, to - from);
    }
    gathered.flush(worker, bars);
  }
  return bars;
}

std::vector<double> lanes::busy(std::size_t parts) const {
  std::vector<double> made(parts, 0);
  const double width =
      (static_cast<double>(end_) - static_cast<double>(begin_)) / static_cast<double>(parts);
  if (!(width > 0)) return made;
  for (const auto& lane : pieces_)
    for (const piece& one : lane) {
      const double from = (static_cast<double>(one.begin) - static_cast<double>(begin_)) / width;
      const double to = (static_cast<double>(one.end) - static_cast<double>(begin_)) / width;
      const auto last = std::min(static_cast<std::size_t>(to), parts - 1);
      for (auto i = std::min(static_cast<std::size_t>(from), parts - 1); i <= last; ++i)
        made[i] += std::max(
            0.0, std::min(to, static_cast<double>(i) + 1) - std::max(from, static_cast<double>(i)));
    }
  return made;
}

}  // namespace mentat::dashboard
