#!/bin/bash
# find_package(Mentat) of an installation in a folder with a blank in its name: examples/cmake with Ninja, edits, errors,
# installation, a second project that uses the installed libraries, and Make.
for program in cmake ninja make; do
  command -v $program >"$TEST_TMPDIR/which" || { echo "SKIPPED: there is no $program"; exit 0; }
done
examples=$PWD/examples/cmake
source tests/command/harness.sh
export HOME=$TEST_TMPDIR/home
unset XDG_CACHE_HOME MENTAT_PRECOMPILED CMAKE_GENERATOR CMAKE_BUILD_TYPE CXXFLAGS
mkdir -p "$HOME" 'a blank'
cd 'a blank' || exit 1

expect 0 "$mentat" install moved
mv moved sdk
cp -rL "$examples" project
chmod -R u+w project
configure() { # SOURCE BUILD OPTION...
  cmake -S "$1" -B "$2" -DCMAKE_PREFIX_PATH="$PWD/sdk;$PWD/installed" -DCMAKE_BUILD_TYPE=None "${@:3}"
}
says_not() { ! grep -qF -- "$1" "$TEST_TMPDIR/out" || fault "standard output contains '$1'"; }
dated() { touch -d '+2 seconds' "$1"; }  # later than every object, whatever the clock's steps

# ---- libraries, program and tests, with Ninja
expect 0 configure project build -G Ninja
expect 0 ninja -C build
expect 0 ctest --test-dir build
says '100% tests passed'
expect 0 ninja -C build
says 'no work to do'
expect 0 grep -F '"file": "'"$PWD"'/project/primes/primes.mpl.cc"' build/compile_commands.json
expect 1 grep -F as-launcher build/compile_commands.json

# ---- an edited header: what includes it is built again, nothing else
dated project/totals/include/totals/running_total.mpl.h
expect 0 ninja -C build -n
says running_total.mpl.cc.o
says count_primes.mpl.cc.o
says_not primes/primes.mpl.cc.o
says_not limit.cc.o
expect 0 ninja -C build -t deps CMakeFiles/count_primes.dir/count_primes.mpl.cc.o
says "$PWD/project/primes/primes.mpl.h"
says_not "$TEST_TMPDIR/work/source"
dated project/limit.h
expect 0 ninja -C build -n CMakeFiles/count_primes.dir/limit.cc.o
says limit.cc.o

# ---- an error in a source, and one in C++ alone
expect 0 sed -i 's/found = 0;/found = nothing;/' project/primes/primes.mpl.cc
expect 1 ninja -C build
says "$PWD/project/primes/primes.mpl.cc:15:15: error: use of undeclared identifier 'nothing'"
expect 0 sed -i 's/found = nothing;/found = 0;/' project/primes/primes.mpl.cc

# ---- installed libraries, with definitions, options and include folders of a target, from another project
expect 0 ninja -C build
expect 0 cmake --install build --prefix "$PWD/installed"
exists installed/include/primes.mpl.h
exists installed/include/totals/running_total.mpl.h
rm -rf project build
mkdir user user/include
cat >user/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.23)
project(user CXX)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_SOURCE_DIR}/launcher" -n)
set(CMAKE_UNITY_BUILD ON)
find_package(primes REQUIRED)
mentat_add_library(printing SHARED printing.mpl.cc)
mentat_add_executable(user user.mpl.cc ten.cc)
target_compile_definitions(user PRIVATE "NAME=\"a prime\"")
target_compile_options(user PRIVATE -Wunused)
target_include_directories(user PRIVATE include)
target_link_libraries(user primes::primes printing)
END
printf '#!/bin/sh\necho "launched $*" >&2\nshift\nexec "$@"\n' >user/launcher
chmod +x user/launcher
cat >user/user.mpl.cc <<'END'
#include <primes.mpl.h>

#include "ten.h"

void print(int n, const char* name);

int main() {
  prime_counter counter;
  int idle;
  int found = counter.count(0, ten());
  print(found, NAME);
}
END
cat >user/printing.mpl.cc <<'END'
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

class [[mentat::persistent]] printer {
 public:
  int print(int n, const std::string& name) { return std::printf("%d x %s\n", n, name.c_str()); }
};

void print(int n, const char* name) {
  printer p;
  mentat::create(p);
  int written = p.print(n, name);
  if (written < 0) std::perror("print");
}
END
printf 'int ten() { return 10; }\n' >user/ten.cc
printf 'int ten();\n' >user/include/ten.h
expect 0 configure user build -DCMAKE_CXX_FLAGS=-O1
expect 0 make -C build VERBOSE=1
says '--as-launcher'
says ' -O1 '
complains "launched -n $(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' build/CMakeCache.txt) -c"
complains "$PWD/user/user.mpl.cc:9:7: warning: unused variable"
expect 0 build/user --mentat-mode=serial
says '4 x a prime'
expect 0 make -C build
says_not Building
dated installed/include/primes.mpl.h
expect 0 make -C build
says 'Building CXX object CMakeFiles/user.dir/user.mpl.cc.o'
says_not printing.mpl.cc.o

# ---- mistakes, and what the message names
touch user/a.mpl.h
mistake() { # PART LINE...
  printf '%s\n' 'cmake_minimum_required(VERSION 3.23)' "${@:2}" >user/CMakeLists.txt
  rm -rf build
  expect 1 configure user build
  [[ $(tr -s ' \n' ' ' <"$TEST_TMPDIR/err") == *"$1"* ]] || fault "no message '$1'"
}
mistake 'The language CXX is not enabled' 'project(user C)' 'find_package(Mentat 0.1 REQUIRED)'
mistake 'requested version "0.2"' 'project(user CXX)' 'find_package(Mentat 0.2 REQUIRED)'
mistake 'requested version "1"' 'project(user CXX)' 'find_package(Mentat 1 REQUIRED)'
mistake 'needs CMake 3.23 or later' 'project(user CXX)' 'set(CMAKE_VERSION 3.22)' 'find_package(Mentat REQUIRED)'
mistake 'g++ 12 or later' 'project(user CXX)' 'set(CMAKE_CXX_COMPILER_VERSION 11.4)' 'find_package(Mentat REQUIRED)'
in_project() { mistake "$1" 'project(user CXX)' 'find_package(Mentat 0.1...<0.3 REQUIRED)' "$2"; }
in_project 'none of its sources ends in .mpl.cc' 'mentat_add_executable(x ten.cc)'
in_project "'x.mpl.cpp': Mentat sources end in .mpl.cc" 'mentat_add_executable(x x.mpl.cpp)'
in_project "'a.mpl.hpp': Mentat sources end in .mpl.cc, headers in .mpl.h" 'mentat_add_library(x user.mpl.cc PUBLIC a.mpl.hpp)'
in_project "'ten.cc' stands after PUBLIC" 'mentat_add_library(x user.mpl.cc PUBLIC a.mpl.h ten.cc)'
in_project 'an INTERFACE library has no sources' 'mentat_add_library(x INTERFACE user.mpl.cc)'
in_project "there is no target 'x'" 'mentat_translate(x)'
in_project "The target 'x' would not translate 'user.mpl.cc'" 'add_executable(x user.mpl.cc)'
mv sdk/lib/libmentat.a sdk/lib/other.a
mistake 'The installation is not complete' 'project(user CXX)' 'find_package(Mentat REQUIRED)'
finish
