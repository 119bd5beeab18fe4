#include "rts/config/repeated_lines.h"

#include <utility>

namespace mentat::node {

std::optional<std::string> repeated_lines::note(const std::string& text, base::instant now) {
  auto known = texts_.find(text);
  if (known == texts_.end()) {
    if (!has_room()) return text;
    known = texts_.try_emplace(text).first;
  }
  seen& of = known->second;
  if (of.written < written_whole) {
    ++of.written;
    of.due = now + apart;
    return text;
  }
  ++of.left_out;
  if (now < of.due) return std::nullopt;
  of.due = now + apart;
  return summed_up(std::exchange(of.left_out, 0), text);
}

std::vector<std::string> repeated_lines::take_left_out() {
  std::vector<std::string> lines;
  for (const auto& [text, of] : texts_)
    if (of.left_out != 0) lines.push_back(summed_up(of.left_out, text));
  texts_.clear();
  return lines;
}

std::string repeated_lines::summed_up(std::uint64_t times, const std::string& text) {
  return (times == 1 ? "once more: " : std::to_string(times) + " times more: ") + text;
}

bool repeated_lines::has_room() {
  if (texts_.size() >= most_texts)
    std::erase_if(texts_, [](const auto& one) { return one.second.written < written_whole; });
  return texts_.size() < most_texts;
}

}  // namespace mentat::node
