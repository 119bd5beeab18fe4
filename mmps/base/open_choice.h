// A choice that the meaning of a program leaves open: which of several tuples an `in` takes, which
// of several waiting calls an object accepts, which of several functions goes on.
//
// Normally the first candidate is chosen. A chooser that is installed before the program begins may
// choose another one, for example to show on which choice an answer depends. Thread-safety: none; a
// chooser is installed only where one thread runs the whole program. Cost without a chooser: one
// load where there is a choice at all.
#pragma once

#include <cstddef>
#include <string>

#include "mmps/base/function_ref.h"

namespace mentat::base {

class chooser {
 public:
  // The text of a candidate, without newlines.
  using description = function_ref<std::string(std::size_t candidate)>;

  // A number below `candidates`. REQUIRES: candidates > 1.
  virtual std::size_t choose(std::size_t candidates, description describe) = 0;

 protected:
  ~chooser() = default;
};

// Null: the first candidate is always chosen. Not owned.
inline chooser* installed_chooser = nullptr;

}  // namespace mentat::base
