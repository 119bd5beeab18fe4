#!/bin/bash
# The precompiled header of `mentat c++`: it saves time, and changes nothing else.
source tests/command/harness.sh

export HOME=$TEST_TMPDIR/home
unset XDG_CACHE_HOME MENTAT_PRECOMPILED
mkdir -p "$HOME"
cache=$HOME/.cache/mentat/precompiled
gxx=${MENTAT_CXX:-g++}
case $("$gxx" --version) in *clang*) echo 'SKIPPED: this compiler is not g++'; exit 0 ;; esac

cat >alone.mpl.cc <<'END'
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] adder {
 public:
  int sum(int a, int b) { return a + b; }
};

int main() {
  adder a;
  int x = a.sum(STEP, 4);
  std::printf("%d\n", x);
}
END

# was_used yes|no OPTION...: compiles with -H, which marks a precompiled header that is taken with "!".
was_used() {
  local wanted=$1 got=no
  shift
  expect 0 "$mentat" c++ -H "$@" -c alone.mpl.cc -o alone.o
  grep -q '^! .*server.h.gch' "$TEST_TMPDIR/err" && got=yes
  [ $got = "$wanted" ] || fault "precompiled header used: $got, expected $wanted ($*)"
}

# The second time it is made, and then used by all that have the same options, or others that do not matter.
was_used no -DSTEP=3
was_used no -DSTEP=3
was_used yes -DSTEP=3
expect 0 "$mentat" c++ -DSTEP=3 -Wall alone.mpl.cc -o alone
expect 0 ./alone
says 7
was_used yes -DSTEP=3 -shared
mkdir -p elsewhere
was_used yes -DSTEP=3 -Ielsewhere
[ "$(find "$cache" -name '*.gch' | wc -l)" -eq 1 ] || fault 'there is more than one'

# Other headers of Mentat stand behind it.
sed 's|#include <cstdio>|&\n#include <mentat/space.h>|' alone.mpl.cc >spaces.mpl.cc
expect 0 "$mentat" c++ -DSTEP=3 spaces.mpl.cc -o spaces
expect 0 ./spaces
says 7

# A header with a class template includes it again.
cat >generic.mpl.h <<'TEXT'
#pragma once
#include <mentat/mpl.h>
template <class T>
class [[mentat::regular]] generic {
 public:
  T same(T value) { return value; }
};
class [[mentat::regular]] user_of_it {
 public:
  int same(int value) {
    generic<int> one;
    return one.same(value);
  }
};
TEXT
printf '#include "generic.mpl.h"\nint main() { user_of_it one; return one.same(3) - 3; }\n' >uses_generic.mpl.cc
expect 0 "$mentat" c++ -DSTEP=3 uses_generic.mpl.cc -o uses_generic
expect 0 ./uses_generic

# Macros of the program do not meet it.
was_used yes -DSTEP=4
was_used yes -DSTEP=3 -Dcall=2 '-Dbetween(a)=a'

# Other options have another one, or none.
for options in '-DSTEP=3 -O2' '-DSTEP=3 -g' '-DSTEP=3 -std=c++2b' '-DSTEP=3 -include cstdio' \
  '-DSTEP=3 -Winvalid-pch'; do
  was_used no $options
done
expect 0 "$mentat" c++ -DSTEP=4 alone.mpl.cc -o alone
expect 0 ./alone
says 8

# What a source does not include is not there.
sed 's/#include <cstdio>//; s/std::printf.*/std::cout << x;/' alone.mpl.cc >lacking.mpl.cc
expect 1 "$mentat" c++ -DSTEP=3 -c lacking.mpl.cc
complains cout
sed 's/#include <cstdio>/#include <list>\n&/' alone.mpl.cc >standard.mpl.cc
expect 0 "$mentat" c++ -DSTEP=3 -c standard.mpl.cc

# A folder of the user's that comes between; one in the environment.
mkdir -p between
printf '#error between\n' >between/vector
expect 1 "$mentat" c++ -DSTEP=3 -Ibetween -c alone.mpl.cc
complains between
expect 1 env CPATH="$PWD/between" "$mentat" c++ -DSTEP=3 -c alone.mpl.cc
complains between

# A header that changes.
cp -rL "${mentat%/bin/mentat}" 'installed here'
chmod -R u+w 'installed here'
mentat="$PWD/installed here/bin/mentat"
was_used no -DSTEP=3
was_used no -DSTEP=3
was_used yes -DSTEP=3
echo '#error changed' >>'installed here/include/mentat/api.h'
expect 1 "$mentat" c++ -DSTEP=3 -c alone.mpl.cc
complains changed
sed -i '$d' 'installed here/include/mentat/api.h'
was_used no -DSTEP=3

# A folder that others may write to, one that cannot be made, none: nothing is used, and all works.
was_used yes -DSTEP=3
chmod 777 "$cache"
was_used no -DSTEP=3
chmod 700 "$cache"
was_used yes -DSTEP=3
for folder in /proc/nowhere off; do
  export MENTAT_PRECOMPILED=$folder
  was_used no -DSTEP=3
done
unset MENTAT_PRECOMPILED

# A folder with files of the user's keeps them.
mkdir -m 700 own own/Documents own/cafe own/b
touch -d '2 hours ago' own/notes.txt own/face.txt own/cafe own/b
export MENTAT_PRECOMPILED=$PWD/own
for _ in 1 2 3 4 5 6; do expect 0 "$mentat" c++ -DSTEP=3 -D_N=$_ -c alone.mpl.cc; done
expect 0 "$mentat" c++ -DSTEP=3 -D_N=1 -c alone.mpl.cc
for kept in notes.txt face.txt Documents cafe b; do [ -e own/$kept ] || fault "own/$kept is gone"; done
[ -d own/mentat-precompiled ] || fault 'the folder was not used'
unset MENTAT_PRECOMPILED

# A list that ends early.
for file in "$cache"/*/list; do printf 'cut off' >>"$file"; done
expect 0 "$mentat" c++ -DSTEP=3 -c alone.mpl.cc

# One that is broken.
for file in "$cache"/*/include/mentat/server.h.gch; do truncate -s 1000000 "$file"; done
was_used no -DSTEP=3

finish
