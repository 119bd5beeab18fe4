#!/bin/bash
# `mentat c++`: its output, and that it leaves nothing half-written.
source tests/command/harness.sh

cat >counter.mpl.h <<'END'
#pragma once
#include <mentat/mpl.h>

class [[mentat::persistent]] counter {
 public:
  int add(int n);

 private:
  int total_ = 0;
};
END
cat >counter.mpl.cc <<'END'
#include "counter.mpl.h"
#include "step.h"

int counter::add(int n) {
  total_ += n * step();
  return total_;
}
END
cat >step.h <<'END'
#pragma once
inline int step() { return STEP; }
END
cat >main.mpl.cc <<'END'
#include <cstdio>
#include <cstdlib>

#include "counter.mpl.h"

int main(int argc, char** argv) {
  counter c;
  mentat::create(c);
  c.add(1);
  int n = c.add(argc > 1 ? std::atoi(argv[1]) : 2);
  std::printf("%d\n", n);
  return 0;
}
END
cat >alone.mpl.cc <<'END'
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] adder {
 public:
  int sum(int a, int b) { return a + b; }
};

int main() {
  adder a;
  int x = a.sum(1, 2), y = a.sum(3, 4);
  std::printf("%d\n", x + y);
}
END

# One file; several files with a header and a definition on the command line.
expect 0 "$mentat" c++ -O2 alone.mpl.cc -o alone
expect 0 ./alone
says 10
expect 0 "$mentat" c++ -Wall -Wextra -DSTEP=10 main.mpl.cc counter.mpl.cc -o both
quiet
expect 0 ./both 4
says 50

# Separate compilation, dependency files, an object by its default name, plain C++ among them.
expect 0 "$mentat" c++ -c -g -MMD main.mpl.cc
exists main.o
expect 0 grep -q 'main.o:.*main.mpl.cc\|main.mpl.cc' main.d
expect 0 grep -q counter.mpl.h main.d
expect 0 "$mentat" c++ -c -D STEP=1 counter.mpl.cc -o second.o
expect 0 "$mentat" c++ main.o second.o -o joined
expect 0 ./joined
says 3

# Headers and sources in other folders.
mkdir -p include/deep source
mv counter.mpl.h include/deep/counter.mpl.h
sed 's@counter.mpl.h@deep/counter.mpl.h@' main.mpl.cc >source/main.mpl.cc
sed 's@counter.mpl.h@deep/counter.mpl.h@' counter.mpl.cc >source/counter.mpl.cc
mv step.h source/
expect 0 "$mentat" c++ -Iinclude -DSTEP=1 source/main.mpl.cc source/counter.mpl.cc -o elsewhere
expect 0 ./elsewhere 6
says 7

# The translation is shown.
expect 0 "$mentat" c++ --emit=cc alone.mpl.cc
says 'adder_impl__'
expect 0 "$mentat" c++ --emit=cc alone.mpl.cc -o shown.cc
expect 0 grep -q adder_impl__ shown.cc
expect 1 grep -q '#line' shown.cc
# It is a program of its own: mplc has nothing to do any more.
expect 0 "$mentat" c++ -std=c++20 shown.cc -o shown
expect 0 ./shown
says 10
expect 0 "$mentat" c++ --emit=server include/deep/counter.mpl.h
says 'dispatch'

# Errors are at the user's line, and nothing is written.
printf '#include <mentat/mpl.h>\n\nint main() { return undeclared; }\n' >broken.mpl.cc
expect 1 "$mentat" c++ broken.mpl.cc -o broken
complains 'broken.mpl.cc:3:'
complains undeclared
absent broken
expect 1 "$mentat" c++ -c alone.mpl.cc broken.mpl.cc
absent alone.o
absent broken.o
printf 'before' >kept
expect 1 "$mentat" c++ broken.mpl.cc -o kept
expect 0 grep -qx before kept
printf '#include <mentat/mpl.h>\nvoid nowhere();\nint main() { nowhere(); }\n' >unlinked.mpl.cc
expect 1 "$mentat" c++ unlinked.mpl.cc -o unlinked
complains nowhere
absent unlinked
printf 'int main() { return #; }\n' >plain.cc
expect 1 "$mentat" c++ plain.cc alone.mpl.cc -o mixed
complains 'plain.cc:1:'
absent mixed
printf '#include "deep/counter.mpl.h"\n' >plain.h
printf '#include "plain.h"\nint main() {}\n' >through.mpl.cc
expect 1 "$mentat" c++ -Iinclude through.mpl.cc -o through
complains 'plain.h:1:'
absent through
expect 1 "$mentat" c++ missing.mpl.cc -o missing
complains missing.mpl.cc
absent missing
expect 1 "$mentat" c++ alone.mpl.cc -o no/such/folder/alone
complains no/such/folder

# Compile commands: the files as they were written, headers too, whether or not they compile; others stay.
expect 1 "$mentat" c++ --compile-commands cc.json -c -DONE broken.mpl.cc
expect 0 "$mentat" c++ --compile-commands=cc.json '-###' -Iinclude -DSTEP=1 source/main.mpl.cc source/counter.mpl.cc
expect 0 "$mentat" c++ --compile-commands cc.json '-###' -DTWO broken.mpl.cc plain.cc
expect 0 cat cc.json
for file in broken.mpl.cc plain.cc source/main.mpl.cc source/counter.mpl.cc include/deep/counter.mpl.h; do
  [ "$(grep -c "\"file\": \".*$file\"" cc.json)" -eq 1 ] || fault "cc.json has not one entry for $file"
done
says '"-DTWO"'
says '"-DSTEP=1"'
expect 1 grep -e -DONE cc.json
printf 'notes' >notes
expect 1 "$mentat" c++ --compile-commands notes '-###' alone.mpl.cc
complains 'not a list of compile commands'
expect 0 grep -qx notes notes
expect 2 "$mentat" c++ alone.mpl.cc --compile-commands
complains 'needs a file name'

# Wrong usage.
expect 2 "$mentat" c++
complains 'no input files'
expect 2 "$mentat" c++ -std=c++17 alone.mpl.cc
complains C++20
expect 2 "$mentat" c++ --emit=xx alone.mpl.cc
complains 'did you mean'
expect 0 "$mentat" c++ --help
says 'usage: mentat c++'
expect 0 "$mentat" c++ '-###' alone.mpl.cc -o shown_only
complains bin/mplc
absent shown_only

[ -z "$(find "$TMPDIR" -maxdepth 1 -name 'mentat-c++*')" ] || fault 'a private folder was left behind'
finish
