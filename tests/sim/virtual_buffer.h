// A persistent object of the simulated program that selects: a bounded buffer [TOCS96 Figure 9].
// Its thread of control stands in an mselect, with the functions in the order of their priority:
//
//   exchange  always; selects in its turn a get or a put, and is over when that one is
//   get       if the buffer is not empty
//   put       if it is not full
//   look      always
//   (never)   no guard lets it in
//
// Whoever exchanges, puts and gets calls put and get behind it, each as often: so no call waits for
// ever, if none is lost. Which calls wait is kept here as well, apart from the machine that chooses
// among them, so that its choices can be checked. Thread-safety: none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rts/core/predicate_manager.h"

namespace mentat::sim {

// In the order of priority. The numbers are those of the wire.
enum class buffer_function : std::uint16_t { exchange, get, put, look, never };

class virtual_buffer {
 public:
  // What the innermost function accepts now. `inside`: it is an exchange.
  [[nodiscard]] std::vector<buffer_function> enabled(bool inside) const;
  [[nodiscard]] static predicate_manager predicate(const std::vector<buffer_function>& enabled);

  void arrived(buffer_function function, std::uint64_t call);
  // The machine says that `call` was accepted, as `function`. Empty, or what is wrong with that.
  [[nodiscard]] std::string accept(buffer_function function, std::uint64_t call, bool inside);
  [[nodiscard]] bool is_oldest(std::uint64_t call) const {
    return !waiting_.empty() && waiting_.front().number == call;
  }
  // A call that was accepted takes effect.
  [[nodiscard]] std::string take_effect(buffer_function function);
  // Whether some call that waits could be accepted.
  [[nodiscard]] bool could_accept(bool inside) const;

 private:
  static constexpr std::uint32_t capacity = 2;
  struct waiting_call {
    buffer_function function;
    std::uint64_t number;
  };

  std::uint32_t filled_ = 0;
  std::vector<waiting_call> waiting_;  // in the order of arrival
};

}  // namespace mentat::sim
