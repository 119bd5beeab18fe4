#include <mentat/buffer.h>
#include <mentat/mpl.h>

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

struct empty {};
struct hit {
  int at;
  std::array<float, 4> scores;
};
struct base {
  const char* name;
};
struct named : base {
  hit first;
};
struct linked {
  int value;
  std::array<linked*, 2> next;
};
struct paired {
  float weight;
  std::array<hit, 2> ends;
};
struct spread {
  int at;
  double score;
};
struct tailed : hit {
  std::uint32_t mask : 20;
};
struct bits {
  std::uint32_t mask : 20;
};
struct whole_bits : empty, hit {
  std::uint32_t mask : 20;
  std::uint32_t rest : 12;
};
struct flagged {
  int at;
  std::array<bool, 4> flags;
};
enum class choice : bool { no, yes };
union either {
  int number;
  double value;
};
struct one_of {
  either value;
};
struct found {
  mentat::text where;
  std::vector<mentat::buffer<named>> all;
};

class [[mentat::regular]] finder {
 public:
  mentat::buffer<hit> best(mentat::buffer<std::complex<double>> of, const mentat::text& name);
  int links(mentat::buffer<linked> all);
  found find(int n);
  double sum(std::span<const double> of);
  int whole(mentat::buffer<paired> a, mentat::buffer<whole_bits> b, mentat::buffer<std::byte> c,
            mentat::buffer<std::array<hit, 2>> d, mentat::buffer<std::complex<float>> e);
  int padded(mentat::buffer<spread> all);
  int padded_in(mentat::buffer<tailed> all);
  int padded_bits(mentat::buffer<bits> all);
  int padded_nothing(mentat::buffer<empty> all);
  int padded_union(mentat::buffer<one_of> all);
  int flags(mentat::buffer<flagged> all);
  int choices(mentat::buffer<choice> all);
};
// expect: 65:36: error: parameter 'all' of 'finder::links' cannot be sent: all[i].next[i] has type linked *; a pointer means nothing to another object [E0312]
// expect: 66:9: error: the result of 'finder::find' cannot be sent: result.all[i][i].name has type const char *; a pointer means nothing to another object [E0312]
// expect: 70:37: error: parameter 'all' of 'finder::padded' cannot be sent: all[i] has type spread, which has padding; order or add fields so that it has none, or send a std::vector [E0312]
// expect: 71:40: error: parameter 'all' of 'finder::padded_in' cannot be sent: all[i] has type tailed, which has padding; order or add fields so that it has none, or send a std::vector [E0312]
// expect: 72:40: error: parameter 'all' of 'finder::padded_bits' cannot be sent: all[i] has type bits, which has padding; order or add fields so that it has none, or send a std::vector [E0312]
// expect: 73:44: error: parameter 'all' of 'finder::padded_nothing' cannot be sent: all[i] has type empty, which has padding; order or add fields so that it has none, or send a std::vector [E0312]
// expect: 74:43: error: parameter 'all' of 'finder::padded_union' cannot be sent: all[i].value has type either, which has padding; order or add fields so that it has none, or send a std::vector [E0312]
// expect: 75:37: error: parameter 'all' of 'finder::flags' cannot be sent: all[i].flags[i] has type bool, and a byte from elsewhere may be neither true nor false; take a std::uint8_t, or send a std::vector [E0312]
// expect: 76:38: error: parameter 'all' of 'finder::choices' cannot be sent: all[i] has type choice, and a byte from elsewhere may be neither true nor false; take a std::uint8_t, or send a std::vector [E0312]
