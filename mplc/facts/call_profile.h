// What a run told of the functions of its program, as `mentat profile --json` writes it: which
// calls take less time than another worker would save. Plain data. Errors: a file that is no such
// profile, or that of a recording that was cut, is refused with what to do about it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include <tl/expected.hpp>

namespace mentat::mplc {

class call_profile {
 public:
  // The version of the profile's text that this translator reads.
  static constexpr int version = 1;

  [[nodiscard]] static tl::expected<call_profile, std::string> read(const std::string& path);

  [[nodiscard]] const std::string& program() const { return program_; }
  // "ns::counter::add": whether the recorded program has such a function.
  [[nodiscard]] bool knows(const std::string& function) const { return means_.contains(function); }
  // The mean of its calls in nanoseconds, if it is below break_even().
  [[nodiscard]] std::optional<std::int64_t> brief_mean(const std::string& function) const;
  [[nodiscard]] std::int64_t break_even() const { return break_even_; }

 private:
  static constexpr std::int64_t never_called = -1;

  std::string program_;
  std::int64_t break_even_ = 0;
  std::map<std::string, std::int64_t> means_;  // of several functions of one name, the longest
};

}  // namespace mentat::mplc
