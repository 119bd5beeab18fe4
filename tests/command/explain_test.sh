#!/bin/bash
# `mentat explain`: where result variables are produced and needed, which calls block, and how long a run waited there.
source tests/command/harness.sh

cat >sums.mpl.cc <<'END'
#include <mentat/mpl.h>

#include <iostream>

class [[mentat::regular]] adder {
 public:
  int add(int a, int b) { return a + b; }
};

int main() {
  adder a;
  int first = a.add(1, 2);
  int second = a.add(first, 3);
  int kept = a.add(4, 5);
  int& alias = kept;
  kept = a.add(6, 7);
  std::cout << alias << "\n";
  std::cout << second << "\n";
  std::cout << a.add(8, 9) << "\n";
}
END
expect 0 "$mentat" explain sums.mpl.cc
quiet
says 'sums.mpl.cc:10:5: main'
says '  first (int), declared at 12:7
    produced  adder::add at 12:15
    handed on at 13:22, without waiting
    never waited for here'
says '  second (int), declared at 13:7'
says '    needed    18:16
    between   adder::add at 14:14, adder::add at 16:10'
says '    never delayed, because'
says '  call adder::add at 19:16 blocks, because its value is used at once'
absent sums.cc

# With the times of a run.
expect 0 "$mentat" c++ -O1 sums.mpl.cc -o sums
MENTAT_PROFILE=waits.json expect 0 ./sums
says 13
exists waits.json
expect 0 "$mentat" explain --profile waits.json sums.mpl.cc
says ' s in 1 use'
expect 0 "$mentat" explain --json --profile waits.json sums.mpl.cc
says '"times": 1,'
cp "$TEST_TMPDIR/out" explained.json
expect 0 python3 -m json.tool explained.json
expect 2 ./sums --mentat-profile=
complains "--mentat-profile"
MENTAT_PROFILE=no/such/folder/waits.json expect 0 ./sums
complains 'cannot write the profile: no/such/folder/waits.json'

# A loop that only reads waits in front of it, which is where a run waits; what waited longest comes first.
cat >loops.mpl.cc <<'END'
#include <mentat/mpl.h>

#include <chrono>
#include <iostream>
#include <thread>
#include <vector>

class [[mentat::regular]] sleeper {
 public:
  int sleep(int ms) {
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
    return ms;
  }
};

int main() {
  sleeper s;
  int quick = s.sleep(0);
  std::cout << quick;
  std::vector<int> all(3);
  for (int i = 0; i < 3; ++i) all[i] = s.sleep(20);
  int sum = 0;
  for (int i = 0; i < 3; ++i) {
    sum += all[i];
  }
  std::cout << sum + s.sleep(1) << "\n";
}
END
expect 0 "$mentat" c++ -O1 loops.mpl.cc -o loops
MENTAT_MODE=serial MENTAT_PROFILE=waits.json expect 0 ./loops
expect 0 "$mentat" explain --profile waits.json loops.mpl.cc
says 's in 3 uses'
wait_of() { echo "{\"file\": \"loops.mpl.cc\", \"line\": $1, \"class\": \"sleeper\", \"function\": \"sleep\", \"times\": $2, \"seconds\": $3}"; }
echo "{\"waits\": [$(wait_of 19 1 0.5), $(wait_of 23 3 1.5)]}" >given.json
expect 0 "$mentat" explain --profile given.json loops.mpl.cc
says '    needed    24:12 (waited for in front of the loop, line 23)'
says '1.500000 s in 3 uses'
says '    mend      assign it to a local variable and use that later'
grep -o '^  [a-z]* (' "$TEST_TMPDIR/out" | head -n 1 | grep -q 'all' || fault 'the longest wait does not come first'

# Bad inputs.
expect 2 "$mentat" explain
expect 2 "$mentat" explain sums.mpl.cc sums.mpl.cc
complains 'one file at a time'
expect 2 "$mentat" explain sums.cc
complains 'name a .mpl.cc or .mpl.h file'
expect 1 "$mentat" explain absent.mpl.cc
complains 'absent.mpl.cc'
expect 1 "$mentat" explain --profile absent.json sums.mpl.cc
complains 'MENTAT_PROFILE=absent.json'
echo '{"waits": 7}' >wrong.json
expect 1 "$mentat" explain --profile wrong.json sums.mpl.cc
complains 'is not a profile'
mkfifo pipe
expect 1 timeout 60 "$mentat" explain --profile pipe sums.mpl.cc
complains 'not a plain file'
echo 'int x = ;' >broken.mpl.cc
expect 1 "$mentat" explain broken.mpl.cc
complains 'broken.mpl.cc:1:'
finish
