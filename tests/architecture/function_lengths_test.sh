#!/bin/bash
# Functions above 60 lines are found wherever they stand, and nothing else is taken for one.
set -u
check=$PWD/tests/architecture/function_lengths
cd "${TEST_TMPDIR:?}" || exit 1
failures=0

lines() { for ((i = 0; i < $1; ++i)); do echo "  work({$i}, '{', \"}\");  // }"; done; }

expect() {  # expect FIRST-LINES: the first lines of the functions in source.cc that are too long
  local found
  found=$("$check" source.cc | sed 's/^source.cc:\([0-9]*\):.*/\1/' | xargs)
  [ "$found" = "$1" ] && return
  echo "expected functions at lines '$1', found '$found' in:"
  cat source.cc
  failures=$((failures + 1))
}

{
  printf 'namespace a {\n\nint short_one(int x) {\n'
  lines 58
  printf '}\n\nint long_one(int x)\n    noexcept {\n'
  lines 58
  printf '}\n}\n'
} >source.cc
expect 64
{
  printf '#define OPEN {\ntemplate <class T>\nclass alignas(64) of {\n public:\n  of() : x_{1} {\n'
  lines 59
  printf '  }\n\n  int x_ = 1'"'"'000;\n};\n'
} >source.cc
expect 4
{
  printf 'const std::map<int, int> table = {\n'
  for ((i = 0; i < 70; ++i)); do echo "    {$i, f($i)},"; done
  printf '};\nstruct plain {\n'
  for ((i = 0; i < 70; ++i)); do echo "  int a$i = f({$i});"; done
  printf '};\n'
} >source.cc
expect ''
{
  printf 'void text() {\n  print(R"(}\n'
  lines 58
  printf ')");\n}\n'
} >source.cc
expect 1

exit "$((failures > 0))"
