#!/bin/bash
# `mentat c++ -c`: Mentat classes in objects and archives, and the linker's message about a missing one.
source tests/command/harness.sh

cat >plain.h <<'EOF'
#pragma once
int plain_cost(int n);
EOF
cat >plain.cc <<'EOF'
#include "plain.h"
int plain_cost(int n) { return 2 * n; }
EOF
cat >shapes.mpl.h <<'EOF'
#pragma once
#include <mentat/mpl.h>

#include <vector>

#include "plain.h"

namespace app {
class [[mentat::regular]] maker {
 public:
  int make(int n);
  int cost(int n) { return plain_cost(n); }
};
class [[mentat::persistent]] keeper {
 public:
  void put(int n);
  int total() const;

 private:
  std::vector<int> kept_;
};
}  // namespace app
EOF
cat >shapes.mpl.cc <<'EOF'
#include "shapes.mpl.h"

namespace app {
int maker::make(int n) { return n + 1; }
void keeper::put(int n) { kept_.push_back(n); }
int keeper::total() const {
  int sum = 0;
  for (int each : kept_) sum += each;
  return sum;
}
}  // namespace app
EOF
cat >main.mpl.cc <<'EOF'
#include "shapes.mpl.h"

#include <cstdio>

int main() {
  app::maker m;
  app::keeper k;
  mentat::create(k);
  for (int i = 0; i < 3; ++i) {
    int made = m.make(i);
    k.put(made);
  }
  int cost = m.cost(4);
  int total = k.total();
  std::printf("%d %d\n", total, cost);
}
EOF
cat >apart.mpl.cc <<'EOF'
#include <mentat/mpl.h>

class [[mentat::regular]] apart {
 public:
  int one() { return 1; }
};
EOF

expect 0 "$mentat" c++ -O0 -c main.mpl.cc shapes.mpl.cc apart.mpl.cc
expect 0 "${MENTAT_CXX:-g++}" -c plain.cc

# The definitions of an object may be weak; its references are not.
expect 0 nm -C main.o
says 'U plain_cost(int)'
! grep -E '^ +[wv] .*(plain_cost|make|put|total)' "$TEST_TMPDIR/out" || fault 'a reference is weak'
expect 0 nm -C apart.o
! grep -q plain_cost "$TEST_TMPDIR/out" || fault 'an object carries a header that it does not include'

# From an archive the linker takes the needed objects, in every mode.
ar rcs libshapes.a shapes.o plain.o
expect 0 "$mentat" c++ main.o libshapes.a -o from_archive
expect 0 "$mentat" c++ main.o shapes.o plain.o -o from_objects
for program in from_archive from_objects; do
  for mode in serial threads adversarial processes; do
    expect 0 env MENTAT_MODE=$mode ./$program
    says '6 8'
  done
done

# A forgotten object is told by the linker.
expect 1 "$mentat" c++ main.o plain.o -o forgotten
complains 'undefined reference'
complains 'app::maker'
absent forgotten
expect 1 "$mentat" c++ main.o shapes.o -o forgotten
complains 'plain_cost(int)'
absent forgotten

finish
