// Malformed bytes: an argument that was sent cannot be read. The text says what was expected.
#pragma once

#include <stdexcept>

namespace mentat {

class marshal_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace mentat
