// Calls that wait for guards that never hold: of an object, made on behalf of work units whose
// functions have returned, or wait for them.
#include <mentat/mpl.h>

#include <string>

#include "tests/sim/programs/programs.h"

namespace {

class [[mentat::persistent]] letter_box {
 public:
  void put(int letter) {
    mentat::guard(!is_full_);
    is_full_ = true;
    letter_ = letter;
  }
  int get() {
    mentat::guard(is_full_);
    is_full_ = false;
    return letter_;
  }

 private:
  bool is_full_ = false;
  int letter_ = 0;
};

class [[mentat::regular]] letter_reader {
 public:
  int read(letter_box from, int letters) {
    int sum = 0;
    for (int i = 0; i < letters; ++i) sum += from.get();
    from.get();  // waits for ever, and nobody for it
    return sum;
  }
};

class [[mentat::regular]] letter_writer {
 public:
  int write(letter_box to, int letters) {
    for (int i = 0; i < letters; ++i) to.put(i + 1);
    return letters;
  }
};

}  // namespace

std::string mentat::sim::left_waiting() {
  letter_box box;
  create(box);
  letter_reader first;
  letter_writer second;
  int read = first.read(box, 4);
  int written = second.write(box, 4);
  return std::to_string(read) + " " + std::to_string(written);
}
