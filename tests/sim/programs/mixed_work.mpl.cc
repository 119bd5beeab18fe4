#include <mentat/mpl.h>

#include <stdexcept>
#include <string>

#include "tests/sim/programs/programs.h"

class [[mentat::regular]] parts {
 public:
  std::string part(int n) {
    if (n == 3) throw std::runtime_error("no third part");
    return "p" + std::to_string(n);
  }
  std::string joined(const std::string& a, const std::string& b) { return a + "+" + b; }
};

class [[mentat::persistent]] book {
 public:
  std::string write(int n) {
    parts p;
    std::string one = p.part(n);
    std::string next = p.part(n + 10);
    text_ = p.joined(one, next);
    return text_;
  }
  std::string read() { return text_; }

 private:
  std::string text_;
};

class [[mentat::regular]] reader {
 public:
  std::string read(book from) {
    std::string text = from.read();
    return "read " + text;
  }
};

std::string mentat::sim::mixed_work() {
  parts p;
  std::string told;
  for (int i = 1; i <= 4; ++i) {
    try {
      std::string one = p.part(i);
      std::string both = p.joined(one, "x");
      told += both + " ";
    } catch (const std::exception&) {
      told += "none ";
    }
  }
  book b;
  mentat::create(b);
  std::string written = b.write(5);
  reader r;
  std::string seen = r.read(b);
  told += written + " " + seen;
  mentat::destroy(b);
  return told;
}
