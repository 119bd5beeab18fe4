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
# ---- the tuples of a program ----------------------------------------------------------------------
cat >board.mpl.h <<'END'
#pragma once
#include <mentat/mpl.h>
#include <mentat/space.h>
using namespace mentat::literals;
using numbers = std::vector<double>;
inline numbers row_of(mentat::space s, long i) {
  return s.rd("row"_name, i, mentat::formal<numbers>);
}
END
cat >board.mpl.cc <<'END'
#include "board.mpl.h"
class [[mentat::regular]] worker {
 public:
  int work(mentat::space s) {
    int job = s.in("job"_name, mentat::formal<int>);
    s.out("done"_name, job, "a \"text\"");
    return job;
  }
};
int main() {
  mentat::space s;
  mentat::create(s);
  s.out("job"_name, 1);
  s.out("row"_name, 7L, numbers{1});
  worker w;
  int one = w.work(s);
  if (s.rd_all("row"_name, mentat::formal<long>, mentat::formal<numbers>).size() != 1) return 1;
  if (s.inp("lost"_name, 3.5F)) return 1;
  return row_of(s, 7).size() == 1 && one == 1 ? 0 : 1;
}
END
cat >wanted <<'END'
("done", int, std::string): no pattern meets it
  board.mpl.cc:6: out ("done", int, std::string)
("job", int): no key
  board.mpl.cc:13: out ("job", int)
  board.mpl.cc:5: in ("job", formal<int>)
("lost", float): nothing puts it
  board.mpl.cc:18: inp ("lost", float)
("row", long, std::vector<double>): no key
  board.mpl.cc:14: out ("row", long, std::vector<double>)
  board.mpl.cc:17: rd_all ("row", formal<long>, formal<std::vector<double>>): this leaves the key empty [R0806]
  board.mpl.h:7: rd ("row", long, formal<std::vector<double>>)
END
expect 0 "$mentat" explain --spaces board.mpl.cc board.mpl.h
cmp wanted "$TEST_TMPDIR/out" || fault "$(diff wanted "$TEST_TMPDIR/out")"
quiet
for options in -O0 '-O2 -Wl,--gc-sections -s'; do
  # shellcheck disable=SC2086
  expect 0 "$mentat" c++ $options board.mpl.cc -o board
  expect 0 ./board
  expect 0 "$mentat" explain --spaces ./board
  cmp wanted "$TEST_TMPDIR/out" || fault "$(diff wanted "$TEST_TMPDIR/out")"
done
expect 0 "$mentat" explain --spaces --json ./board
cp "$TEST_TMPDIR/out" spaces.json
expect 0 python3 -c 'import json; t = json.load(open("spaces.json"))["tuples"]; print([(x["fields"][0], x["key"], x["is_put"], x["is_met"], sum(u["empties_key"] for u in x["uses"])) for x in t])'
says "[('\"done\"', [2, 3], True, False, 0), ('\"job\"', [], True, True, 0), ('\"lost\"', [2], False, True, 0), ('\"row\"', [], True, True, 1)]"
expect 0 "$mentat" explain --spaces board.mpl.h
says '("row", long, std::vector<double>): nothing puts it'
expect 0 "$mentat" explain board.mpl.h
says board.mpl.h:
expect 0 "$mentat" explain --spaces ./sums
says 'no operations on spaces'
expect 2 "$mentat" explain --spaces
expect 2 "$mentat" explain --spaces board.cc -O2
complains 'name a program, or .mpl.cc and .mpl.h files'
expect 2 "$mentat" explain --spaces /bin/ls
complains "cannot explain '/bin/ls': it is no Mentat program"
expect 0 strip -o bare ./sums
expect 0 "$mentat" explain --spaces ./bare
says 'no operations on spaces'
expect 1 "$mentat" explain --spaces ./absent
complains absent
expect 1 "$mentat" explain --spaces wanted
complains 'no 64-bit ELF file'
expect 2 "$mentat" explain --spaces --profile waits.json board.mpl.cc
complains 'exclude each other'

echo 'int x = ;' >broken.mpl.cc
expect 1 "$mentat" explain --spaces broken.mpl.cc
complains 'broken.mpl.cc:1:'
expect 1 "$mentat" explain broken.mpl.cc
complains 'broken.mpl.cc:1:'
finish
