#include <mentat/mpl.h>
#include <mentat/space.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace mentat::literals;

struct plain {
  int a = 0;
};

struct own {
  int a = 0;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(a);
  }
};

enum class colour { red, green };

class [[mentat::regular]] worker {
 public:
  int square(int n) { return n * n; }
};

void use(mentat::space s, worker w, plain p, std::unique_ptr<int>& owner) {
  int n = 3;
  s.out("bad", &n);
  s.out("bad", owner);
  s.out("bad", p);
  s.out("bad", std::vector<plain>());
  s.in("bad", 0.5L);
  s.in("bad", std::map<int, int>());
  s.rd("bad", own());
  s.rdp("bad", mentat::formal<const char*>);
  s.inp("bad", mentat::formal<plain>);
  s.in("bad", mentat::formal<const int>);
  s.rdp("bad", mentat::formal<int&>);
  // These are right.
  s.out("job"_name, n, "text", std::string("x"), own(), s, colour::red, w.square(3));
  s.out(std::map<int, int>(), 0.5L);
  s.in("job"_name, n, "text", mentat::formal<std::string>, mentat::formal<own>, s.count("x"));
  s.in_some(3, "job", mentat::formal<std::map<int, int>>, std::vector<std::pair<int, colour>>());
}
// expect: 31:16: error: field 2 of this tuple cannot be one: the field has type int *; a pointer means nothing to another object [E0801]
// expect: 32:16: error: field 2 of this tuple cannot be one: the field has type std::unique_ptr<int>; it points to memory of this process, send the value (std::optional, if there may be none) [E0801]
// expect: 33:16: error: field 2 of this tuple cannot be one: the field has type plain, and a field of a tuple is encoded where it stands; give 'plain' a member function template serialize(Archive&) [E0801]
// expect: 34:16: error: field 2 of this tuple cannot be one: the field[i] has type plain, and a field of a tuple is encoded where it stands; give 'plain' a member function template serialize(Archive&) [E0801]
// expect: 35:15: error: field 2 of this pattern cannot be one: a value in a pattern is a number, an enumeration, a name, a text, or an array, vector, pair or tuple of such; give this one as mentat::formal<T> [E0801]
// expect: 36:15: error: field 2 of this pattern cannot be one: a value in a pattern is a number, an enumeration, a name, a text, or an array, vector, pair or tuple of such; give this one as mentat::formal<T> [E0801]
// expect: 37:15: error: field 2 of this pattern cannot be one: a value in a pattern is a number, an enumeration, a name, a text, or an array, vector, pair or tuple of such; give this one as mentat::formal<T> [E0801]
// expect: 38:16: error: field 2 of this pattern cannot be one: a text is stored as std::string; write mentat::formal<std::string> [E0801]
// expect: 39:16: error: field 2 of this pattern cannot be one: the field has type plain, and a field of a tuple is encoded where it stands; give 'plain' a member function template serialize(Archive&) [E0801]
// expect: 40:15: error: field 2 of this pattern cannot be one: the type of a formal is that of a value: neither const nor a reference [E0801]
// expect: 41:16: error: field 2 of this pattern cannot be one: the type of a formal is that of a value: neither const nor a reference [E0801]
