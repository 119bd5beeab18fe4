// Wakes a thread that polls: an eventfd. ring() from any thread; silence() and descriptor() for the
// one that polls.
#pragma once

namespace mentat::mmps::zeromq {

class doorbell {
 public:
  doorbell();
  doorbell(const doorbell&) = delete;
  doorbell& operator=(const doorbell&) = delete;
  ~doorbell();

  void ring() const;
  void silence() const;
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace mentat::mmps::zeromq
