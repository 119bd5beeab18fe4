// The bytes of a recording, as they come: its header, then its blocks. Pure. What is wrong is said;
// what came before it can be used. Memory: one block, and what was fed last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "rts/record/trace_blocks.h"

namespace mentat::command {

class recording_stream {
 public:
  struct listener {
    /// False: the header is damaged.
    std::function<bool(std::uint32_t version, const std::string& json)> header;
    std::function<void(const record::block&)> block;
  };

  explicit recording_stream(listener to) : to_(std::move(to)) {}

  /// False: nothing that follows can be read.
  bool feed(std::string_view more);

  [[nodiscard]] bool has_begun() const { return state_ == state::blocks || state_ == state::cut; }
  /// Why it has not begun.
  [[nodiscard]] std::string fault() const;
  /// Above 0: the file is of that version, which this program does not know.
  [[nodiscard]] std::uint32_t newer_version() const { return newer_version_; }

 private:
  enum class state : std::uint8_t { beginning, header, blocks, cut, no_recording };

  bool take_beginning();
  bool take_header();
  bool take_block();
  bool refuse(const char* why);
  [[nodiscard]] std::string_view left() const { return std::string_view(bytes_).substr(taken_); }

  listener to_;
  state state_ = state::beginning;
  std::string bytes_;
  std::size_t taken_ = 0;  // of them
  std::uint32_t version_ = 0, header_size_ = 0, newer_version_ = 0;
  const char* fault_ = nullptr;
};

}  // namespace mentat::command
