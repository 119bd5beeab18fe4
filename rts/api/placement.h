// A hint of create(): where the new object should live [TOCS96 3.2.6]. Within one process there is one place, and it says nothing.
// Values; thread-safe.
#pragma once

#include <string>
#include <utility>

#include "mmps/wire/mmps_name.h"

namespace mentat {

class placement {
 public:
  enum class relation { on_host, near_object, apart_from_object };

  placement(relation wished, std::string host, const mmps::mmps_name& object)
      : wished_(wished), host_(std::move(host)), object_(object) {}
  [[nodiscard]] relation wished() const { return wished_; }
  [[nodiscard]] const std::string& host() const { return host_; }          // of on()
  [[nodiscard]] const mmps::mmps_name& object() const { return object_; }  // of near() and apart_from()

 private:
  relation wished_;
  std::string host_;
  mmps::mmps_name object_;
};

}  // namespace mentat
