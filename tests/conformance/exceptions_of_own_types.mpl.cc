// Exceptions of the program's own types are caught with their types and fields, and with the text
// of their base: through a chain of calls, by handlers of bases, out of constructors, from classes
// that do not derive from std::exception, and of types that cannot travel.
// No elision: there the last one keeps its type and is not a remote_error.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace text {
struct position {
  int line = 0;
  int column = 0;
};
// The usual shape: a text for the base, fields behind it, no constructor without arguments.
struct parse_error : std::runtime_error {
  parse_error(const std::string& what, position p, unsigned long size)
      : std::runtime_error(what), at(p), length(size) {}
  position at;
  unsigned long length;
};
struct missing_token : parse_error {
  missing_token(const std::string& what, position p) : parse_error(what, p, 1), token(what) {}
  std::string token;
  std::vector<position> others;
};
}  // namespace text
struct closed : std::logic_error {
  using std::logic_error::logic_error;
};
class coded : public std::exception {
 public:
  explicit coded(int code = -1) : code_(code) {}
  const char* what() const noexcept override { return "coded"; }
  int code() const { return code_; }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(code_);
  }

 private:
  int code_;
};
struct status {  // no std::exception
  int number = 0;
  std::map<std::string, double> facts;
};
struct outside : std::out_of_range {
  outside() : std::out_of_range("outside") {}
  int from = 0, to = 0;
};
struct secret : std::runtime_error {  // its pointer cannot travel
  explicit secret(const std::string& s) : std::runtime_error(s), p(std::make_shared<int>(1)) {}
  std::shared_ptr<int> p;
};

class [[mentat::regular]] parser {
 public:
  int parse(int n) {
    if (n == 1) throw text::parse_error("no number", {3, 14}, 5);
    if (n == 2) {
      text::missing_token e("semicolon", {7, 1});
      e.others = {{1, 2}, {3, 4}};
      throw e;
    }
    if (n == 3) throw closed("for today");
    if (n == 4) throw coded(404);
    if (n == 5) throw status{5, {{"load", 0.5}}};
    if (n == 6) {
      outside e;
      e.to = 9;
      throw e;
    }
    if (n == 7) throw secret("hidden");
    if (n == 8) throw std::out_of_range("of the standard library");
    rtf(n);
  }
  int add(int a, int b) { rtf(a + b); }
  int twice(int n) {
    parser p;
    int a = p.parse(n), b = p.parse(0);
    rtf(p.add(a, b));
  }
  int strict(int n) {
    parser p;
    int a = p.parse(n);
    try {
      return a + 1;
    } catch (const text::missing_token& e) {
      throw text::parse_error("for want of " + e.token, e.others.at(1), e.length + 1);
    }
  }
};
class [[mentat::persistent]] door {
 public:
  explicit door(int code) {
    if (code == 1) throw text::parse_error("no code", {2, 5}, 1);
    if (code == 2) throw status{2, {{"load", 0.25}}};
    if (code == 3) throw std::out_of_range("of the standard library");
    if (code == 4) throw secret("kept");
    if (code == 5) throw 5;
    if (code == 6) door inner(1);
    if (code != 7) throw coded(code);
  }
  void open(bool really) {
    if (!really) throw closed("the door");
  }
};

void tell(const char* type, const std::exception& e) {
  const mentat::error_place at = mentat::where();
  std::printf("%s: %s, in %s::%s\n", type, e.what(), at.class_name.c_str(),
              at.function_name.c_str());
}
template <class Call>
void report(const Call& call) {
  try {
    call();
    std::printf("nothing\n");
  } catch (const text::missing_token& e) {
    tell("missing_token", e);
    std::printf("  %s %d %zu %d\n", e.token.c_str(), e.at.line, e.others.size(),
                e.others.at(1).column);
  } catch (const text::parse_error& e) {
    tell("parse_error", e);
    std::printf("  %d %d %lu\n", e.at.line, e.at.column, e.length);
  } catch (const closed& e) {
    tell("closed", e);
  } catch (const coded& e) {
    tell("coded", e);
    std::printf("  %d\n", e.code());
  } catch (const status& s) {
    std::printf("status: %d %g, in %s\n", s.number, s.facts.at("load"),
                mentat::where().class_name.c_str());
  } catch (const outside& e) {
    tell("outside", e);
    std::printf("  %d %d\n", e.from, e.to);
  } catch (const mentat::remote_error& e) {
    tell("remote_error", e);
    std::printf("  %s\n", e.type_name().c_str());
  }
}

int main() {
  parser p;
  for (int n = 0; n < 9; ++n)
    report([&] {
      int a = p.parse(n);
      std::printf("%d ", a + 1);
    });
  for (int n : {1, 5, 7})
    report([&] {
      int a = p.twice(n);
      std::printf("%d ", a + 1);
    });
  report([&] {
    int a = p.strict(2);
    std::printf("%d ", a + 1);
  });
  try {
    int a = p.parse(2);
    std::printf("%d ", a + 1);
  } catch (const std::exception& e) {
    tell("exception", e);
  }
  for (int code : {1, 2, 3, 4, 5, 6})
    report([&] {
      door d;
      mentat::create(d, code);
    });
  try {
    door d(8);
  } catch (const coded& e) {
    std::printf("no door: %d\n", e.code());
  }
  door d(7);
  report([&] { d.open(true); });
}
