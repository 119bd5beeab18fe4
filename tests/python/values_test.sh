#!/bin/bash
# What values become between Python and C++, in every mode that Python has.
. tests/python/python_harness.sh
need_modules

cp "$sources"/{values.mpl.h,values.mpl.cc,values_test.py} .
make_module values.mpl.h values.mpl.cc -o values
quiet
grep -qF 'def no_values(self, x: tuple[()]) -> tuple[()]: ...' values.pyi || fault 'the stub of an empty tuple is wrong'
grep -qF 'def named_self(self, self_: int) -> int: ...' values.pyi || fault 'a parameter has the name of the object'
for mode in serial threads adversarial processes; do
  expect 0 env MENTAT_MODE=$mode OPENBLAS_NUM_THREADS=1 timeout -k 5 120 $python values_test.py
  complains OK
  [ "$failures" -eq 0 ] || cat "$TEST_TMPDIR/err"
done

finish
