// The visible state of the spaces of this process: the tuples by signature, and the patterns that
// wait. The space itself writes it; any thread may read it. Thread-safety: all functions.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "rts/space/encoded_tuple.h"
#include "rts/space/tuple_store.h"

namespace mentat::space_detail {

class space_board {
 public:
  // `of` lives longer than the board.
  explicit space_board(const tuple_store& of);
  space_board(const space_board&) = delete;
  space_board& operator=(const space_board&) = delete;
  ~space_board();

  // `everywhere`: other processes have copies of it.
  void note_name(std::string name, std::string created_at, bool everywhere);
  void note_copy();  // it is such a copy: it has no rows

  struct shown_pattern {
    std::string text;
    encoded_tuple pattern;
    const char* operation = "";
    std::int64_t ends_at_ns = 0;
  };
  // A pattern that waits in a space; it does so until it is destroyed.
  class waiting {
   public:
    // `operation`: the one that waits, a literal. `ends_at_ns`: of the clock of the run-time
    // system; 0: never, or not known.
    waiting(const space_board& in, const encoded_tuple& pattern, const char* operation,
            std::int64_t ends_at_ns);
    waiting(const waiting&) = delete;
    waiting& operator=(const waiting&) = delete;
    ~waiting();

   private:
    const std::shared_ptr<std::list<shown_pattern>> in_;  // outlives the board
    std::list<shown_pattern>::iterator at_;
  };

  struct row {
    std::string space;       // the name of its object
    std::string created_at;  // "jobs.mpl.cc:12"; empty: not known
    // Of a signature, or of a waiting pattern: text, how many, bytes.
    std::string tuple;
    std::uint64_t count = 0, bytes = 0;
    bool waits = false, everywhere = false;
    std::string nearest{};
    std::string operation{};   // "in", "rd_for"
    std::int64_t left_ns = 0;  // until the first one gives up; 0: none does, or it is not known
  };
  // The rows of all spaces of this process, but for copies; each has at least one.
  // `with_nearest`: says of waiting patterns which tuples nearly match. REQUIRES then: nothing runs
  // in this process. `now_ns`: of the clock of the run-time system, or 0.
  static std::vector<row> rows(bool with_nearest = false, std::int64_t now_ns = 0);

 private:
  [[nodiscard]] std::string nearest_to(const encoded_tuple& pattern) const;

  const tuple_store& store_;
  std::string name_, created_at_;
  bool is_everywhere_ = false, is_copy_ = false;
  const std::shared_ptr<std::list<shown_pattern>> waiting_ =
      std::make_shared<std::list<shown_pattern>>();
};

}  // namespace mentat::space_detail
