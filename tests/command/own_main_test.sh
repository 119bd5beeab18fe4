#!/bin/bash
# `mentat c++` and the main of a program: its own one, a translated one, none, and two.
source tests/command/harness.sh

cat >work.mpl.cc <<'END'
#include <mentat/mpl.h>
class [[mentat::regular]] doubler {
 public:
  int twice(int n) { return 2 * n; }
};
int doubled(int n) {
  doubler d;
  int twice = d.twice(n);
  return twice;
}
END
cat >plain.cc <<'END'
#include <mentat/runtime.h>

#include <cstdio>

int doubled(int n);

int main(int argc, char** argv) {
  try {
    mentat::runtime runtime(argc, argv);
    std::printf("%d of %d\n", runtime.run([] { return doubled(21); }), argc);
  } catch (const mentat::start_error& error) {
    std::printf("%d: %s\n", error.status(), error.what());
    return error.status();
  }
}
END
printf '#include <cstdio>\nint main() { std::puts("no Mentat"); }\n' >none.cc

# A plain main with Mentat classes in another file, compiled together or apart.
expect 0 "$mentat" c++ plain.cc work.mpl.cc -o own
expect 0 ./own --mentat-mode=serial a
says '42 of 2'
expect 0 "$mentat" verify ./own
expect 2 ./own --mentat-mode=thread
says "2: "
says "threads"
expect 0 "$mentat" c++ -c work.mpl.cc
expect 0 "$mentat" c++ plain.cc work.o -o apart
expect 0 ./apart
says '42 of 1'

# A main that is Mentat's as a whole; one that is not because of an include.
{ cat work.mpl.cc; printf '#include <cstdio>\nint main(int argc, char**) { std::printf("%%d\\n", doubled(argc)); }\n'; } >whole.mpl.cc
expect 0 "$mentat" c++ whole.mpl.cc -o whole
expect 0 ./whole --mentat-mode=serial a
says 4
{ printf '#include <mentat/runtime.h>\n#include <cstdio>\n'; cat work.mpl.cc
  printf 'int main() { std::puts(__func__); return mentat::runtime().run([] { return doubled(4); }); }\n'; } >kept.mpl.cc
expect 0 "$mentat" c++ kept.mpl.cc -o kept
expect 8 ./kept
says main

# None, and two: the linker's words, in the user's names.
expect 1 "$mentat" c++ work.mpl.cc -o nothing
complains "undefined reference to \`main'"
expect 1 "$mentat" c++ whole.mpl.cc none.cc -o two
complains "multiple definition of \`main'"
complains '<mentat/runtime.h>'
absent two

# Plain C++ gets nothing of the run-time system.
expect 0 "$mentat" c++ none.cc -o none
expect 0 ./none
! nm -C none | grep -q mentat || fault 'the run-time system is in a program that does not use it'

# So it can be the compiler of a project: CMake tries it out first.
if command -v cmake >"$TEST_TMPDIR/out"; then
  mkdir -p project
  cp plain.cc work.mpl.cc none.cc project
  cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(own CXX)
set(CMAKE_CXX_STANDARD 20)
add_library(work STATIC work.mpl.cc)
add_executable(own plain.cc)
target_link_libraries(own work)
add_executable(none none.cc)
END
  expect 0 env CXX="$mentat c++" cmake -S project -B project/build
  expect 0 cmake --build project/build
  expect 0 project/build/own
  says '42 of 1'
  expect 0 project/build/none
fi

finish
