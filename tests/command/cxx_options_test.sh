#!/bin/bash
# `mentat c++` with the options by which build systems, linters and editors call a compiler.
source tests/command/harness.sh

cat >part.h <<'EOF'
#pragma once
inline int part() { return 3; }
EOF
cat >adder.mpl.h <<'EOF'
#pragma once
#include <mentat/mpl.h>
class [[mentat::regular]] adder {
 public:
  int sum(int a, int b) { return a + b; }
};
EOF
cat >alone.mpl.cc <<'EOF'
#include "adder.mpl.h"

#include <cstdio>

#include "part.h"

int main() {
  adder a;
  int x = a.sum(part(), 4);
  std::printf("%d\n", x);
}
EOF
sed 's/(part(), 4)/(part(), undeclared)/' alone.mpl.cc >broken.mpl.cc
printf 'int main() { return 3; }\n' >plain.cc
gxx=${MENTAT_CXX:-g++}

# What stops before an object.
expect 0 "$mentat" c++ -fsyntax-only alone.mpl.cc
quiet
expect 1 "$mentat" c++ -fsyntax-only broken.mpl.cc
complains 'broken.mpl.cc:9:'
expect 0 "$mentat" c++ -fsyntax-only plain.cc
[ -z "$(ls -- *.o a.out 2>/dev/null)" ] || fault '-fsyntax-only wrote something'
expect 0 "$mentat" c++ -E alone.mpl.cc
says '"alone.mpl.cc"'
! grep -q mentat-c++ "$TEST_TMPDIR/out" || fault '-E names the private folder'
expect 0 "$mentat" c++ -S alone.mpl.cc
exists alone.s
expect 0 "$mentat" c++ -MM alone.mpl.cc
says 'alone.o:'
says ' alone.mpl.cc'
says ' adder.mpl.h'
says part.h
! grep -q mentat-c++ "$TEST_TMPDIR/out" || fault '-MM names the private folder'
expect 0 "$mentat" c++ -MM -MT wanted -MF list.d alone.mpl.cc
expect 0 cat list.d
says 'wanted:'
says ' alone.mpl.cc'

# Questions: the compiler's own answers.
for question in -dumpversion -dumpmachine -print-file-name=libc.so -print-search-dirs; do
  expected=$("$gxx" "$question")
  expect 0 "$mentat" c++ "$question"
  says "$expected"
done
expect 0 "$mentat" c++ -v
complains "$("$gxx" -dumpversion)"
expect 0 "$mentat" c++ '-###'
expect 0 "$mentat" c++ --version
says 'mentat c++'
says "$("$gxx" --version | head -1)"
expect 0 "$mentat" c++ -v -c plain.cc -o verbose.o
complains '-o'
complains 'GNU'

# Standard input; `expect` gives none.
from() { local file=$1; shift; "$@" <"$file"; }
expect 0 from alone.mpl.cc "$mentat" c++ -x mentat - -o piped
expect 0 ./piped
says 7
expect 1 from broken.mpl.cc "$mentat" c++ -x mentat -c -
complains '<stdin>:9:'
expect 0 from plain.cc "$mentat" c++ -x c++ - -o plain_piped
expect 3 ./plain_piped
expect 0 from part.h "$mentat" c++ -x c++ -E -
says 'int part()'
expect 2 from plain.cc "$mentat" c++ -
complains '-x mentat'
cp plain.cc plain.txt
expect 0 "$mentat" c++ -x c++ plain.txt -x none -o plain_text
expect 3 ./plain_text

# Plain sources get what g++ gets; translated ones need some things.
printf '#if __cplusplus != 201703L\n#error\n#endif\nint main() {}\n' >seventeen.cc
expect 0 "$mentat" c++ -std=c++17 -fno-rtti -fno-exceptions -D_GLIBCXX_DEBUG -c seventeen.cc
for option in -fno-rtti -fno-exceptions -D_GLIBCXX_DEBUG -std=c++17; do
  expect 2 "$mentat" c++ "$option" alone.mpl.cc -o refused
  complains "'$option'"
  [ "$(wc -l <"$TEST_TMPDIR/err")" -eq 1 ] || fault "$option is not refused in one line"
  absent refused
done

# A frame larger than the guard of a stack ends the program with a message, in every mode.
cat >deep.mpl.cc <<'EOF'
#include <mentat/mpl.h>

#include <cstddef>
#include <cstdio>

class [[mentat::regular]] big {
 public:
  int fill(int n) {
    volatile char frame[12 << 20];
    for (std::size_t i = 0; i < sizeof frame; i += 4096) frame[i] = char(n);
    return frame[4096];
  }
};

int main() {
  big b;
  int x = b.fill(2);
  std::printf("%d\n", x);
}
EOF
expect 0 "$mentat" c++ -O1 deep.mpl.cc -o deep
for mode in threads adversarial; do
  expect 125 env MENTAT_MODE=$mode ./deep
  complains 'KiB overflowed'
done
# Worker processes execute it; the program goes on with their error, which it does not catch.
expect 134 env MENTAT_MODE=processes ./deep
complains 'KiB overflowed'
complains 'mentat::task_poisoned: big::fill'

# What is not installed has a name.
mkdir -p empty
for tool in bash dirname readlink; do ln -sf "$(command -v $tool)" empty/$tool; done
expect 127 env PATH="$PWD/empty" "$mentat" c++ plain.cc
complains 'apt-get install g++'
expect 127 env PATH="$PWD/empty" "${mentat%/*}/mentat-clangd"
complains 'apt-get install clangd-19'

# A step that fails in silence, as where its messages find no room.
printf '#include <mentat/mpl.h>\nint main() {}\n' >silent.mpl.cc
expect 1 env MENTAT_CXX=/bin/false "$mentat" c++ silent.mpl.cc -o silent
complains 'failed without a message'

finish
