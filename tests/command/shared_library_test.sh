#!/bin/bash
# `mentat c++ -shared`: libraries with Mentat classes, linked and loaded at run time.
source tests/command/harness.sh

cat >plugin.mpl.cc <<'END'
#include <mentat/mpl.h>

#include <stdexcept>

class [[mentat::regular]] doubler {
 public:
  int twice(int n) {
    if (n < 0) throw std::runtime_error("negative");
    return 2 * n;
  }
};

class [[mentat::persistent]] counter {
 public:
  int add(int n) { return total_ += n; }

 private:
  int total_ = 0;
};

extern "C" int doubled(int n) {
  doubler d;
  int twice = d.twice(n);
  return twice;
}

extern "C" int counted(int n) {
  counter c;
  mentat::create(c);
  c.add(n);
  int total = c.add(n);
  return total;
}
END
expect 0 "$mentat" c++ -O1 -shared -fPIC plugin.mpl.cc -o plugin.so

# A program with a main of its own that loads the library before or after it makes the run-time system.
cat >host.cc <<'END'
#include <dlfcn.h>
#include <mentat/errors.h>
#include <mentat/runtime.h>

#include <cstdio>
#include <cstring>
#include <optional>

int main(int argc, char** argv) {
  std::optional<mentat::runtime> runtime;
  const bool late = argc > 1 && std::strcmp(argv[1], "late") == 0;
  if (late) runtime.emplace(argc, argv);
  void* library = dlopen("./plugin.so", RTLD_NOW);
  if (!library) return std::printf("%s\n", dlerror()), 1;
  if (!late) runtime.emplace(argc, argv);
  auto* doubled = reinterpret_cast<int (*)(int)>(dlsym(library, "doubled"));
  auto* counted = reinterpret_cast<int (*)(int)>(dlsym(library, "counted"));
  for (auto* function : {doubled, counted}) {
    try {
      std::printf("%d\n", runtime->run([&] { return function(4); }));
      if (function == doubled) runtime->run([&] { return function(-1); });
    } catch (const mentat::remote_error& error) {
      std::printf("%s: %s\n", error.type_name().c_str(), error.what());
    }
  }
}
END
expect 0 "$mentat" c++ -std=c++20 host.cc -o host
for mode in serial threads adversarial processes; do
  expect 0 env MENTAT_MODE=$mode ./host
  says "8
std::runtime_error: negative
8"
done
for mode in serial threads; do
  expect 0 env MENTAT_MODE=$mode ./host late
  says "8
std::runtime_error: negative
8"
done

# The other processes were there before the library: they name the missing class. Objects are made where
# their class is known.
expect 0 env MENTAT_MODE=processes ./host late
says 'mentat::interface_mismatch'
says 'doubler::twice (plugin.mpl.cc:'
says 'load it before the mentat::runtime is made'

# A program that is translated as a whole.
cat >whole.mpl.cc <<'END'
#include <dlfcn.h>
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] halver {
 public:
  int half(int n) { return n / 2; }
};

int main() {
  void* library = dlopen("./plugin.so", RTLD_NOW);
  if (!library) return 1;
  auto* doubled = reinterpret_cast<int (*)(int)>(dlsym(library, "doubled"));
  halver h;
  int half = h.half(doubled(10));
  std::printf("%d\n", half);
}
END
expect 0 "$mentat" c++ whole.mpl.cc -o whole
for mode in serial threads; do
  expect 0 env MENTAT_MODE=$mode ./whole
  says 10
done

# A library that is linked is known in every process.
cat >linked.cc <<'END'
#include <mentat/runtime.h>

#include <cstdio>

extern "C" int counted(int n);

int main(int argc, char** argv) {
  mentat::runtime runtime(argc, argv);
  std::printf("%d\n", runtime.run([] { return counted(3); }));
}
END
expect 0 "$mentat" c++ linked.cc ./plugin.so -o linked
for mode in serial threads processes; do
  expect 0 env MENTAT_MODE=$mode ./linked
  says 6
done

# A library that brings the run-time system to a program that has none, as a module of Python's does.
cat >module.mpl.cc <<'END'
#include <mentat/mpl.h>
#include <mentat/runtime.h>

class [[mentat::regular]] tripler {
 public:
  int thrice(int n) { return 3 * n; }
};

extern "C" int tripled(int n) {
  mentat::runtime runtime;
  return runtime.run([&] {
    tripler t;
    int thrice = t.thrice(n);
    return thrice;
  });
}
END
cat >plain.c <<'END'
#include <dlfcn.h>
#include <stdio.h>

int main(void) {
  void* library = dlopen("./module.so", RTLD_NOW);
  if (!library) return puts(dlerror()), 1;
  int (*tripled)(int) = (int (*)(int))dlsym(library, "tripled");
  int first = tripled(1);
  printf("%d %d\n", first, tripled(2));
  return 0;
}
END
expect 0 "$mentat" c++ -shared -fPIC module.mpl.cc -o module.so
expect 0 gcc plain.c -o plain
for mode in serial threads processes; do
  expect 0 env MENTAT_MODE=$mode ./plain
  says '3 6'
done

# Two of them, with a class in common: each has a run-time system, and in it its classes.
cp module.so module2.so
cat >two.c <<'END'
#include <dlfcn.h>
#include <stdio.h>

int main(void) {
  for (int i = 0; i < 4; ++i) {
    void* library = dlopen(i % 2 ? "./module.so" : "./module2.so", RTLD_NOW);
    if (!library) return puts(dlerror()), 1;
    printf("%d ", ((int (*)(int))dlsym(library, "tripled"))(i));
    fflush(stdout);
  }
  return 0;
}
END
expect 0 gcc two.c -o two
for mode in serial threads processes; do
  expect 0 env MENTAT_MODE=$mode ./two
  says '0 3 6 9'
done

finish
