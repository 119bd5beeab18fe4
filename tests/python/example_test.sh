#!/bin/bash
# examples/python, as its page says.
. tests/python/python_harness.sh
need_modules numpy

cp "$TEST_SRCDIR/$TEST_WORKSPACE"/examples/python/{tally.mpl.h,tally.py} .
make_module tally.mpl.h
quiet
for mode in serial threads processes; do
  expect 0 env MENTAT_MODE=$mode $python tally.py
  says 6826665386667
done

finish
