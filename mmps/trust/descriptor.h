// A file descriptor that is closed by its destructor. Thread-safety: none. Ownership: owns it.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <utility>

namespace mentat::mmps::trust {

class descriptor {
 public:
  descriptor() = default;
  explicit descriptor(int number) : number_(number) {}
  descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  descriptor& operator=(descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  // -1: it has none.
  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  // From now on the caller owns it.
  [[nodiscard]] int release() { return std::exchange(number_, -1); }

 private:
  int number_ = -1;
};

[[nodiscard]] inline bool is_socket(int number) {
  struct stat what{};
  return ::fstat(number, &what) == 0 && S_ISSOCK(what.st_mode);
}

}  // namespace mentat::mmps::trust
