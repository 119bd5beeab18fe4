// The state of one process as rows of text, without the parts that concern other processes of the
// session, and the words for functions and objects in all such texts. A row is a line of named
// values separated by tabs; daemons/host/wire/session_rows.h reads them. Reads snapshots and waits
// for no call. Thread-safety: any thread, while the executor lives.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>

#include "mmps/wire/mmps_name.h"
#include "rts/core/server_object.h"
#include "rts/executor/executor.h"
#include "rts/executor/serial_executor.h"

namespace mentat::node {

inline constexpr std::size_t max_rows = 5'000;
inline constexpr std::size_t longest_inspection = std::size_t{1} << 20;  // bytes of all rows

// Collects at most `wanted` rows, and one that counts the rows left out.
class rows {
 public:
  static constexpr std::size_t longest_value = 200;

  explicit rows(std::size_t wanted) : max_rows_(std::min(wanted, max_rows)) {}

  // Whether further rows would only be counted.
  [[nodiscard]] bool full() const { return count_ == max_rows_; }
  void leave_out(std::size_t rows = 1) { left_out_ += rows; }
  [[nodiscard]] std::size_t room() const { return max_rows_ - count_; }
  void add(const char* kind, std::initializer_list<std::pair<const char*, std::string>> values) {
    if (count_ == max_rows_ ||
        text_.size() + values.size() * (longest_value + 16) > longest_inspection) {
      ++left_out_;
      return;
    }
    ++count_;
    text_ += kind;
    for (const auto& [name, value] : values) {
      text_ += std::string("\t") + name + "=";
      for (const char c : value.substr(0, longest_value))
        text_ += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    }
    text_ += "\n";
  }
  std::string take() {
    if (left_out_ > 0) text_ += "left_out\tcount=" + std::to_string(left_out_) + "\n";
    return std::move(text_);
  }

 private:
  const std::size_t max_rows_;
  std::size_t count_ = 0, left_out_ = 0;
  std::string text_;
};

// "1.0.3.1", an object; "1.0", a process.
std::string text_of(const mmps::mmps_name& name);
// The same for the sender of a call and for the process that executes it.
std::string key_of(const mmps::mmps_name& object, std::uint64_t caller, std::uint32_t function);
// "add", "destroy", "create", "serve".
// "ledger::add", "the main program" if there is no call.
std::string text_of(const computation_instance* call);

// The number of functions that wait for calls of each object. A program of one process does not
// count queued calls; its `waiting` counts only those for which a function waits.
using waits_by_object = std::map<const server_object*, std::uint64_t>;
waits_by_object count_waits(const executor& runs);
std::uint64_t waits_for(const server_object& object, const waits_by_object& waits);

void list_object(const server_object& object, rows& to, std::uint64_t waiting = 0);
// `expected`: what mentat::expect() was told here; empty: nothing. Executor: executor or
// serial_executor.
template <class Executor>
void list_classes(const Executor& runs, rows& to);
// The tuples of the spaces of this process by their types, and the patterns that wait there.
// `with_nearest`: as space_board::rows() says.
void list_spaces(rows& to, std::int64_t now_ns, bool with_nearest = false);
// `objects`, `classes`, `spaces`, `calls` or `waits` of a program of one process: `calls` are those
// for which a function waits.
std::string inspect_alone(executor& runs, const std::string& what, std::size_t most);
std::string inspect_alone(const serial_executor& runs, const std::string& what, std::size_t most);

}  // namespace mentat::node
