// Malformed bytes: a received argument cannot be read. The text names the expected form.
#pragma once

#include <stdexcept>

namespace mentat {

class marshal_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace mentat
